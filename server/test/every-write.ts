import { type EndpointName, endpoints } from '@tonearm/contract';
import type { Call } from './both-databases.ts';
import type { Known } from './what-people-write.ts';

/*
 * Every call that writes, so that it is done: for tests that hold all of them against something.
 */

/** One call, and what has to be asked before it. */
export interface Write {
  readonly endpoint: EndpointName;
  readonly first: readonly Call[];
  /** @param answer what the last of `first` was answered */
  call(answer: unknown): Call;
}

/** What is written about, and how long lists in bodies are. */
interface Wanted extends Known {
  readonly genre: string;
  readonly length: number;
  /** Where plays go; any token of it is good. */
  readonly serviceToken: string;
}

const part = (text: string): string => encodeURIComponent(text);

/** What is not asked, and why. */
const notAsked: Partial<Record<EndpointName, string>> = {
  checkApp: 'writes nothing, and asks the server itself',
  getSongs: 'writes nothing: asked among what is read',
  linkSongs: 'writes nothing: asked among what is read',
  findAnnotations: 'writes nothing: asked among what is read',
  getSoundFacts: 'writes nothing: asked among what is read',
  makeBackup: 'copies every table',
  restoreBackup: 'is refused over PostgreSQL',
};

/** The address of a call. @param places what stands in the place of its parameter */
const at = (endpoint: EndpointName, place = ''): Call => {
  const { method, path, version } = endpoints[endpoint] as {
    method: NonNullable<Call['method']>;
    path: string;
    version?: number;
  };
  return {
    method,
    path: `api${path.replace(/\{.*$/, '')}${part(place)}`,
    ...(version === undefined ? {} : { headers: { 'accept-version': String(version) } }),
  };
};

const simply = (endpoint: EndpointName, place = '', body?: unknown, more: Partial<Call> = {}): Write => ({
  endpoint,
  first: [],
  call: () => ({ ...at(endpoint, place), ...(body === undefined ? {} : { body }), ...more }),
});

/** A call about something that is made for it, or looked for. @param find what of the answer its address names */
const about = (
  endpoint: EndpointName,
  first: readonly Call[],
  find: (answer: never) => unknown,
  body?: unknown,
): Write => ({
  endpoint,
  first,
  call: (answer) => ({
    ...at(endpoint, String(find(answer as never))),
    ...(body === undefined ? {} : { body }),
  }),
});

const idOf = (answer: { readonly id: number }): number => answer.id;

/** Who may come in, and with what. */
const accounts = (): Write[] => [
  simply('signIn', '', { username: 'ben', password: 'ben-password' }),
  simply('signOut'),
  simply('mediaToken'),
  about('revokeSession', [{ path: 'api/sessions' }], (answer: { id: number; is_current: boolean }[]) => {
    const other = answer.find(({ is_current }) => !is_current);
    if (other === undefined) throw new Error('there is no other session');
    return other.id;
  }),
  simply('revokeOtherSessions'),
  simply(
    'changeOwnPassword',
    '',
    { current_password: 'ben-password', new_password: 'ben-password', end_other_sessions: true },
    { as: 'ben' },
  ),
  simply('createUser', '', { name: 'written', password: 'written-password', admin: false }),
  simply('updateUser', 'written', { new_password: 'x', new_is_admin: true }),
  simply('updateUser', 'written', { new_is_admin: false }),
  simply('deleteUser', 'written'),
  simply('addApp', '', { name: 'Phone', may_administer: true, max_bit_rate: 192 }),
  about('removeApp', [{ ...at('addApp'), body: { name: 'Car' } }], idOf),
];

/** What is set by administrators, buckets and corrections apart. */
const installation = ({ length }: Wanted): Write[] => {
  const station = { name: 'Jazz', stream_url: 'https://radio.example/jazz' };
  return [
    simply('putSettings', '', { reindex_every_n_seconds: 7300, album_art_pattern: 'cover|folder' }),
    simply('putDdns', '', { host: 'anna.example', username: 'anna', password: 'secret' }),
    simply('putBackupSettings', '', { keep_count: 7 }),
    simply('putBuckets', '', [
      {
        ...{ bucket: 'music', endpoint: 'http://127.0.0.1:9', region: 'eu', is_path_style: true },
        ...{ access_key: 'key', secret_key: 'secret' },
      },
    ]),
    simply('triggerIndex'),
    simply('cancelIndex'),
    simply('retryScanProblems', '', {
      paths: Array.from({ length }, (_, number) => `Music/broken ${number}.mp3`),
    }),
    simply('addRadioStation', '', station),
    about('changeRadioStation', [{ ...at('addRadioStation'), body: station }], idOf, station),
    about('removeRadioStation', [{ ...at('addRadioStation'), body: station }], idOf),
    simply('keepMissing', 'Music'),
    simply('forgetMissing', 'Music'),
  ];
};

/** Saves sources, which stay as they are, with what else is there. */
const sources: Write = {
  endpoint: 'putMountDirs',
  first: [{ path: 'api/mount_dirs' }],
  call: (answer) => ({ ...at('putMountDirs'), body: [...(answer as unknown[]), { name: '', source: '' }] }),
};

/** Sets everything at once: sources stay as they are, with drafts, and those who were there keep their passwords. */
const whole = ({ length }: Wanted): Write => ({
  endpoint: 'putConfig',
  first: [{ path: 'api/mount_dirs' }],
  call: (answer) => {
    const written = Array.from({ length }, (_, number) => `written ${length} ${number}`);
    const users = ['anna', 'ben', 'Zoë', 'Anna', ...written];
    return {
      ...at('putConfig'),
      body: {
        settings: { reindex_every_n_seconds: 7400 + length, ddns_update_url: '' },
        mount_dirs: [...(answer as unknown[]), ...written.map((source) => ({ name: '', source }))],
        ddns: { host: 'ben.example', username: 'ben', password: `secret ${length}` },
        users: users.map((name) => ({ name, password: `${name}-password`, admin: name === 'anna' })),
      },
    };
  },
});

const playlists = ({ songs, length }: Wanted): Write[] => {
  const tracks = songs.slice(0, length);
  const entries = tracks.map((path, place) => ({ at: place, path }));
  /** An edit of a list that is saved first. */
  const edit = (kind: string, more: Readonly<Record<string, unknown>>): Write => ({
    endpoint: 'editPlaylist',
    first: [
      { ...at('putPlaylist', 'Edited'), body: { tracks: songs } },
      { path: 'api/playlist_state/Edited' },
    ],
    call: (answer) => ({
      ...at('editPlaylist', 'Edited'),
      body: { revision: (answer as { revision: number }).revision, edit: { kind, ...more } },
    }),
  });
  const removed: Call = { ...at('putPlaylist', 'Removed'), body: { tracks } };
  return [
    simply('putPlaylist', 'Written', { tracks }),
    // In the place of what there is.
    simply('putPlaylist', 'Written', { tracks: songs.slice(-length) }),
    { endpoint: 'deletePlaylist', first: [removed], call: () => at('deletePlaylist', 'Removed') },
    edit('remove', { entries }),
    edit('put', { entries }),
    edit('move', { entries, gap: songs.length }),
    edit('order', { order: songs.map((_, place) => songs.length - 1 - place) }),
    ...(['add', 'skip', 'ask'] as const).map((repeats) =>
      simply('addToPlaylist', 'Written', { tracks, repeats }),
    ),
    simply('addToPlaylist', `New ${length}`, { tracks, repeats: 'ask' }),
    {
      endpoint: 'renamePlaylist',
      first: [{ ...at('putPlaylist', 'Before'), body: { tracks } }],
      call: () => ({ ...at('renamePlaylist', 'Before'), body: { new_name: `After ${length}` } }),
    },
    simply('putSmartList', 'Best', { query: 'rating >= 4' }),
    simply('deleteSmartList', 'Best'),
  ];
};

const listening = ({ songs, albums, artists, length }: Wanted): Write[] => {
  const [song = ''] = songs;
  const tracks = songs.slice(0, length);
  const items = { albums: albums.slice(0, length), artists: artists.slice(0, length) };
  return [
    simply('putPreferences', '', { web_theme_base: 'dark' }),
    ...[true, false].map((is_starred) => simply('star', '', { songs: tracks, ...items, is_starred })),
    ...[5, 0].map((rating) => simply('rate', '', { songs: tracks, ...items, rating })),
    simply('putPlayQueue', '', { tracks }),
    {
      endpoint: 'putQueuePlace',
      first: [{ ...at('putPlayQueue'), body: { tracks } }],
      call: (answer) => ({
        ...at('putQueuePlace'),
        body: {
          ...{ revision: (answer as { revision: number }).revision, current_index: 0 },
          ...{ position_ms: 1000, changed_by: 'Firefox' },
        },
      }),
    },
    simply('putBookmark', song, { position_ms: 1000, comment: 'here' }),
    simply('deleteBookmark', song),
  ];
};

const scrobbling = ({ songs: [song = ''], serviceToken, length }: Wanted): Write[] => {
  const play = {
    ...at('scrobble', song),
    path: `${at('scrobble', song).path}?started_at=${1_710_000_000 + length}`,
  };
  const outbox: Call = { path: 'api/scrobbling/outbox' };
  const oldest = (answer: { id: number }[]): number => answer[0]?.id ?? 999;
  return [
    simply('nowPlaying', song),
    simply('linkService', 'listenbrainz', { token: serviceToken }),
    { endpoint: 'scrobble', first: [], call: () => play },
    // The same again.
    { endpoint: 'scrobble', first: [], call: () => play },
    about('retryOutboxEntry', [outbox], oldest),
    about('discardOutboxEntry', [outbox], oldest),
    simply('unlinkService', 'listenbrainz'),
    simply('adoptOutbox', '', { service: 'listenbrainz' }),
    simply('unlink'),
  ];
};

/** A correction of what is there now. @param of names what is corrected by ids of albums or artists */
const correcting = (list: string, of: (ids: readonly string[]) => unknown): Write => ({
  endpoint: 'makeCorrection',
  first: [{ path: `api/music/${list}` }],
  call: (answer) => ({
    ...at('makeCorrection'),
    body: of((answer as { id: string }[]).map(({ id }) => id)),
  }),
});

const corrections = ({ songs, length }: Wanted): Write[] => {
  const hidden = { kind: 'hide_songs', songs: songs.slice(-Math.min(length, 20)) };
  return [
    simply('makeCorrection', '', { kind: 'fix_song', song: songs[0], title: `Anders ${length}` }),
    correcting('albums', ([album]) => ({ kind: 'fix_album', album, title: 'Neu', year: 1987 })),
    correcting('artists', ([artist]) => ({ kind: 'rename_artist', artist, name: `Annette ${length}` })),
    correcting('artists', ([into, other]) => ({ kind: 'merge_artists', artists: [other], into })),
    about('undoCorrection', [{ ...at('makeCorrection'), body: hidden }], idOf),
    {
      endpoint: 'importCorrections',
      first: [{ path: 'api/corrections/export' }],
      call: (answer) => {
        const { corrections: [one] = [] } = answer as { corrections?: { rule: { change: object } }[] };
        if (one === undefined) throw new Error('nothing is corrected');
        const other = (number: number) => ({
          ...one,
          rule: { kind: 'hidden', songs: [number.toString(16).padStart(32, '0')] },
        });
        const all = Array.from({ length }, (_, number) => other(number + length));
        return { ...at('importCorrections'), body: { version: 1, corrections: all } };
      },
    },
  ];
};

const rules = ['putMusicRules', 'tryMusicRules'].map(
  (endpoint): Write => ({
    endpoint: endpoint as EndpointName,
    first: [{ path: 'api/music/rules' }],
    call: (answer) => {
      const { rules: held } = answer as { rules: { articles: string } };
      return { ...at(endpoint as EndpointName), body: { ...held, articles: `${held.articles} Det` } };
    },
  }),
);

/** Lists that come as files; their fields are named as those. */
const importing = ({ songs, length }: Wanted): Write => ({
  endpoint: 'importPlaylists',
  first: [{ path: 'api/mount_dirs' }],
  call: (answer) => {
    const sources = answer as { name: string; source: string }[];
    const folder = sources.find(({ name }) => name === 'Music')?.source ?? '';
    const files = songs.slice(0, length).map((path) => path.replace(/^Music/, folder));
    const form = new FormData();
    for (const name of ['One', 'Two', 'Three'])
      form.append(`${name}.m3u8`, new Blob([['#EXTM3U', ...files, ''].join('\n')]));
    return { ...at('importPlaylists'), form };
  },
});

/**
 * Every write of versions 7 and 8, with lists of a length.
 * @throws Error for a call that is not there, and nobody has said why
 */
export const everyWrite = (wanted: Wanted): Write[] => {
  const all = [
    ...[
      ...accounts(),
      ...installation(wanted),
      sources,
      whole(wanted),
      ...playlists(wanted),
      ...listening(wanted),
    ],
    ...[...scrobbling(wanted), ...corrections(wanted), ...rules, importing(wanted)],
  ];
  const asked = new Set(all.map(({ endpoint }) => endpoint));
  for (const [name, { method }] of Object.entries(endpoints) as [EndpointName, { method: string }][])
    if (method !== 'GET' && !asked.has(name) && notAsked[name] === undefined)
      throw new Error(`${name} is not written`);
  return all;
};

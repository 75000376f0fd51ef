/*
 * What OpenSubsonic and REST 1.16 say of every object of an answer, written down from their documentation and not from
 * what the server does. A letter is a type; a question mark behind it says that the key may be left out.
 */

/**
 * t text, T text that is not empty, i whole number ≥ 0, r whole number from 1 to 5, n number, b boolean, d date. Of the
 * words that are listed: g kind of media, k kind of an item, x explicit or not, p what a player does, w way of a stream;
 * of the numbers, a average of ratings, e code of an error.
 */
type Letter = 't' | 'T' | 'i' | 'r' | 'n' | 'b' | 'd' | 'g' | 'k' | 'x' | 'p' | 'w' | 'a' | 'e';
type Kind = Letter | `${Letter}?` | `${Letter}[]` | `${Letter}[]?`;
/** A kind of value, another object, a list of those; a question mark where it may be left out. */
type Field = Kind | `#${string}`;

const ref: Readonly<Record<string, Field>> = { id: 'T', name: 't' };

const song = {
  ...{ id: 'T', parent: 'T', isDir: 'b', isVideo: 'b?', type: 'g?', title: 't', album: 't', albumId: 'T' },
  ...{ artist: 't', artistId: 'T', size: 'i', suffix: 'T', contentType: 'T', duration: 'i', created: 'd' },
  ...{ path: 'T', track: 'i?', discNumber: 'i?', year: 'i?', genre: 'T?', coverArt: 'T?', bitRate: 'i?' },
  ...{ playCount: 'i?', userRating: 'r?', averageRating: 'a?', starred: 'd?', bookmarkPosition: 'i?' },
  ...{ transcodedContentType: 'T?', transcodedSuffix: 'T?', mediaType: 'k', displayArtist: 't' },
  ...{ displayAlbumArtist: 't', artists: '#ref[]', albumArtists: '#ref[]', genres: '#named[]', played: 'd?' },
  ...{ contributors: '#contributor[]', displayComposer: 't', bitDepth: 'i', samplingRate: 'i' },
  ...{ channelCount: 'i', bpm: 'i', comment: 't', sortName: 't', musicBrainzId: 't', isrc: 't[]' },
  ...{ moods: 't[]', groupings: 't[]', works: '#work[]', movements: '#movement[]' },
  ...{ explicitStatus: 'x', replayGain: '#replayGain' },
} as const satisfies Readonly<Record<string, Field>>;

const folder = {
  ...{ id: 'T', parent: 'T?', isDir: 'b', isVideo: 'b?', title: 't', name: 't?', album: 't?', artist: 't?' },
  ...{ artistId: 'T?', year: 'i?', genre: 'T?', coverArt: 'T?', duration: 'i?', songCount: 'i?' },
  ...{ created: 'd?', playCount: 'i?', userRating: 'r?', averageRating: 'a?', starred: 'd?' },
  ...{
    mediaType: 'k?',
    displayArtist: 't',
    artists: '#ref[]',
    genres: '#named[]',
    path: 't?',
    size: 'i?',
  },
} as const satisfies Readonly<Record<string, Field>>;

const album = {
  ...{ id: 'T', name: 't', artist: 't', artistId: 'T', songCount: 'i', duration: 'i', created: 'd' },
  ...{ coverArt: 'T?', year: 'i?', genre: 'T?', playCount: 'i?', starred: 'd?', played: 'd?' },
  ...{ userRating: 'r?', genres: '#named[]', artists: '#ref[]', displayArtist: 't', isCompilation: 'b' },
  ...{ recordLabels: '#named[]', sortName: 't', musicBrainzId: 't', releaseTypes: 't[]', moods: 't[]' },
  ...{ originalReleaseDate: '#itemDate', releaseDate: '#itemDate', discTitles: '#discTitle[]' },
  ...{ explicitStatus: 'x', version: 't', title: 't?' },
} as const satisfies Readonly<Record<string, Field>>;

const artist = {
  ...{ id: 'T', name: 't', albumCount: 'i', coverArt: 'T?', artistImageUrl: 't?', starred: 'd?' },
  ...{ userRating: 'r?', sortName: 't', roles: 't[]', musicBrainzId: 't', disambiguation: 't?' },
} as const satisfies Readonly<Record<string, Field>>;

const folderArtist = {
  ...{ id: 'T', name: 't', starred: 'd?', userRating: 'r?', averageRating: 'a?', coverArt: 'T?' },
  artistImageUrl: 't?',
} as const satisfies Readonly<Record<string, Field>>;

const info = {
  ...{ biography: 't?', musicBrainzId: 't?', lastFmUrl: 't?', smallImageUrl: 't?', mediumImageUrl: 't?' },
  largeImageUrl: 't?',
} as const satisfies Readonly<Record<string, Field>>;

const playlist = {
  ...{
    id: 'T',
    name: 'T',
    owner: 'T',
    public: 'b',
    songCount: 'i',
    duration: 'i',
    created: 'd',
    changed: 'd',
  },
  ...{ comment: 't?', coverArt: 'T?', allowedUser: 't[]', readonly: 'b?', validUntil: 'd?' },
} as const satisfies Readonly<Record<string, Field>>;

const queue = { username: 'T', changed: 'd', changedBy: 't', position: 'i?', entry: '#song[]' } as const;

/** Objects by name. */
const shapes: Readonly<Record<string, Readonly<Record<string, Field>>>> = {
  ref,
  named: { name: 't' },
  contributor: { role: 'T', subRole: 't?', artist: '#ref' },
  work: { name: 'T', musicBrainzId: 'T?' },
  movement: { name: 'T', number: 'i?', count: 'i?' },
  replayGain: {
    ...{ trackGain: 'n?', albumGain: 'n?', trackPeak: 'n?', albumPeak: 'n?', baseGain: 'n?' },
    fallbackGain: 'n?',
  },
  itemDate: { year: 'i?', month: 'i?', day: 'i?' },
  discTitle: { disc: 'i', title: 't', coverArt: 'T?' },
  song,
  folder,
  album,
  artist,
  folderArtist,
  playlist,
  albumWithSongs: { ...album, song: '#song[]' },
  artistWithAlbums: { ...artist, album: '#album[]' },
  playlistWithSongs: { ...playlist, entry: '#song[]' },
  similarArtist: folderArtist,
  index: { name: 'T', artist: '#folderArtist[]' },
  index3: { name: 'T', artist: '#artist[]' },
  genre: { value: 'T', songCount: 'i', albumCount: 'i' },
  musicFolder: { id: 'i', name: 't' },
  extension: { name: 'T', versions: 'i[]' },
  user: {
    ...{ username: 'T', scrobblingEnabled: 'b', adminRole: 'b', settingsRole: 'b', downloadRole: 'b' },
    ...{ uploadRole: 'b', playlistRole: 'b', coverArtRole: 'b', commentRole: 'b', podcastRole: 'b' },
    ...{ streamRole: 'b', jukeboxRole: 'b', shareRole: 'b', videoConversionRole: 'b', folder: 'i[]' },
    ...{ maxBitRate: 'i?', email: 't?', avatarLastChanged: 'd?' },
  },
  bookmark: {
    ...{ position: 'i', username: 'T', comment: 't?', created: 'd', changed: 'd', entry: '#song' },
  },
  nowPlayingEntry: {
    ...{ ...song, username: 'T', minutesAgo: 'i', playerId: 'i', playerName: 't?', state: 'p?' },
    ...{ positionMs: 'i?', playbackRate: 'n?' },
  },
  // REST 1.16.1 spells the last one so, OpenSubsonic the other way.
  station: { id: 'T', name: 'T', streamUrl: 'T', homePageUrl: 't?', homepageUrl: 't?' },
  structuredLyrics: {
    ...{ lang: 'T', synced: 'b', displayArtist: 't?', displayTitle: 't?', offset: 'n?', line: '#line[]' },
    ...{ kind: 'T?', agents: '#agent[]?', cueLine: '#cueLine[]?' },
  },
  line: { value: 't', start: 'i?' },
  agent: { id: 'T', role: 'T', name: 'T?' },
  cueLine: { index: 'i', start: 'i?', end: 'i?', value: 'T', agentId: 'T?', cue: '#cue[]' },
  cue: { start: 'i', end: 'i?', byteStart: 'i', byteEnd: 'i', value: 'T' },
  stream: {
    ...{ protocol: 'w', container: 'T', codec: 'T', audioChannels: 'i?', audioBitrate: 'i?' },
    ...{ audioProfile: 't?', audioSamplerate: 'i?', audioBitdepth: 'i?' },
  },
  transcodeDecision: {
    ...{ canDirectPlay: 'b', canTranscode: 'b', transcodeReason: 't[]?', errorReason: 't?' },
    ...{ transcodeParams: 'T?', sourceStream: '#stream?', transcodeStream: '#stream?' },
  },
  error: { code: 'e', message: 'T', helpUrl: 'T?' },

  // What stands under the envelope.
  empty: {},
  license: { valid: 'b', email: 't?', licenseExpires: 'd?', trialExpires: 'd?' },
  tokenInfo: { username: 'T' },
  users: { user: '#user[]' },
  scanStatus: { scanning: 'b', count: 'i?', folderCount: 'i?', lastScan: 'd?' },
  musicFolders: { musicFolder: '#musicFolder[]' },
  indexes: {
    ...{ lastModified: 'i', ignoredArticles: 't', shortcut: '#folderArtist[]?', index: '#index[]?' },
    child: '#song[]?',
  },
  directory: {
    ...{ id: 'T', name: 't', parent: 'T?', starred: 'd?', userRating: 'r?', averageRating: 'a?' },
    ...{ playCount: 'i?', child: '#child[]' },
  },
  genres: { genre: '#genre[]' },
  artists: { ignoredArticles: 't', index: '#index3[]' },
  artistInfo: { ...info, similarArtist: '#folderArtist[]' },
  artistInfo2: { ...info, similarArtist: '#artist[]' },
  albumInfo: {
    ...{ notes: 't?', musicBrainzId: 't?', lastFmUrl: 't?', smallImageUrl: 't?', mediumImageUrl: 't?' },
    largeImageUrl: 't?',
  },
  folderAlbums: { album: '#folder[]' },
  albums: { album: '#album[]' },
  songs: { song: '#song[]' },
  searchResult: { offset: 'i', totalHits: 'i', match: '#song[]' },
  folderResults: { artist: '#folderArtist[]', album: '#folder[]', song: '#song[]' },
  tagResults: { artist: '#artist[]', album: '#album[]', song: '#song[]' },
  nowPlaying: { entry: '#nowPlayingEntry[]' },
  lyrics: { value: 't', artist: 't?', title: 't?' },
  lyricsList: { structuredLyrics: '#structuredLyrics[]' },
  bookmarks: { bookmark: '#bookmark[]' },
  playQueue: { ...queue, current: 'T?' },
  playQueueByIndex: { ...queue, currentIndex: 'i?' },
  stations: { internetRadioStation: '#station[]' },
  playlists: { playlist: '#playlist[]' },
  // There is none of these here: what they are is not written down, so that one would be told.
  nothing: { none: 'T' },
  podcasts: { channel: '#nothing[]' },
  newestPodcasts: { episode: '#nothing[]' },
  shares: { share: '#nothing[]' },
  chatMessages: { chatMessage: '#nothing[]' },
  videos: { video: '#nothing[]' },
};

/** Keys under the envelope, and what stands there; a list says so. */
const underEnvelope: Readonly<Record<string, Field>> = {
  error: '#error',
  license: '#license',
  openSubsonicExtensions: '#extension[]',
  tokenInfo: '#tokenInfo',
  user: '#user',
  users: '#users',
  scanStatus: '#scanStatus',
  musicFolders: '#musicFolders',
  indexes: '#indexes',
  directory: '#directory',
  genres: '#genres',
  artists: '#artists',
  artist: '#artistWithAlbums',
  album: '#albumWithSongs',
  song: '#song',
  artistInfo: '#artistInfo',
  artistInfo2: '#artistInfo2',
  albumInfo: '#albumInfo',
  albumList: '#folderAlbums',
  albumList2: '#albums',
  randomSongs: '#songs',
  songsByGenre: '#songs',
  topSongs: '#songs',
  similarSongs: '#songs',
  similarSongs2: '#songs',
  searchResult: '#searchResult',
  searchResult2: '#folderResults',
  searchResult3: '#tagResults',
  starred: '#folderResults',
  starred2: '#tagResults',
  nowPlaying: '#nowPlaying',
  lyrics: '#lyrics',
  lyricsList: '#lyricsList',
  bookmarks: '#bookmarks',
  playQueue: '#playQueue',
  playQueueByIndex: '#playQueueByIndex',
  internetRadioStations: '#stations',
  playlists: '#playlists',
  playlist: '#playlistWithSongs',
  transcodeDecision: '#transcodeDecision',
  podcasts: '#podcasts',
  newestPodcasts: '#newestPodcasts',
  shares: '#shares',
  chatMessages: '#chatMessages',
  videos: '#videos',
};

const dateForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

const isOf: Readonly<Record<Letter, (value: unknown) => boolean>> = {
  t: (value) => typeof value === 'string',
  T: (value) => typeof value === 'string' && value !== '',
  i: (value) => Number.isSafeInteger(value) && (value as number) >= 0,
  r: (value) => [1, 2, 3, 4, 5].includes(value as number),
  n: (value) => typeof value === 'number' && Number.isFinite(value),
  b: (value) => typeof value === 'boolean',
  g: (value) => ['music', 'podcast', 'audiobook', 'video'].includes(value as string),
  k: (value) => ['song', 'album', 'artist'].includes(value as string),
  x: (value) => ['', 'explicit', 'clean'].includes(value as string),
  w: (value) => ['http', 'hls'].includes(value as string),
  a: (value) => typeof value === 'number' && value >= 1 && value <= 5,
  e: (value) => [0, 10, 20, 30, 40, 41, 42, 43, 44, 50, 60, 70].includes(value as number),
  p: (value) => ['playing', 'paused', 'stopped'].includes(value as string),
  d: (value) => typeof value === 'string' && dateForm.test(value) && !Number.isNaN(Date.parse(value)),
};

const faultsOfOne = (kind: string, value: unknown, at: string): string[] => {
  if (!kind.startsWith('#')) return isOf[kind as Letter](value) ? [] : [`${at}: no ${kind}`];
  // A child of a folder is a song or a folder.
  const isFolder = (value as { isDir?: unknown } | null)?.isDir === true;
  const name = kind === '#child' ? (isFolder ? 'folder' : 'song') : kind.slice(1);
  return faultsOfObject(name, value, at);
};

const faultsOfField = (field: Field, value: unknown, at: string): string[] => {
  const kind = field.replace(/\?$/, '');
  if (!kind.endsWith('[]')) return faultsOfOne(kind, value, at);
  if (!Array.isArray(value)) return [`${at}: no list`];
  return value.flatMap((one, index) => faultsOfOne(kind.slice(0, -2), one, `${at}[${index}]`));
};

const faultsOfObject = (name: string, value: unknown, at: string): string[] => {
  const shape = shapes[name];
  if (shape === undefined) throw new Error(`no shape ${name}`);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [`${at}: no object`];
  const entries = Object.entries(value);
  const missing = Object.entries(shape)
    .filter(([key, field]) => !field.endsWith('?') && !Object.hasOwn(value, key))
    .map(([key]) => `${at}.${key}: missing`);
  const told = entries.flatMap(([key, one]) => {
    const field = shape[key];
    return field === undefined ? [`${at}.${key}: unknown`] : faultsOfField(field, one, `${at}.${key}`);
  });
  return [...missing, ...told];
};

/** What is wrong with the body of an envelope. */
export const faultsOfBody = (body: Readonly<Record<string, unknown>>): string[] => {
  const { status, version, type, serverVersion, openSubsonic, ...rest } = body;
  const faults: string[] = [];
  if (status !== 'ok' && status !== 'failed') faults.push('status');
  if (version !== '1.16.1') faults.push('version');
  if (typeof type !== 'string' || type === '' || typeof serverVersion !== 'string') faults.push('type');
  if (openSubsonic !== true) faults.push('openSubsonic');
  if ((status === 'failed') !== Object.hasOwn(rest, 'error')) faults.push('error');
  for (const [key, value] of Object.entries(rest)) {
    const field = underEnvelope[key];
    faults.push(...(field === undefined ? [`${key}: unknown`] : faultsOfField(field, value, key)));
  }
  return faults;
};

/** A way to spoil an answer. */
interface Spoilt {
  readonly what: string;
  readonly body: Readonly<Record<string, unknown>>;
}

const put = (root: unknown, path: readonly (string | number)[], value: unknown): unknown => {
  const [key, ...below] = path;
  if (key === undefined) return value;
  if (Array.isArray(root)) return root.map((one, index) => (index === key ? put(one, below, value) : one));
  const entries = Object.entries(root as object).flatMap(([name, one]): [string, unknown][] => {
    if (name !== key) return [[name, one]];
    const changed = put(one, below, value);
    return changed === undefined ? [] : [[name, changed]];
  });
  return Object.fromEntries(entries);
};

/** Every answer that differs in one thing that matters: null, another type, one in place of a list. */
export const spoilings = (body: Readonly<Record<string, unknown>>): Spoilt[] => {
  const spoilt: Spoilt[] = [];
  const walk = (value: unknown, path: readonly (string | number)[]): void => {
    const spoil = (how: string, instead: unknown): void => {
      const changed = put(body, path, instead) as Readonly<Record<string, unknown>>;
      spoilt.push({ what: `${path.join('.')} ${how}`, body: changed });
    };
    if (path.length > 0) {
      spoil('is null', null);
      if (Array.isArray(value)) {
        spoil('is one in place of a list', value[0] ?? {});
        spoil('is a list that is left out', undefined);
      } else if (typeof value === 'object') spoil('is a list in place of one', [value]);
      else spoil('is of another type', typeof value === 'string' ? 7 : String(value));
    }
    if (Array.isArray(value)) {
      if (value.length > 0) walk(value[0], [...path, 0]);
    } else if (typeof value === 'object' && value !== null)
      for (const [key, one] of Object.entries(value)) walk(one, [...path, key]);
  };
  walk(body, []);
  return spoilt;
};

import type { Call } from './both-databases.ts';

/** What there is to write about. */
export interface Known {
  readonly songs: readonly string[];
  readonly albums: readonly string[];
  readonly artists: readonly string[];
}

const part = (text: string): string => encodeURIComponent(text);

const put = (path: string, body: unknown, more: Partial<Call> = {}): Call => ({
  ...{ method: 'PUT', path: `api/${path}`, body },
  ...more,
});
const post = (path: string, body?: unknown, more: Partial<Call> = {}): Call => ({
  ...{ method: 'POST', path: `api/${path}` },
  ...(body === undefined ? {} : { body }),
  ...more,
});
const drop = (path: string, more: Partial<Call> = {}): Call => ({
  ...{ method: 'DELETE', path: `api/${path}` },
  ...more,
});

/** Users, also what is refused. */
export const accounts = (): Call[] => [
  ...['ben', 'Zoë', 'gone', 'Anna'].map((name) =>
    post('user', { name, password: `${name}-password`, admin: false }),
  ),
  // There already, and nobody.
  post('user', { name: 'ben', password: 'x', admin: true }),
  put('user/nobody', { new_password: 'x' }),
  put(`user/${part('Zoë')}`, { new_is_admin: true }),
  drop('user/gone'),
  drop('user/gone'),
];

/** What administrators set. */
export const installation = (): Call[] => [
  put('settings', { reindex_every_n_seconds: 7200 }),
  put('ddns', { host: '', username: '', password: '' }),
  put('backup_settings', { keep_count: 9 }),
  post('radio_stations', { name: 'Jazz', stream_url: 'https://radio.example/jazz' }),
  post('radio_stations', {
    name: 'Äther',
    stream_url: 'https://radio.example/a',
    home_page_url: 'https://a.example',
  }),
  post('radio_stations', { name: 'no address', stream_url: 'none' }),
  put('radio_station/1', { name: 'More jazz', stream_url: 'https://radio.example/more' }),
  put('radio_station/99', { name: 'More jazz', stream_url: 'https://radio.example/more' }),
  drop('radio_station/77'),
];

/** @see installation */
export const playlists = ({ songs }: Known): Call[] => [
  ...['Walk', 'walk', 'Älter', 'Zu\u00df', '10', '9', 'a/b %', 'empty'].map((name, at) =>
    put(`playlist/${part(name)}`, { tracks: name === 'empty' ? [] : songs.slice(at % 5, at + 4) }),
  ),
  put('playlist/Walk', { tracks: [...songs, ...songs, 'Music/nothing.mp3'] }, { as: 'ben' }),
  put('playlist/Gone', { tracks: songs }),
  drop('playlist/Gone'),
  drop('playlist/Gone'),
  post('playlist_add/Added', { tracks: songs.slice(2), repeats: 'add' }),
  post('playlist_add/Added', { tracks: songs.slice(0, 4), repeats: 'skip' }),
  post('playlist_add/Added', { tracks: songs.slice(0, 4), repeats: 'ask' }),
  post('playlist_rename/9', { new_name: 'nine' }),
  post('playlist_rename/nine', { new_name: 'Walk' }),
  post('playlist_rename/nothing', { new_name: 'x' }),
  post('playlist_edit/Walk', { revision: 99, edit: { kind: 'order', order: [] } }),
  post('playlist_edit/Added', {
    revision: 2,
    edit: { kind: 'remove', entries: [{ at: 0, path: songs[2] }] },
  }),
];

/** Stars, ratings, places and lists of two people. */
export const people = ({ songs, albums, artists }: Known): Call[] => [
  ...['anna', 'ben'].flatMap((as, at): Call[] => [
    put('preferences', { web_theme_base: 'dark', web_theme_accent: `#00000${at}` }, { as }),
    put(
      'annotations/star',
      { songs: songs.slice(at, 5), albums, artists: artists.slice(at), is_starred: true },
      { as },
    ),
    put('annotations/star', { songs: songs.slice(3, 4), is_starred: false }, { as }),
    ...songs
      .slice(0, 6)
      .map((song, rating) => put('annotations/rating', { songs: [song], rating: rating % 6 }, { as })),
    put('annotations/rating', { albums: albums.slice(0, 2), rating: 5 }, { as }),
    put('annotations/rating', { songs: ['Music/nothing.mp3'], rating: 5 }, { as }),
    ...songs
      .slice(at, 7)
      .map((song) =>
        put(`bookmark/${part(song)}`, { position_ms: 1000 + at, comment: at === 0 ? null : 'hier' }, { as }),
      ),
    drop(`bookmark/${part(songs[2] ?? '')}`, { as }),
    drop(`bookmark/${part('Music/nothing.mp3')}`, { as }),
    put('play_queue', { tracks: [...songs, ...songs] }, { as }),
    put(
      'play_queue_place',
      { revision: 1, current_index: 3 + at, position_ms: 1000, changed_by: 'Firefox' },
      { as },
    ),
    put(
      'play_queue_place',
      { revision: 9, current_index: 3, position_ms: 1000, changed_by: 'Firefox' },
      { as },
    ),
    put(`smart_list/${part('Äpfel')}`, { query: 'rating >= 4' }, { as }),
    put('smart_list/b', { query: 'plays > 0' }, { as }),
    put('smart_list/broken', { query: 'rating >= (' }, { as }),
    drop('smart_list/b', { as }),
    post('apps', { name: 'Phone', max_bit_rate: 192 }, { as }),
    post('apps', { name: 'Car' }, { as }),
    drop('apps/1', { as }),
    put('scrobbling/link/listenbrainz', { token: 'x' }, { as }),
    drop('scrobbling/link/lastfm', { as }),
  ]),
];

/** Songs that they heard. */
export const plays = ({ songs }: Known): Call[] =>
  ['anna', 'ben'].flatMap((as, at) =>
    [...songs, ...songs.slice(3), songs[0] ?? '', 'Music/nothing.mp3'].map((song, number) =>
      post(`lastfm/scrobble/${part(song)}?started_at=${1_700_000_000 + 400 * number + at}`, undefined, {
        as,
      }),
    ),
  );

/** What files say otherwise. */
export const corrections = ({ songs, albums, artists }: Known): Call[] => [
  post('corrections', { kind: 'fix_song', song: songs[0], title: 'Anders' }),
  post('corrections', { kind: 'fix_album', album: albums[0], title: 'Neu', year: 1987 }),
  post('corrections', { kind: 'rename_artist', artist: artists[0], name: 'Annette' }),
  post('corrections', { kind: 'hide_songs', songs: ['Music/nothing.mp3'] }),
  drop('correction/99'),
];

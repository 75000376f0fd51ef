import type { EndpointName } from '@tonearm/contract';
import { untagged } from '@tonearm/contract/song-fields';

/** A call as somebody made it, and what came back. */
export interface Example {
  /** The path parameter as it is meant, before it is encoded. */
  readonly parameter?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Absent where the answer is empty or no JSON. */
  readonly answer?: unknown;
}

const song = {
  ...untagged,
  path: 'Music/Anna/Picnic/01 - Basket.mp3',
  title: 'Basket',
  artist: 'Anna',
  album: 'Picnic',
  artwork: null,
  track_number: 1,
  year: 2016,
  duration: 2,
};

const songV8 = {
  path: 'Music/Anna/Picnic/01 - Basket.mp3',
  track_number: 1,
  title: 'Basket',
  artists: ['Anna'],
  year: 2016,
  album: 'Picnic',
  duration: 2,
};

const album = { name: 'Picnic', main_artists: ['Anna'], year: 2016 };

const folder = {
  path: 'Music/Anna/Picnic',
  artist: 'Anna',
  year: 2016,
  album: 'Picnic',
  artwork: null,
  date_added: 1_767_225_600,
  artwork_color: null,
};

/**
 * Real calls, for the OpenAPI document and the page for makers of clients. A test makes each of them to a server
 * with that one song and compares what comes back; only tokens and times differ.
 */
export const examples: Partial<Record<EndpointName, Example>> = {
  version: { answer: { major: 7, minor: 0, server: { name: 'Tonearm', version: '0.1.0' } } },
  initialSetup: { answer: { has_any_users: true } },
  signIn: {
    body: { username: 'anna', password: 'anna plays on' },
    answer: { username: 'anna', token: 'FY1…', is_admin: true, media_token: 'p3Q…' },
  },
  browse: { parameter: 'Music/Anna/Picnic', answer: [{ Song: song }] },
  flatten: { parameter: 'Music', answer: [song] },
  recent: { query: { limit: '1' }, answer: [folder] },
  search: { parameter: 'bask', answer: [{ Song: song }] },
  putPlaylist: { parameter: 'Sunday', body: { tracks: ['Music/Anna/Picnic/01 - Basket.mp3'] } },
  listPlaylists: { answer: [{ name: 'Sunday', num_songs_by_genre: {}, duration: 2 }] },
  getPlaylist: { parameter: 'Sunday', answer: [song] },
  versionV8: { answer: { major: 8, minor: 1, server: { name: 'Tonearm', version: '0.1.0' } } },
  browseV8: { parameter: 'Music/Anna/Picnic', answer: [{ path: songV8.path, is_directory: false }] },
  flattenV8: { parameter: 'Music', answer: { paths: [songV8.path], first_songs: [songV8] } },
  searchV8: { parameter: 'title % bask', answer: { paths: [songV8.path], first_songs: [songV8] } },
  getSongs: {
    body: { paths: [songV8.path, 'Music/none.mp3'] },
    answer: { songs: [songV8], not_found: ['Music/none.mp3'] },
  },
  recentAlbums: { query: { count: '1' }, answer: [album] },
  findSongs: {
    query: { query: 'artist:Anna year:2010..2020' },
    answer: { songs: [songV8], total: 1, forgiven: null },
  },
};

import type { AppScheme, CheckedApp } from '@tonearm/contract';

/** Things of the collection that a step asks about; what stands for them is looked up before. */
export const samples = ['album', 'artist', 'folder', 'song', 'cover'] as const;
type Sample = (typeof samples)[number];

/** A value that is sent as it is, or the id of something of the collection. */
type Value = string | { readonly sample: Sample };

/** A call and what it is asked with. */
export interface Step {
  readonly call: string;
  readonly sent: Readonly<Record<string, Value>>;
}

/** How an app speaks, and what it asks first. */
export interface AppProfile {
  /** What it calls itself, and the version it speaks. */
  readonly client: string;
  readonly version: string;
  readonly format: 'json' | 'xml';
  readonly method: 'GET' | 'POST';
  readonly scheme: AppScheme;
  readonly suffix: '' | '.view';
  /** Lives in a page of another origin: browsers ask leave first. */
  readonly isInBrowser: boolean;
  /** Keeps songs on the device by asking for the files. */
  readonly doesDownload: boolean;
  /** In the order in which it asks. */
  readonly steps: readonly Step[];
}

const step = (call: string, sent: Step['sent'] = {}): Step => ({ call, sent });
const album = { sample: 'album' } as const;
const artist = { sample: 'artist' } as const;
const folder = { sample: 'folder' } as const;
const song = { sample: 'song' } as const;
const cover = { sample: 'cover' } as const;

const albums = (type: string, size: number): Step =>
  step('getAlbumList2', { type, size: String(size), offset: '0' });
const everything = (kind: 'artist' | 'album' | 'song', count: number): Step =>
  step('search3', {
    query: '',
    artistCount: kind === 'artist' ? String(count) : '0',
    albumCount: kind === 'album' ? String(count) : '0',
    songCount: kind === 'song' ? String(count) : '0',
  });
const picture = step('getCoverArt', { id: cover, size: '300' });
const sound = step('stream', { id: song });

const usual = {
  version: '1.16.1',
  format: 'json',
  method: 'GET',
  scheme: 'token',
  suffix: '.view',
  isInBrowser: false,
  doesDownload: true,
} as const;

/**
 * What apps ask when they connect and read the collection first. Read in their sources are the base requests of
 * Strawberry and Tempo and the names by which Feishin, Amperfy and bonob call themselves; the rest is what the
 * description of the protocol has an app of that kind ask.
 */
export const profiles: Readonly<Record<CheckedApp, AppProfile>> = {
  symfonium: {
    ...usual,
    client: 'Symfonium',
    method: 'POST',
    steps: [
      step('ping'),
      step('getOpenSubsonicExtensions'),
      step('getMusicFolders'),
      everything('artist', 500),
      everything('album', 500),
      everything('song', 500),
      step('getGenres'),
      step('getPlaylists'),
      step('getStarred2'),
      step('getInternetRadioStations'),
      step('getBookmarks'),
      picture,
      sound,
    ],
  },
  substreamer: {
    ...usual,
    client: 'substreamer',
    steps: [
      step('ping'),
      step('getMusicFolders'),
      step('getArtists'),
      ...['newest', 'recent', 'frequent', 'random'].map((type) => albums(type, 20)),
      step('getGenres'),
      step('getPlaylists'),
      step('getStarred2'),
      step('getAlbum', { id: album }),
      step('getAlbumInfo2', { id: album }),
      picture,
      sound,
    ],
  },
  play_sub: {
    ...usual,
    client: 'play:Sub',
    format: 'xml',
    steps: [
      step('ping'),
      step('getLicense'),
      step('getMusicFolders'),
      step('getIndexes'),
      step('getMusicDirectory', { id: folder }),
      step('getArtists'),
      step('getPlaylists'),
      albums('newest', 20),
      picture,
      sound,
    ],
  },
  amperfy: {
    ...usual,
    client: 'Amperfy',
    version: '1.13.0',
    format: 'xml',
    steps: [
      step('ping'),
      step('getOpenSubsonicExtensions'),
      step('getGenres'),
      step('getArtists'),
      albums('alphabeticalByName', 500),
      step('getAlbum', { id: album }),
      step('getPlaylists'),
      step('getPodcasts'),
      step('getMusicFolders'),
      step('getIndexes'),
      step('getStarred2'),
      step('getInternetRadioStations'),
      picture,
      sound,
    ],
  },
  ultrasonic: {
    ...usual,
    client: 'Ultrasonic',
    version: '1.16.0',
    steps: [
      step('ping'),
      step('getLicense'),
      step('getChatMessages'),
      step('getBookmarks'),
      step('getShares'),
      step('getPodcasts'),
      step('getVideos'),
      step('getMusicFolders'),
      step('getArtists'),
      step('getArtist', { id: artist }),
      albums('newest', 20),
      step('getAlbum', { id: album }),
      step('getPlaylists'),
      picture,
      sound,
    ],
  },
  tempo: {
    ...usual,
    client: 'Tempo',
    version: '1.15.0',
    suffix: '',
    steps: [
      step('ping'),
      step('getOpenSubsonicExtensions'),
      ...['recent', 'frequent', 'newest'].map((type) => albums(type, 20)),
      step('getRandomSongs', { size: '30' }),
      step('getStarred2'),
      step('getArtists'),
      step('getPlaylists'),
      step('getNewestPodcasts'),
      step('getInternetRadioStations'),
      step('getMusicFolders'),
      step('getPlayQueue'),
      step('getTopSongs', { id: artist }),
      step('getLyricsBySongId', { id: song }),
      picture,
      sound,
    ],
  },
  feishin: {
    ...usual,
    client: 'Feishin',
    version: '1.13.0',
    isInBrowser: true,
    steps: [
      step('ping'),
      step('getOpenSubsonicExtensions'),
      step('getMusicFolders'),
      step('getGenres'),
      ...['random', 'recent', 'newest', 'frequent'].map((type) => albums(type, 20)),
      everything('song', 500),
      step('getArtists'),
      step('getPlaylists'),
      step('getAlbum', { id: album }),
      step('getAlbumInfo2', { id: album }),
      step('getLyricsBySongId', { id: song }),
      picture,
      sound,
    ],
  },
  supersonic: {
    ...usual,
    client: 'supersonic',
    suffix: '',
    format: 'xml',
    steps: [
      step('ping'),
      step('getOpenSubsonicExtensions'),
      step('getMusicFolders'),
      albums('random', 20),
      step('getArtists'),
      step('getGenres'),
      step('getPlaylists'),
      step('getStarred2'),
      step('getInternetRadioStations'),
      step('getPlayQueue'),
      step('getAlbum', { id: album }),
      step('getArtistInfo2', { id: artist }),
      picture,
      sound,
    ],
  },
  strawberry: {
    ...usual,
    client: 'Strawberry',
    version: '1.11.0',
    doesDownload: false,
    steps: [step('ping'), albums('alphabeticalByName', 500), step('getAlbum', { id: album }), picture, sound],
  },
  bonob: {
    ...usual,
    client: 'bonob',
    suffix: '',
    doesDownload: false,
    steps: [
      step('ping'),
      step('getArtists'),
      albums('alphabeticalByArtist', 500),
      step('getGenres'),
      step('getPlaylists'),
      step('getInternetRadioStations'),
      step('getAlbum', { id: album }),
      step('getSong', { id: song }),
      picture,
      sound,
    ],
  },
  music_assistant: {
    ...usual,
    client: 'Music Assistant',
    method: 'POST',
    doesDownload: false,
    steps: [
      step('ping'),
      step('getOpenSubsonicExtensions'),
      step('getArtists'),
      everything('album', 500),
      everything('song', 500),
      step('getPlaylists'),
      step('getPodcasts'),
      step('getStarred2'),
      step('getInternetRadioStations'),
      step('getAlbum', { id: album }),
      step('getArtistInfo2', { id: artist }),
      picture,
      sound,
    ],
  },
  browser: {
    ...usual,
    client: 'A page',
    isInBrowser: true,
    doesDownload: false,
    steps: [
      step('ping'),
      step('getOpenSubsonicExtensions'),
      albums('newest', 50),
      step('getArtists'),
      step('getPlaylists'),
      everything('song', 50),
      picture,
      sound,
    ],
  },
  dsub: {
    ...usual,
    client: 'DSub',
    version: '1.2.0',
    format: 'xml',
    scheme: 'hex',
    steps: [
      step('ping'),
      step('getLicense'),
      step('getMusicFolders'),
      step('getIndexes'),
      step('getMusicDirectory', { id: folder }),
      step('getPlaylists'),
      step('getPodcasts'),
      step('getBookmarks'),
      picture,
      sound,
    ],
  },
};

import { plural } from '../plural.ts';

const songCount = plural('en', { one: '# song', other: '# songs' });
const numberOf = plural('en', { one: '#', other: '#' });

/** Texts of the first screen, of artists and of genres. */
export const artists = {
  continue: 'Continue',
  placeInQueue: (place: number, count: number): string =>
    place > 0 ? `Song ${numberOf(place)} of ${numberOf(count)}` : songCount(count),
  letters: 'Letters',
  roleTabs: 'What they do',
  everybody: 'All',
  rolePlurals: {
    artist: 'Artists',
    composer: 'Composers',
    lyricist: 'Lyricists',
    conductor: 'Conductors',
    performer: 'Performers',
    remixer: 'Remixers',
    producer: 'Producers',
    arranger: 'Arrangers',
    djMixer: 'DJ mixers',
  },
  roles: {
    artist: 'Artist',
    composer: 'Composer',
    lyricist: 'Lyricist',
    conductor: 'Conductor',
    performer: 'Performer',
    remixer: 'Remixer',
    producer: 'Producer',
    arranger: 'Arranger',
    djMixer: 'DJ mixer',
  },
  artistCount: plural('en', { one: '# artist', other: '# artists' }),
  noneOfRole: 'No song names anybody of this kind.',
  topSongs: 'Most played by you',
  singles: 'Singles and EPs',
  live: 'Live',
  compilations: 'Compilations',
  appearsOn: 'Appears on',
  composed: 'Composed',
  similar: 'Similar artists',
  works: 'Works',
  worksOf: (name: string): string => `Works of ${name}`,
  noWorks: 'No song names a work of this composer.',
  recordingCount: plural('en', { one: '# recording', other: '# recordings' }),
  withoutAlbum: 'Without an album',
  genreOrder: 'Order',
  genreOrders: { name: 'Name', songs: 'Most songs' },
  genreCount: plural('en', { one: '# genre', other: '# genres' }),
  relatedTo: (name: string): string => `Related to ${name}`,
  mainArtists: 'Main artists',
  newestAlbums: 'Newest albums',
  genresOf: (name: string): string => `Genres of ${name}`,
  musicOf: (name: string): string => `Music of ${name}`,
} as const;

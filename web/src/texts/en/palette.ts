import { plural } from '../plural.ts';

/** Texts of the search that opens over any page. */
export const palette = {
  title: 'Search and commands',
  placeholder: 'Search music, or type a command',
  results: 'Results',
  groups: {
    best: 'Best match',
    albums: 'Albums and folders',
    songs: 'Songs',
    playlists: 'Playlists',
    commands: 'Commands',
    recent: 'Recent searches',
  },
  showAll: plural('en', { one: 'Show # result', other: 'Show all # results' }),
  nothing: 'Nothing was found.',
  unreachable: 'The server cannot be reached.',
  keys: '↑↓ to choose · Enter opens · Ctrl Enter plays · Shift Enter adds to the queue',
  theme: (name: string): string => `${name} theme`,
  systemTheme: 'Theme of the system',
  scan: 'Scan now',
  scanning: 'The collection is being scanned.',
  failed: 'That did not work. Please try again.',
  goTo: (place: string): string => `Go to ${place}`,
  shuffle: 'Shuffle the playlist',
  clear: 'Clear the playlist',
} as const;

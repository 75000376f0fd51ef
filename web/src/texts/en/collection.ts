import { plural } from '../plural.ts';

const results = plural('en', { one: '# result found', other: '# results found' });

/** Texts of the collection's screens. */
export const collection = {
  title: 'Music Collection',
  breadcrumbs: 'Where you are',
  allMusic: 'All Music',
  queueAll: 'Queue All',
  shuffle: 'Shuffle',
  disc: (number: number): string => `Disc ${number}`,
  songCount: plural('en', { one: '# song', other: '# songs' }),
  albumCount: plural('en', { one: '# album', other: '# albums' }),
  itemCount: plural('en', { one: '# item', other: '# items' }),
  contentsOf: (name: string): string => `Contents of ${name}`,
  albumsOf: (name: string): string => `Albums of ${name}`,
  songsOf: (name: string): string => `Songs of ${name}`,
  playItem: (name: string): string => `Play ${name} now`,
  actionsFor: (name: string): string => `Actions for ${name}`,
  choose: 'Select',
  chosen: plural('en', { one: '# selected', other: '# selected' }),
  chosenActions: 'Actions for what is selected',
  clearChosen: 'Clear the selection',
  selectedCount: plural('en', { one: '# item', other: '# items' }),
  away: 'Away',

  random: 'Random',
  randomAlbums: 'Random albums',
  more: 'More',
  recent: 'Recently Added',

  search: 'Search',
  find: 'Find',
  resultsFound: (count: number, query: string): string => `${results(count)} for '${query}'`,
  resultsFor: (query: string): string => `Results for '${query}'`,
  songs: 'Songs',

  playlists: 'Playlists',
  savedPlaylists: 'Saved playlists',
  playlist: 'Playlist',
  play: 'Play',

  emptyCollection: 'There is no music here yet. Add a folder of music in the settings.',
  emptyCollectionUser: 'There is no music here yet. An administrator can add a folder of music.',
  toCollectionSettings: 'Music sources',
  emptyFolder: 'There is no music in this folder.',
  noAlbums: 'There are no albums yet.',
  toAllMusic: 'Go to All Music',
  folderGone: 'This folder is not in the collection.',
  playlistGone: 'There is no playlist of this name.',
  loadFailed: 'This could not be loaded.',
  notReady: 'The collection is being read in anew. This comes back by itself in a moment.',
  firstScan: 'Your music is being read for the first time. It appears here as it is found.',

  gathering: 'Gathering songs…',
  gatherFailed: 'The songs could not be loaded.',
  nothingToPlay: 'There are no songs in there.',
  filterAndSort: 'Filter and sort',
  smartList: 'Smart list',
} as const;

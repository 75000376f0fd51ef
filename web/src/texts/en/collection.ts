import { plural } from '../plural.ts';

const results = plural('en', { one: '# result found', other: '# results found' });

/** Texts of the collection's screens. */
export const collection = {
  title: 'Music Collection',
  breadcrumbs: 'Where you are',
  allMusic: 'All Music',
  queueAll: 'Queue All',
  disc: (number: number): string => `Disc ${number}`,
  songCount: plural('en', { one: '# song', other: '# songs' }),
  albumCount: plural('en', { one: '# album', other: '# albums' }),
  itemCount: plural('en', { one: '# item', other: '# items' }),
  contentsOf: (name: string): string => `Contents of ${name}`,
  albumsOf: (name: string): string => `Albums of ${name}`,
  songsOf: (name: string): string => `Songs of ${name}`,
  playItem: (name: string): string => `Play ${name} now`,
  actionsFor: (name: string): string => `Actions for ${name}`,
  selectedCount: plural('en', { one: '# item', other: '# items' }),
  away: 'Away',
  awayHint: 'Its drive is away right now. Nothing is lost.',

  random: 'Random',
  randomAlbums: 'Random albums',
  more: 'More',
  recent: 'Recently Added',

  search: 'Search',
  find: 'Find',
  searchField: 'Search the collection',
  searchPlaceholder: 'Songs, artists, albums, folders',
  searchHelp: 'Type to search songs, artists, albums and folders. All words have to match.',
  resultsFound: (count: number, query: string): string => `${results(count)} for '${query}'`,
  resultsFor: (query: string): string => `Results for '${query}'`,
  foldersAndAlbums: 'Folders and albums',
  songs: 'Songs',
  showAll: plural('en', { one: 'Show all (#)', other: 'Show all (#)' }),
  showFewer: 'Show fewer',
  noResults: 'Try fewer or shorter words.',
  clearSearch: 'Clear the search',

  playlists: 'Playlists',
  savedPlaylists: 'Saved playlists',
  playlist: 'Playlist',
  noPlaylists:
    'You have no playlists yet. Fill the current playlist with music, then save it with the save button above it.',
  play: 'Play',
  delete: 'Delete',
  deleting: 'Deleting…',
  deleteForGood:
    'What is in this playlist could not be read, so deleting it cannot be undone. Delete it anyway?',
  playlistDeleted: (name: string): string => `Playlist '${name}' deleted`,
  playlistDeleteFailed: (name: string): string => `Playlist '${name}' could not be deleted.`,
  playlistRestoreFailed: (name: string): string => `Playlist '${name}' could not be brought back.`,
  emptyPlaylist: 'This playlist has no songs.',
  toPlaylists: 'All playlists',

  emptyCollection: 'There is no music here yet. Add a folder of music in the settings.',
  emptyCollectionUser: 'There is no music here yet. An administrator can add a folder of music.',
  toCollectionSettings: 'Music sources',
  emptyFolder: 'There is no music in this folder.',
  noAlbums: 'There are no albums yet.',
  toAllMusic: 'Go to All Music',
  folderGone: 'This folder is not in the collection.',
  playlistGone: 'There is no playlist of this name.',
  loadFailed: 'This could not be loaded.',
  firstScan: 'Your music is being read for the first time. It appears here as it is found.',

  gathering: 'Gathering songs…',
  gatherFailed: 'The songs could not be loaded.',
  nothingToPlay: 'There are no songs in there.',
} as const;

import { plural } from '../plural.ts';

const results = plural('en', { one: '# result found', other: '# results found' });
const removed = plural('en', { one: '# song removed', other: '# songs removed' });

/** Texts of what is done to lists. */
export const lists = {
  changedElsewhere: 'This playlist was changed elsewhere. Nothing was done; this is how it is now.',
  notEdited: 'This could not be changed. Please try again.',
  removedFrom: (count: number, name: string): string => `${removed(count)} from '${name}'`,
  sorted: 'Playlist sorted',
  rename: 'Rename',
  sortBy: 'Sort…',

  playlists: 'Playlists',
  savedPlaylists: 'Saved playlists',
  noPlaylists:
    'You have no playlists yet. Fill the current playlist with music, then save it with the save button above it.',
  delete: 'Delete',
  deleting: 'Deleting…',
  deleteForGood:
    'What is in this playlist could not be read, so deleting it cannot be undone. Delete it anyway?',
  playlistDeleted: (name: string): string => `Playlist '${name}' deleted`,
  playlistDeleteFailed: (name: string): string => `Playlist '${name}' could not be deleted.`,
  playlistRestoreFailed: (name: string): string => `Playlist '${name}' could not be brought back.`,
  emptyPlaylist: 'This playlist has no songs.',
  toPlaylists: 'All playlists',

  saveSmartList: 'Save as smart list…',
  saveSmartListTitle: 'Save as smart list',
  editSmartList: 'Edit the smart list',
  smartListName: 'Name',
  smartListQuery: 'Query',
  smartListTip: 'It holds what it finds whenever it is opened: rating >= 4 -lastplayed:2026',
  smartListNameTaken: 'There is a smart list of this name already.',
  smartListSaved: (name: string): string => `Smart list '${name}' saved`,
  openSmartList: 'Open',
  smartListDeleted: (name: string): string => `Smart list '${name}' deleted`,
  smartListDeleteFailed: (name: string): string => `Smart list '${name}' could not be deleted.`,
  smartListRestoreFailed: (name: string): string => `Smart list '${name}' could not be brought back.`,
  smartListGone: 'There is no smart list of this name.',
  emptySmartList: 'Nothing in the collection answers this query now.',

  search: 'Search',
  find: 'Find',
  resultsFound: (count: number, query: string): string => `${results(count)} for '${query}'`,
  resultsFor: (query: string): string => `Results for '${query}'`,
  songs: 'Songs',
  searchHelp: 'Type to search songs, artists, albums and folders. All words have to match.',
  noResults: 'Try fewer or shorter words.',
  showAll: plural('en', { one: 'Show all (#)', other: 'Show all (#)' }),
  showFewer: 'Show fewer',
  foldersAndAlbums: 'Folders and albums',
  clearSearch: 'Clear the search',
  suggestions: 'Suggestions',
  forgiven: (typed: string, used: string) => `Nothing found for “${typed}”; showing “${used}”.`,
  searchExactly: (typed: string) => `Search for “${typed}” only`,
  searchField: 'Search the collection',
  searchPlaceholder: 'Songs, artists, albums, folders',
} as const;

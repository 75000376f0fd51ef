import { plural } from '../plural.ts';

const songs = plural('en', { one: '# song', other: '# songs' });
const areIn = plural('en', { one: '# song is', other: '# songs are' });

/** Texts of menus and of what they open. */
export const menus = {
  goToAlbum: 'Go to album',
  goToArtist: 'Go to artist',
  showInFolder: 'Show in folder',
  details: 'Details',
  allDetails: 'All details',
  download: 'Download',
  correct: 'Correct…',

  addToPlaylist: 'Add to playlist…',
  addTitle: 'Add to playlist',
  addFailed: 'This could not be added. Please try again.',
  addedTo: (count: number, name: string): string => `${songs(count)} added to '${name}'`,
  notTakenBack: (name: string): string => `'${name}' was changed meanwhile. Nothing was taken back.`,
  alreadyIn: (count: number, name: string): string => `${areIn(count)} in '${name}' already.`,
  skipThem: (count: number): string => (count === 1 ? 'Skip it' : 'Skip them'),
  addAgain: 'Add again',
  playlistName: 'Playlist',
  playlistPlaceholder: 'Find one, or name a new one',
  newPlaylist: (name: string): string => `New playlist '${name}'`,
  noPlaylistYet: 'You have no playlists yet: type a name to make one.',

  /** Names of what is known of a song. */
  fields: {
    title: 'Title',
    artist: 'Artist',
    album_artist: 'Album artist',
    album: 'Album',
    year: 'Year',
    disc_number: 'Disc',
    track_number: 'Track',
    genre: 'Genre',
    composer: 'Composer',
    lyricist: 'Lyricist',
    label: 'Label',
    duration: 'Length',
    path: 'File',
  },

  newName: 'New name',
  renamed: (name: string): string => `The playlist is called '${name}' now`,
  nameTaken: 'There is a playlist of this name already.',
  save: 'Save',
  sortLabel: 'Sort the playlist',
  sorts: {
    title: 'By title',
    artist: 'By artist',
    album: 'By album',
    year: 'By year',
    duration: 'By length',
    reverse: 'Reverse the order',
  },
  notEdited: 'This could not be changed. Please try again.',

  shortcuts: {
    title: 'Keyboard shortcuts',
    playPause: 'Play or pause',
    seek: 'Back or forward a few seconds',
    skip: 'Previous or next track',
    mute: 'Mute',
    shuffle: 'Shuffle on or off',
    favourite: 'Favourite: what plays, or not any more',
    nowPlaying: 'Show what plays, or hide it',
    queue: 'Go to the playlist',
    filter: 'Filter and sort this list',
    jump: 'Jump to what begins so (after an apostrophe, any letter)',
    search: 'Search',
    palette: 'Search and commands, over any page',
    help: 'This sheet',
    move: 'Move the selected tracks',
    remove: 'Remove the selected tracks',
    selectAll: 'Select all tracks',
    menu: 'Menu of a song, album or folder',
    play: 'Play now',
    keys: { letters: 'A–Z', space: 'Space', enter: 'Enter', delete: 'Delete' },
  },
} as const;

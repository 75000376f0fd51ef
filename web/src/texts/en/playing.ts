import { plural } from '../plural.ts';

/** Texts of what plays that no first screen shows: what went wrong, the view of what plays, saving. */
export const playing = {
  browserOn: (browser: string, system: string): string => `${browser} on ${system}`,
  stoppedOn: (title: string, device: string): string =>
    device === ''
      ? `You stopped at '${title}' on another device.`
      : `You stopped at '${title}' on ${device}.`,
  continueHere: 'Continue here',
  notContinued: 'The playlist of the other device could not be loaded. Please try again.',

  moveUp: 'Move up',
  moveDown: 'Move down',
  movedTo: (title: string, position: number): string => `${title} moved to position ${position}`,

  undoCleared: 'Playlist cleared',
  undoShuffled: 'Playlist shuffled',
  undoReplaced: 'Playlist replaced',
  undoRemoved: plural('en', { one: '# song removed', other: '# songs removed' }),

  queueMenu: 'Song actions',

  saveDialog: 'Save playlist',
  playlistName: 'Playlist name:',
  playlistNamePlaceholder: 'Cool Playlist',
  closeSave: 'Close',
  saveStates: { ready: 'Save', saving: 'Saving…', success: 'Saved!', failure: 'Error :(' },

  closeNowPlaying: 'Hide what plays',
  songDetails: 'Details of this song',
  lyrics: {
    title: 'Lyrics',
    none: 'No words of this song are known.',
    failed: 'The words could not be loaded.',
    pause: 'A pause',
  },

  isBlocked: 'The browser wants a click before it plays anything.',
  sleep: {
    title: 'Stop by itself',
    close: 'Close',
    label: 'Stop playing',
    off: 'Not by itself',
    minutes: plural('en', { one: 'In # minute', other: 'In # minutes' }),
    track: 'After this song',
    album: 'After this album',
    at: (time: string): string => `At ${time}`,
  },

  playbackError: 'Playback Error',
  networkError: (track: string): string => `${track} could not be played because of a network error.`,
  decodingError: (track: string): string => `${track} could not be played because of a decoding error.`,
  unsuitableError: (track: string): string =>
    `${track} could not be played because it is not a suitable source of audio.`,
  faults: {
    network: 'This could not be played because of a network error.',
    decode: 'This could not be played because of a decoding error.',
    unsuitable: 'This is not a suitable source of audio.',
    gone: 'The file of this is not there any more.',
    unconvertible:
      'This is not a suitable source of audio: this browser does not play its kind, and the server has no ffmpeg to convert it.',
  },
  fileGone: 'The file is not there any more.',
  nothingPlayable: 'None of these songs could be played.',
  showNotifications: 'Show as notifications',
} as const;

import { plural } from '../plural.ts';

/** Texts of the queue and the player. */
export const player = {
  unknownArtist: 'Unknown Artist',
  unknownAlbum: 'Unknown Album',
  primaryLine: (artist: string, title: string): string => `${artist} - ${title}`,
  secondaryLine: (album: string, year: number | null, track: number | null): string =>
    [album, year === null ? '' : `(${year})`, track === null ? '' : `#${track}`]
      .filter((part) => part !== '')
      .join(' '),

  browserOn: (browser: string, system: string): string => `${browser} on ${system}`,
  stoppedOn: (title: string, device: string): string =>
    device === ''
      ? `You stopped at '${title}' on another device.`
      : `You stopped at '${title}' on ${device}.`,
  continueHere: 'Continue here',
  notContinued: 'The playlist of the other device could not be loaded. Please try again.',

  queue: 'Playlist',
  queueRegion: 'Current playlist',
  queueHelp: 'Make a playlist by dragging music from your collection to here.',
  queueHelpTouch: 'Make a playlist by tapping music in your collection, or holding it for more.',
  hideQueue: 'Hide the playlist',
  moveUp: 'Move up',
  moveDown: 'Move down',
  save: 'Save playlist',
  clear: 'Clear playlist',
  shuffle: 'Shuffle playlist',
  order: 'Order',
  orders: {
    default: 'Default',
    random: 'Random',
    'repeat-track': 'Repeat Track',
    'repeat-all': 'Repeat All',
  },
  shuffleMode: 'Shuffle',
  shuffleIsOn: 'Shuffle is on',
  shuffleIsOff: 'Shuffle is off',
  repeatModes: { off: 'Repeat: off', all: 'Repeat: all', one: 'Repeat: this song' },
  totalDuration: (duration: string): string => `Total duration ${duration}`,
  songCount: plural('en', { one: '# song', other: '# songs' }),
  removeMark: '[-]',
  remove: (title: string): string => `Remove ${title}`,
  nowPlaying: 'Now playing',
  nowPlayingSong: (primaryLine: string): string => `Now playing: ${primaryLine}`,
  movedTo: (title: string, position: number): string => `${title} moved to position ${position}`,

  undo: 'Undo',
  undoCleared: 'Playlist cleared',
  undoShuffled: 'Playlist shuffled',
  undoReplaced: 'Playlist replaced',
  undoRemoved: plural('en', { one: '# song removed', other: '# songs removed' }),
  addedToQueue: plural('en', { one: '# song added', other: '# songs added' }),

  playNow: 'Play now',
  playNext: 'Play next',
  addToQueue: 'Add to queue',
  queueMenu: 'Song actions',
  removeSelected: 'Remove',

  saveDialog: 'Save playlist',
  playlistName: 'Playlist name:',
  playlistNamePlaceholder: 'Cool Playlist',
  closeSave: 'Close',
  saveStates: { ready: 'Save', saving: 'Saving…', success: 'Saved!', failure: 'Error :(' },

  playerRegion: 'Player',
  play: 'Play',
  pause: 'Pause',
  previous: 'Previous song',
  next: 'Next song',
  mute: 'Mute',
  unmute: 'Unmute',
  volume: 'Volume',
  volumeValue: (percent: number): string => `${percent} percent`,
  seek: 'Position',
  seekValue: (elapsed: string, duration: string): string => `${elapsed} of ${duration}`,
  showRemaining: 'Show the time that remains',
  showElapsed: 'Show the time elapsed',
  waitsForServer: 'Waiting for the server…',
  openNowPlaying: 'Show what plays',
  closeNowPlaying: 'Hide what plays',
  songDetails: 'Details of this song',
  nothingPlays: 'Nothing is playing',
  playsElsewhere: 'Playing in another tab',
  openQueue: 'Open the playlist',
  lyrics: {
    title: 'Lyrics',
    none: 'No words of this song are known.',
    failed: 'The words could not be loaded.',
    pause: 'A pause',
  },
  coverOf: (album: string): string => `Cover of ${album}`,

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
  folderFailed: 'The songs of this folder could not be loaded.',
} as const;

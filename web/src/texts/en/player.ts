import { plural } from '../plural.ts';

/** Texts of the queue and the player that a first screen shows; the others stand in playing.ts. */
export const player = {
  unknownArtist: 'Unknown Artist',
  unknownAlbum: 'Unknown Album',
  primaryLine: (artist: string, title: string): string => `${artist} - ${title}`,
  secondaryLine: (album: string, year: number | null, track: number | null): string =>
    [album, year === null ? '' : `(${year})`, track === null ? '' : `#${track}`]
      .filter((part) => part !== '')
      .join(' '),

  queue: 'Playlist',
  queueRegion: 'Current playlist',
  queueHelp: 'Make a playlist by dragging music from your collection to here.',
  queueHelpTouch: 'Make a playlist by tapping music in your collection, or holding it for more.',
  hideQueue: 'Hide the playlist',
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

  undo: 'Undo',
  addedToQueue: plural('en', { one: '# song added', other: '# songs added' }),

  playNow: 'Play now',
  playNext: 'Play next',
  addToQueue: 'Add to queue',
  removeSelected: 'Remove',

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
  nothingPlays: 'Nothing is playing',
  playsElsewhere: 'Playing in another tab',
  openQueue: 'Open the playlist',
  coverOf: (album: string): string => `Cover of ${album}`,

  folderFailed: 'The songs of this folder could not be loaded.',
} as const;

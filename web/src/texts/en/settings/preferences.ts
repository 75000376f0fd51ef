/** Colours of the page. */
export const theme = {
  title: 'Theme',
  mode: 'Mode',
  color: 'Color',
  reset: 'Reset the theme',
  followSystem: 'Follow the system (light or dark)',
  swatch: (color: string) => `Color ${color}`,
} as const;

/** The keyboard. */
export const input = {
  title: 'Keyboard',
  shortcuts: 'Keyboard shortcuts',
  shortcutsTip: 'Press ? anywhere to see them all.',
} as const;

/** How songs sound. */
export const playback = {
  title: 'Playback',
  soundQuality: {
    label: 'Sound quality in this browser',
    options: {
      original: 'Original: files as they are',
      high: 'High: less data, hardly told from the original',
      low: 'Low: least data, for travelling',
    },
  },
  qualityTip:
    'From the next song on. What this browser does not play, or what would take more data than you want, is converted by the server.',
  qualityWithout:
    'The server has no ffmpeg, or does not convert songs: they come as they are, and kinds that this browser does not play cannot be heard.',
  output: {
    label: 'Sound goes to',
    system: 'Where the system sends it',
    unnamed: (place: number) => `Device ${place}`,
    away: (name: string) => `${name} (not there now)`,
    more: 'Show devices',
    tip: 'The browser shows what there is.',
    microphoneTip:
      'The browser names devices only to pages that may use the microphone, and asks for that. Nothing is recorded.',
    refused: 'The browser did not allow it.',
  },
  levels: {
    label: 'Loudness',
    options: {
      auto: 'Alike: by album while one plays in order, else by song',
      track: 'Alike: by song',
      album: 'Alike: by album',
      off: 'As recorded',
    },
  },
  preamp: {
    label: 'Louder or quieter',
    options: {
      '0': 'As it is',
      '-6': '6 dB quieter',
      '-3': '3 dB quieter',
      '3': '3 dB louder',
      '6': '6 dB louder',
    },
  },
  waveform: {
    label: 'Seek bar',
    options: { on: 'The shape of the sound, where the server can draw it', off: 'A plain line' },
  },
  crossfade: {
    label: 'Fade from song to song',
    options: {
      '0': 'Not',
      '2': '2 seconds',
      '4': '4 seconds',
      '6': '6 seconds',
      '8': '8 seconds',
      '12': '12 seconds',
    },
  },
  spokenRate: {
    label: 'Speed of spoken things',
    options: {
      '1': 'Usual',
      '0.75': '0.75 times',
      '1.25': '1.25 times',
      '1.5': '1.5 times',
      '1.75': '1.75 times',
      '2': 'Twice',
    },
  },
  tip: 'Loudness is taken from ReplayGain and R128 tags. Songs of one album never fade into each other. Spoken is what its genre calls so, like audiobooks and podcasts.',
} as const;

/** How lists look, and what a tap does. */
export const lists = {
  title: 'Lists',
  density: {
    label: 'Rows',
    options: { normal: 'Normal', compact: 'Close together', roomy: 'Far apart' },
  },
  tapChoice: {
    label: 'A tap on a song',
    options: { play: 'Plays the list from there', add: 'Adds it to the queue' },
  },
  listTools: {
    label: 'Filter and columns above lists',
    options: { closed: 'When asked for', open: 'Always' },
  },
  tip: 'With a finger, draw a song to the right to add it, to the left to play it next.',
} as const;

import type { AwayReason, ProblemReason } from '@tonearm/contract';
import { plural } from '../../plural.ts';

/** Why a folder cannot be looked into, be it a source's own or one below. */
const folderReasons = {
  folder_forbidden: 'The server is not allowed to look into this folder.',
  folder_disk_error: 'The disk could not read this folder.',
  folder_lost: 'The network drive lost this folder.',
  folder_unreadable: 'This folder cannot be read.',
} as const;

/** Pictures of albums. */
export const art = {
  title: 'Album art',
  label: 'Album art pattern',
  placeholder: 'Folder.(jpg|png)',
  tip: 'The regular expression used to detect album art files.',
  invalid: 'Please enter a valid regular expression.',
} as const;

/** Where music lies. */
export const sources = {
  title: 'Music sources',
  remove: (name: string) => `Remove ${name}`,
  removeUnnamed: 'Remove this source',
  removal: 'Remove',
  addMore: 'Add more',
  draft: 'Fill in both to use this source.',
  locationOf: (index: number) => `Location of source ${index}`,
  nameOf: (index: number) => `Name of source ${index}`,
} as const;

/** Scans: when, how far, and what went wrong. */
export const scan = {
  title: 'Scan',
  every: 'Scan collection every',
  minutes: 'minutes',
  everyLabel: 'Scan collection every … minutes',
  everyTip: '0 scans on demand and when files change.',
  states: { ready: 'Scan now', applying: 'Hold on…', success: 'On it!', failure: 'Error :(' },
  stop: 'Stop',
  phases: {
    idle: 'Nothing is being scanned.',
    walk: 'Looking for files…',
    plan: 'Comparing with what is known…',
    read: 'Reading music…',
    write: 'Storing…',
    finish: 'Finishing…',
  },
  found: plural('en', { one: '# file found', other: '# files found' }),
  done: (percent: string) => `${percent} done`,
  read: (read: string, all: string) => `${read} of ${all} read`,
  rate: plural('en', { one: '# file per second', other: '# files per second' }),
  songs: plural('en', { one: '# song in the collection', other: '# songs in the collection' }),
  queued: 'Another scan follows.',
  progress: 'Progress of the scan',
  last: (when: string) => `Last scan: ${when}`,
  lastFailed: (when: string) => `The last scan failed ${when}. What was found before is still there.`,
  lastCancelled: (when: string) => `The last scan was stopped ${when}. The next one goes on from there.`,
  problems: plural('en', { one: '# file could not be read', other: '# files could not be read' }),
  moreProblems: plural('en', { one: 'and # more', other: 'and # more' }),
  storage: {
    full: (room: string | null) =>
      `The disk of the server is full${room === null ? '' : ` (${room} left)`}. Listening goes on, but nothing can be saved until there is room again.`,
    read_only: (_room: string | null) =>
      'The data folder of the server cannot be written to. Listening goes on, but nothing can be saved until that is allowed again.',
    failing: (_room: string | null) =>
      'The disk of the data folder reports errors. Listening goes on, but changes may be refused. Look after the disk, and keep a backup elsewhere.',
  },
  rebuilt: {
    damaged: (when: string) =>
      `The list of the collection was found damaged ${when} and made anew from your files. Users, playlists and dates were not touched. The log says more; look after the disk if it happens again.`,
    lost: (when: string) =>
      `The list of the collection was deleted or replaced ${when} and made anew from your files. Users, playlists and dates were not touched.`,
  },
  tryAgain: 'Try again',
  tryAgainOf: (path: string) => `Try again: ${path}`,
  tryAllAgain: 'Try all again',
  triesAgain: 'They are tried again now.',
  nextTry: (when: string) => `Tried again by itself ${when}.`,
  nextTrySoon: 'Tried again by itself soon.',
  unreachable: 'The progress cannot be shown right now.',
  reasons: {
    ...folderReasons,
    entry_forbidden: 'The server is not allowed to look at this file.',
    entry_disk_error: 'The disk could not look up this file.',
    entry_lost: 'The network drive lost this file.',
    entry_unreadable: 'This file cannot be looked at.',
    file_forbidden: 'The server is not allowed to read this file.',
    file_disk_error: 'The disk could not read this file.',
    file_lost: 'The network drive lost this file.',
    too_many_files_open: 'Too many files are open.',
    link_circle: 'This link leads in a circle.',
    file_not_fetched: 'The bucket did not give this file.',
    file_changed: 'This file changed while it was read.',
    not_a_file: 'This is no file but a pipe, a socket or a device.',
    file_empty: 'The file is empty.',
    no_sound: 'No sound was found in this file.',
    only_moving_pictures: 'There are moving pictures in this file, but no sound.',
    cut_off: 'The file is broken off.',
    impossible_size: 'The file is broken: a part of it claims an impossible size.',
    not_audio: 'The file is broken or is not audio.',
    no_answer: 'The drive did not answer while this file was read.',
    too_much_work: 'Reading this file took too long.',
    too_much_memory: 'Reading this file took too much memory.',
    reader_failed: 'Reading this file failed.',
  } satisfies Record<ProblemReason, string>,
} as const;

/** Sources that cannot be reached. */
export const away = {
  title: 'Away right now',
  reasons: {
    ...folderReasons,
    folder_missing: 'Its folder is missing.',
    folder_empty: 'Its folder is empty.',
    folder_kept_out: 'A .nomedia or .ndignore file in its folder keeps it out.',
    songs_gone: 'None of its songs can be found.',
    bucket_missing: 'There is no such bucket.',
    bucket_empty: 'Its bucket is empty.',
    bucket_forbidden: 'The keys do not open this bucket.',
    bucket_elsewhere: 'The bucket does not answer there. Check its address and region.',
    bucket_unreachable: 'The bucket does not answer.',
    bucket_unset: 'It is not known how this bucket is reached. Enter that below.',
  } satisfies Record<AwayReason, string>,
  songsGone: (gone: number, songs: number) => `${gone} of its ${songs} songs cannot be found.`,
  songs: plural('en', { one: '# song is kept', other: '# songs are kept' }),
  missing: plural('en', { one: '# song is missing', other: '# songs are missing' }),
  since: (when: string) => `since ${when}`,
  keep: 'Keep',
  keepOf: (name: string) => `Keep the songs of ${name}`,
  forget: 'They are really gone',
  forgetOf: (name: string) => `They are really gone: ${name}`,
  confirm: plural('en', {
    one: 'Forget # song for good? Playlists lose their entry for it.',
    other: 'Forget # songs for good? Playlists lose their entries for them.',
  }),
  confirmYes: 'Yes, forget them',
  kept: (name: string) => `The songs of ${name} are kept.`,
  forgotten: (name: string) => `${name} was forgotten.`,
} as const;

import { plural } from '../plural.ts';

/** Texts of the page about the server: backups, diagnostics, log. */
export const serverCare = {
  backups: {
    title: 'Backups',
    text: 'Users, playlists, plays, settings and everything else people made. Music, covers and the list of the collection are not in a backup: they are made of your files.',
    next: (when: string) => `The next one is made ${when}.`,
    none: 'There is none yet.',
    last: (when: string) => `The newest one was made ${when}.`,
    failed: (when: string, why: string) => `The last attempt, ${when}, did not go well in all. ${why}`,
    nightly: 'Make one every night',
    nightlyTip: 'At three, by the clock of the machine the server runs on.',
    keep: 'How many to keep',
    folder: 'Another folder that gets each one too',
    folderPlaceholder: '/mnt/other-disk/tonearm',
    folderTip:
      'A folder of the machine the server runs on: another disk or a network drive. Leave it empty for none.',
    states: { ready: 'Make one now', applying: 'Making one …', success: 'Made', failure: 'Not made' },
    list: 'Backups',
    places: { data: 'in the data folder', folder: 'in the other folder' },
    restore: 'Restore',
    restoreOf: (when: string) => `Restore the backup of ${when}`,
    restoreTitle: 'Restore this backup?',
    restoreQuestion: (when: string) =>
      `Everything people made goes back to how it was on ${when}. The server starts anew, which takes some seconds, and you may have to sign in again. What is replaced is kept in the data folder.`,
    restoring: 'The backup is sound. The server starts anew with it.',
    keyApart: (file: string) =>
      `Passwords of linked services can only be read with the file ${file}, which is in no backup. Keep a copy of it apart from them.`,
    commandText: 'When the server does not start any more, stop it and run:',
    more: plural('en', { one: '# older one', other: '# older ones' }),
  },
  collection: {
    title: 'Music sources and scans',
    states: { available: 'there', away: 'away', pending: 'not scanned yet' },
    source: (name: string, state: string, songs: string) => `${name}: ${state}, ${songs}`,
    songs: plural('en', { one: '# song', other: '# songs' }),
    noSources: 'There is no music source.',
  },
  sound: {
    title: 'Converting and measuring sound',
    ffmpeg: 'ffmpeg',
    asking: 'is being looked for',
    ready: (version: string, formats: string) => `${version}, converts into ${formats}`,
    readyWithout: (version: string) => `${version}, without encoders for players`,
    absent: 'Not there. Songs come as they are, and the seek bar is a plain line.',
    absentTip:
      'Install ffmpeg on the machine the server runs on, and start the server anew. Another place is told with --ffmpeg.',
    why: (reason: string) => `The machine says: ${reason}`,
    running: 'Conversions now',
    runningOf: (running: number, limit: number, each: number) =>
      `${running} of ${limit} at most, ${each} of one person`,
    cache: 'Kept conversions',
    cacheOf: (used: string, limit: string) => `${used} of ${limit} (--converted-megabytes)`,
    waveforms: 'Kept waveforms',
    measuring: 'Measuring loudness',
    states: {
      off: 'off',
      resting: 'nothing is to be done',
      waiting: 'waits until nobody listens, no scan runs and the machine has little to do',
      working: 'at work',
    },
    progress: (state: string, share: string) => `${state}, ${share} of the collection`,
    measured: 'Measured',
    measuredSongs: plural('en', { one: '# song', other: '# songs' }),
    failed: plural('en', { one: '# that cannot be read', other: '# that cannot be read' }),
    converts: 'Convert songs for players that ask',
    measures: 'Measure how loud songs are when their tags do not say',
  },
  diagnostics: {
    title: 'The server',
    version: 'Version',
    system: 'Runs on',
    started: 'Started',
    memory: 'Memory',
    state: 'What people made (state.db)',
    library: 'List of the collection (library.db)',
    room: 'Room on its disk',
    unknown: 'not known',
    watching: 'Changes of folders are seen',
    modes: {
      native: 'at once',
      plain: 'at once, in a way that needs more memory',
      off: 'by the next scan only',
    },
    unwatched: plural('en', {
      one: 'but in # folder, which cannot be watched',
      other: 'but in # folders, which cannot be watched',
    }),
    outbox: 'Plays on their way to services',
    waiting: (waiting: number, refused: number) =>
      refused === 0 ? `${waiting} waiting` : `${waiting} waiting, ${refused} refused`,
    low: (room: string) =>
      `Only ${room} are left on the disk of the server. Free some space before it is full: then nothing could be saved any more.`,
    writtenBack: (when: string) =>
      `The database state.db was deleted or replaced while the server runs (${when}). Everything in it was written there again, and nothing is lost. Please find out what does that.`,
    reclaimable: 'May be deleted by hand in the data folder',
    kinds: {
      damaged_libraries: plural('en', {
        one: '# damaged list of the collection that was set aside',
        other: '# damaged lists of the collection that were set aside',
      }),
      copies_before_upgrades: plural('en', {
        one: '# copy from before an upgrade',
        other: '# copies from before upgrades',
      }),
      replaced_states: plural('en', {
        one: '# state in whose place another was put',
        other: '# states in whose place others were put',
      }),
    },
    reclaimed: (what: string, size: string) => `${what}, ${size}`,
  },
  log: {
    title: 'Log',
    text: 'The latest lines since the server started. Passwords and tokens are taken out.',
    level: 'Show',
    levels: { debug: 'Everything', info: 'News and worse', warn: 'Warnings and errors', error: 'Errors' },
    refresh: 'Refresh',
    empty: 'Nothing was said.',
    lines: 'Lines of the log',
  },
} as const;

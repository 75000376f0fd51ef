import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tempFolder } from '@tonearm/testkit';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { checkModel } from './test-model-check.ts';
import { createTestScanner } from './test-scan.ts';
import {
  answersOf,
  checkWithin,
  isRecognised,
  isSame,
  rowsOf,
  type StormRow,
  seenOf,
} from './test-storm-check.ts';
import { type Deed, deed, isOther, type OtherKind } from './test-storm-deeds.ts';
import { type Choice, createStormFolder, type StormFolder } from './test-storm-folder.ts';
import { keptStorms } from './test-storm-kept.ts';
import { raw } from './test-storm-names.ts';
import { checkPlainly, isFolder } from './test-storm-plain.ts';

const folderNames = ['one', 'two', 'three'];
const shownNames = ['one', 'two', 'three', 'Renamed', 'b'];
const patterns = ['Folder.(jpeg|jpg|png)', 'cover', 'back|\ufffd'];

const real = fs.readdirSync;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_700_000_000_000 });
});
afterEach(() => {
  vi.useRealTimers();
  fs.readdirSync = real;
  syncBuiltinESMExports();
});

/** Folders that may not be looked into: whoever runs the tests may look into everything. */
const refuseFolders = (storm: StormFolder): void => {
  const refusing = (...parameters: Parameters<typeof real>): unknown => {
    if (storm.isRefusedFolder(parameters[0] as Buffer | string)) {
      throw Object.assign(new Error('refused'), { code: 'EACCES' });
    }
    return real(...parameters);
  };
  fs.readdirSync = refusing as typeof real;
  syncBuiltinESMExports();
};

/** Whether songs come that no scan has seen: the storm of `npm run trust` has to tell of them. */
const hasUnseen = process.env['STORM_UNSEEN'] === '1';

/** A collection in a storm, and what must be true of it after each scan. */
const createStorm = (root: string, dataFolder: string, dense: boolean) => {
  const storm = createStormFolder(raw(root), folderNames);
  refuseFolders(storm);
  let fate: { kind: 'cancel' | 'kill'; after: number } | null = null;
  const options = {
    isRefused: storm.isRefusedName,
    ...(dense ? { rowsPerBatch: 1, movesAtOnce: 2 } : {}),
  };
  const test = createTestScanner(dataFolder, {
    ...options,
    atCommit: () => {
      if (fate === null) return null;
      fate.after -= 1;
      if (fate.after >= 0) return null;
      const { kind } = fate;
      fate = null;
      return kind;
    },
  });
  const { library } = test;
  test.sources = folderNames.map((name) => ({ name, realPath: `${root}/${name}` }));
  /** Playlist entries: where they stand, and what they are meant to play. */
  let entries: { path: string; row: StormRow; hasMoved: boolean }[] = [];
  let followed = 0;
  test.onMovesTold(({ moves }) => {
    const fresh = new Map(moves.filter(({ id }) => id > followed).map(({ from, to }) => [from, to]));
    followed = Math.max(followed, moves.at(-1)?.id ?? 0);
    for (const entry of entries) {
      const to = fresh.get(entry.path);
      if (to !== undefined) Object.assign(entry, { path: to, hasMoved: true });
    }
  });
  /** As last settled; and all paths below sources at which each recording has stood since. */
  let settledRows: StormRow[] = [];
  let standing = new Map<string, Set<string>>();
  let isCalm = true;
  const forgotten = new Set<string>();

  const addStanding = (rows: readonly StormRow[]): void => {
    for (const { sound, sourceId, inner } of rows) {
      const places = standing.get(sound ?? '') ?? new Set();
      standing.set(sound ?? '', places.add(`${sourceId}/${inner}`));
    }
  };

  const lastSettledId = library.prepare("SELECT value FROM meta WHERE key = 'last_settled_song_id'").pluck();

  /** Nothing is lost: each row stays, is followed, gave way to another file, or was given up by somebody. */
  const checkKept = (
    seen: { readonly before: readonly StormRow[]; readonly settledId: number },
    after: readonly StormRow[],
    mayDrop: ReadonlySet<number>,
  ): void => {
    const rows = new Map(after.map((row) => [`${row.sourceId}/${row.inner}`, row]));
    const ids = new Set(library.prepare('SELECT id FROM library_sources').pluck().all());
    const bySound = Map.groupBy(after, ({ sound }) => sound);
    for (const row of seen.before) {
      if (!ids.has(row.sourceId)) continue;
      const now = rows.get(`${row.sourceId}/${row.inner}`);
      if (now !== undefined) {
        if (
          now.content === row.content &&
          row.content !== '' &&
          !isRecognised(row, now, { ...seen, settledRows })
        ) {
          expect(now.addedAt, `date of ${row.path}`).toBeLessThanOrEqual(row.addedAt);
        }
        continue;
      }
      if (mayDrop.has(row.sourceId)) continue;
      expect(bySound.get(row.sound)?.map(({ path }) => path) ?? [], `${row.path} is lost`).not.toEqual([]);
    }
  };

  const revisionNow = (): unknown =>
    library.prepare("SELECT value FROM meta WHERE key = 'revision'").pluck().get();

  const sourceIds = (): Map<string, number> =>
    new Map(library.prepare('SELECT name, id FROM library_sources').raw().all() as [string, number][]);

  /** Entries that have just moved play what they were meant to; under one that stayed a file may be replaced. */
  const checkEntries = (rows: readonly StormRow[], mayBeReplaced: boolean): void => {
    // Until that is settled, what stands there now may still turn out to have moved.
    const unsettled = new Set(library.prepare('SELECT path FROM replaced_songs').pluck().all());
    const byPath = new Map(rows.map((row) => [row.path, row]));
    for (const entry of entries) {
      const row = byPath.get(entry.path);
      if (row === undefined) continue;
      if (entry.hasMoved && !mayBeReplaced) {
        expect(isSame(row, entry.row), `entry of ${entry.row.path} plays ${entry.path}`).toBe(true);
      }
      entry.hasMoved = false;
      if (!isSame(row, entry.row) && !unsettled.has(entry.path)) entry.row = row;
    }
  };

  /** Runs scans until none is wanted, and looks that nothing was lost. */
  const run = async (start: () => void): Promise<void> => {
    vi.setSystemTime(Date.now() + 1_000_000);
    const before = rowsOf(library);
    const settledId = Number(lastSettledId.get() ?? 0);
    const movesLeft = library.prepare('SELECT count(*) FROM moves').pluck();
    const movesBefore = movesLeft.get() !== 0;
    const namesBefore = [...sourceIds()].join();
    start();
    await test.settled();
    // The last acknowledgement is on its way.
    await new Promise((resolve) => setImmediate(resolve));
    if (test.scanner.status().last_result !== 'failed') expect(movesLeft.get(), 'moves not followed').toBe(0);
    const mayDrop = new Set([...sourceIds()].filter(([name]) => forgotten.has(name)).map(([, id]) => id));
    const after = rowsOf(library);
    checkKept({ before, settledId }, after, mayDrop);
    // Under a source that has just got another name, files may have been replaced as well.
    checkEntries(after, movesBefore || namesBefore !== [...sourceIds()].join());
    addStanding(after);
    checkWithin(library);
    fate = null;
  };

  const scanAll = (): Promise<void> => run(() => (isStarted ? test.scanner.trigger() : test.scanner.start()));
  let isStarted = false;

  const available = (): string[] =>
    test.scanner
      .sourceStates()
      .filter(({ state }) => state === 'available')
      .map(({ name }) => name);

  /** A library made anew from the same folders would be the same. */
  const checkAnew = async (names: readonly string[]): Promise<void> => {
    await using folder = await tempFolder();
    fs.mkdirSync(folder.join('data'));
    test.state.exec(`VACUUM INTO '${folder.join('data', 'state.db')}'`);
    await using anew = createTestScanner(folder.join('data'), options);
    anew.sources = test.sources;
    anew.settings = test.settings;
    await anew.scan();
    const { library: anewLibrary } = anew;
    expect(seenOf(library, names)).toEqual(seenOf(anewLibrary, names));
    expect(await answersOf(library, names)).toEqual(await answersOf(anewLibrary, names));
    // What is away stands in albums as well, and is not found anew.
    if (names.length === test.sources.length) checkModel(library, anewLibrary);
  };

  /** Playlists have followed every recording of which there was one, and is one. */
  const checkFollowed = (names: readonly string[]): void => {
    if (!isCalm) return;
    const rows = rowsOf(library);
    const now = Map.groupBy(rows, ({ sound }) => sound);
    const before = Map.groupBy(settledRows, ({ sound }) => sound);
    for (const [sound, [row, ...others]] of before) {
      if (sound === null || sound === '' || row === undefined || others.length > 0 || row.isMissing === 1)
        continue;
      const [target, ...more] = now.get(sound) ?? [];
      if (target === undefined || target.isMissing === 1 || more.length > 0) continue;
      if ((standing.get(sound)?.size ?? 0) > 2) continue;
      if (!names.includes(target.path.split('/')[0] ?? '')) continue;
      const mine = entries.filter((entry) => entry.row.path === row.path && entry.row.sound === sound);
      for (const entry of mine) expect(entry.path, `entry of ${row.path}`).toBe(target.path);
    }
  };

  const settle = async (): Promise<void> => {
    await scanAll();
    isStarted = true;
    if (hasUnseen) storm.deeds.add({ a: 1, b: 0, c: 0 });
    if (test.scanner.status().last_result !== 'completed') return;
    const names = available();
    for (const { name, realPath } of test.sources) {
      if (!isFolder(realPath)) expect(names).not.toContain(name);
    }
    if (!storm.hasRefused()) {
      checkPlainly(test, storm, names);
      await checkAnew(names);
      if (names.length === test.sources.length) checkFollowed(names);
      isCalm = names.length === test.sources.length;
    } else isCalm = false;
    forgotten.clear();
    const revision = revisionNow();
    await test.scan();
    if (!storm.hasRefused()) expect(test.scanner.status().files_read).toBe(0);
    expect(revisionNow(), 'revision after nothing changed').toBe(revision);
    settledRows = rowsOf(library);
    standing = new Map();
    addStanding(settledRows);
    const left = entries.filter(({ path }) =>
      settledRows.some((row) => row.isMissing === 1 && row.path === path),
    );
    entries = [
      ...left,
      ...settledRows
        .filter((row) => row.isMissing === 0)
        .map((row) => ({ path: row.path, row, hasMoved: false })),
    ];
  };

  const rename = (a: number, b: number): void => {
    const name = shownNames[b % shownNames.length] ?? '';
    if (test.sources.some((source) => source.name === name)) return;
    test.sources = test.sources.map((source, index) =>
      index === a % test.sources.length ? { ...source, name } : source,
    );
  };

  const others: Record<OtherKind, (choice: Choice) => Promise<void> | void> = {
    scan: () => settle(),
    scanFolders: ({ a, b }) => {
      const paths = library
        .prepare('SELECT virtual_path FROM directories ORDER BY 1')
        .pluck()
        .all() as string[];
      const some = paths.filter((_path, index) => (index + a) % (1 + (b % 4)) === 0);
      return run(() => test.scanner.triggerFolders(some.slice(0, 1 + (a % 5))));
    },
    scanCancelled: ({ a }) => {
      fate = { kind: 'cancel', after: a % (dense ? 40 : 8) };
      return scanAll();
    },
    scanKilled: ({ a }) => {
      fate = { kind: 'kill', after: a % (dense ? 40 : 8) };
      return scanAll();
    },
    keep: ({ a }) => {
      const name = test.scanner.collectionStatus().away_sources[a % 3];
      if (name !== undefined) test.scanner.keep(name);
    },
    forget: ({ a }) => {
      const names = [...sourceIds().keys()];
      const name = names[a % names.length];
      if (name === undefined) return;
      forgotten.add(name);
      isCalm = false;
      return run(() => test.scanner.forget(name));
    },
    renameSource: ({ a, b }) => rename(a, b),
    swapSources: ({ a }) => {
      const [one, two, ...rest] = test.sources;
      if (one === undefined || two === undefined) return;
      test.sources =
        a % 2 === 0 ? [two, one, ...rest] : [{ ...one, name: two.name }, { ...two, name: one.name }, ...rest];
    },
    removeSource: ({ a }) => {
      if (test.sources.length === 1) return;
      isCalm = false;
      test.sources = test.sources.filter((_source, index) => index !== a % test.sources.length);
    },
    addSource: ({ a }) => {
      const realPath = `${root}/${folderNames[a % folderNames.length]}`;
      const name = shownNames[a % shownNames.length] ?? '';
      if (test.sources.some((source) => source.name === name || source.realPath === realPath)) return;
      test.sources = [...test.sources, { name, realPath }];
    },
    pattern: ({ a }) => {
      test.settings = { ...test.settings, albumArtPattern: patterns[a % patterns.length] ?? '' };
    },
  };

  return {
    settle,
    do: async ({ kind, ...choice }: Deed): Promise<void> => {
      if (isOther(kind)) await others[kind](choice);
      else storm.deeds[kind](choice);
    },
    close: async (): Promise<void> => {
      await test[Symbol.asyncDispose]();
    },
  };
};

const shortRuns = 4;
const seconds = process.env['STORM_SECONDS'];
/** One storm of so many deeds, where it is told: `npm run trust -- storm`. */
const longDeeds = process.env['STORM_DEEDS'];
const deedsOfStorm =
  longDeeds === undefined
    ? { minLength: 1, maxLength: 60 }
    : { minLength: Number(longDeeds), maxLength: Number(longDeeds) };

/** A collection to begin with, what happens to it, and a look at all of it. */
const weather = async (deeds: readonly Deed[], dense: boolean): Promise<void> => {
  await using folder = await tempFolder();
  const storm = createStorm(folder.join('music'), folder.join('data'), dense);
  try {
    for (let number = 0; number < 6; number += 1) await storm.do({ kind: 'add', a: 1, b: number, c: number });
    for (let number = 0; number < 3; number += 1)
      await storm.do({ kind: 'addAlbum', a: number, b: number, c: number });
    await storm.settle();
    for (const each of deeds) await storm.do(each);
    await storm.settle();
  } finally {
    await storm.close();
  }
};

describe('a storm of changes', () => {
  it.each(keptStorms)('leaves everything where it belongs: $name', ({ deeds, dense }) =>
    weather(deeds, dense),
  );

  it('leaves the library equal to the folders, and every entry where its recording went', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(deed, { ...deedsOfStorm, size: 'max' }), fc.boolean(), weather),
      seconds === undefined
        ? longDeeds === undefined
          ? { numRuns: shortRuns }
          : { numRuns: 1, endOnFailure: true }
        : { numRuns: 1_000_000, interruptAfterTimeLimit: Number(seconds) * 1000 },
    );
  }, 3_600_000);
});

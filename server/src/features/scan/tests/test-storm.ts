import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tempFolder } from '@tonearm/testkit';
import { expect, vi } from 'vitest';
import { checkModel } from './test-model-check.ts';
import { createTestScanner } from './test-scan.ts';
import { answersOf, checkWithin, rowsOf, seenOf } from './test-storm-check.ts';
import { type Deed, isOther, type OtherKind } from './test-storm-deeds.ts';
import type { Choice } from './test-storm-files.ts';
import { createStormFolder, type StormFolder } from './test-storm-folder.ts';
import { createStormFollowed } from './test-storm-followed.ts';
import { raw } from './test-storm-names.ts';
import { checkPlainly, isFolder } from './test-storm-plain.ts';

const folderNames = ['one', 'two', 'three'];
const shownNames = ['one', 'two', 'three', 'Renamed', 'b'];
const patterns = ['Folder.(jpeg|jpg|png)', 'cover', 'back|\ufffd'];

const real = fs.readdirSync;

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

/** All folders may be looked into again. */
export const allowFolders = (): void => {
  fs.readdirSync = real;
  syncBuiltinESMExports();
};

/** Whether songs come that no scan has seen: the storm of `npm run trust` has to tell of them. */
const hasUnseen = process.env['STORM_UNSEEN'] === '1';

/** A collection in a storm, and what must be true of it after each scan. */
export const createStorm = (root: string, dataFolder: string, dense: boolean) => {
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
  const followed = createStormFollowed(library);
  test.onMovesTold(followed.follow);
  let isCalm = true;
  const forgotten = new Set<string>();

  const lastSettledId = library.prepare("SELECT value FROM meta WHERE key = 'last_settled_song_id'").pluck();

  const revisionNow = (): unknown =>
    library.prepare("SELECT value FROM meta WHERE key = 'revision'").pluck().get();

  const sourceIds = (): Map<string, number> =>
    new Map(library.prepare('SELECT name, id FROM library_sources').raw().all() as [string, number][]);

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
    followed.checkKept({ before, settledId }, after, mayDrop);
    // Under a source that has just got another name, files may have been replaced as well.
    followed.checkEntries(after, movesBefore || namesBefore !== [...sourceIds()].join());
    followed.addStanding(after);
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
      if (isCalm && names.length === test.sources.length) followed.checkFollowed(names);
      isCalm = names.length === test.sources.length;
    } else isCalm = false;
    forgotten.clear();
    const revision = revisionNow();
    await test.scan();
    if (!storm.hasRefused()) expect(test.scanner.status().files_read).toBe(0);
    expect(revisionNow(), 'revision after nothing changed').toBe(revision);
    followed.settle(rowsOf(library));
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

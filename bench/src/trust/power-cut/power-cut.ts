import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { startProduct, tempFolder } from '@tonearm/testkit';
import Database from 'better-sqlite3';
import { openState } from '../../../../server/src/state/open-state.ts';
import { type Act, createActor, lostOf, stateOfActs } from '../acknowledged.ts';
import { traced, traceEnded } from '../tracing.ts';
import { clientOf, prepare } from '../trust-product.ts';
import { createRecordedDisk, type DiskImage, fates } from './disk-images.ts';
import { type DiskCall, readCalls } from './recorded-calls.ts';

const names = ['state.db', 'state.db-wal', 'state.db-journal'];

/** What a server asked of the disk for `state.db`, what was there before, and what it acknowledged meanwhile. */
interface Recording {
  readonly folderName: string;
  readonly start: DiskImage;
  readonly calls: readonly DiskCall[];
  readonly acts: readonly Act[];
}

const imageOf = (folder: string): DiskImage =>
  new Map(
    names
      .filter((name) => statSync(join(folder, name), { throwIfNoEntry: false }) !== undefined)
      .map((name) => [name, readFileSync(join(folder, name))]),
  );

/**
 * Records a server that saves for several clients at once, is stopped, started again and killed.
 * @throws NoStraceError
 */
export const record = async (changes: number): Promise<Recording> => {
  await using folder = await tempFolder();
  const dataFolder = folder.join('data');
  const token = await prepare(dataFolder, folder.join('music'));
  const start = imageOf(dataFolder);
  const files = [dataFolder, ...names.map((name) => join(dataFolder, name))];
  const calls: DiskCall[] = [];
  const acts: Act[] = [];
  for (const round of ['a', 'b']) {
    const output = folder.join(`calls-${round}`);
    const through = traced({
      output,
      calls: ['pwrite64', 'fsync', 'fdatasync', 'ftruncate', 'unlink'],
      files,
    });
    const product = await startProduct({ dataFolder, through, argv: ['--log-level', 'error'] });
    const client = clientOf(product, token);
    const actors = ['x', 'y', 'z'].map((lane) => createActor(client, `${round}${lane}`));
    await Promise.all(
      actors.map(async ({ next }) => {
        for (let number = 0; number < changes / 6; number += 1) await next();
      }),
    );
    acts.push(...actors.flatMap((actor) => actor.acts));
    client.close();
    await (round === 'a' ? product.stop() : product.kill());
    await traceEnded(output, product.pid);
    const begun = calls.length;
    // Numbers of calls go on from one record to the next.
    for (const call of readCalls(readFileSync(output, 'latin1')))
      calls.push(call.kind === 'sync' ? { ...call, since: call.since + begun } : call);
  }
  return { folderName: basename(dataFolder), start, calls, acts };
};

/** The same numbers at every run. */
const seeded = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
};

/** What came of it. */
interface PowerCutResult {
  readonly images: number;
  /** Of them by the product itself, with everything it does at a start. */
  readonly openedByProduct: number;
  readonly calls: number;
  readonly acknowledged: number;
  /** Images that cannot be used, or lack what was acknowledged: a sentence each. */
  readonly faults: readonly string[];
}

/** Every so many images one is opened by what the product opens `state.db` with. */
const productEvery = 10;

const look = (folder: string, image: DiskImage, byProduct: boolean): Map<string, string> | string => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  for (const [name, content] of image) writeFileSync(join(folder, name), content);
  try {
    if (byProduct) openState(folder).close();
    const raw = new Database(join(folder, 'state.db'), { fileMustExist: true });
    try {
      const sound = String(raw.pragma('integrity_check(1)', { simple: true }));
      return sound === 'ok' ? stateOfActs(raw) : sound;
    } finally {
      raw.close();
    }
  } catch (error) {
    return (error as Error).message;
  }
};

/** A disk in memory, where there is one: thousands of images are opened. */
const scratchFolder = (): string => {
  const memory = '/dev/shm';
  const parent = readdirSync('/dev').includes('shm') ? memory : tmpdir();
  return mkdtempSync(join(parent, 'tonearm-images-'));
};

/**
 * Cuts the power after calls of a recording, with what was not synced lost in every way, and opens what is left.
 * @param images how many, about: each of the fates at as many moments as that makes
 * @param hasSyncs false leaves out every sync, as a server would that does not wait for the disk
 */
export const replay = (
  { folderName, start, calls, acts }: Recording,
  { images, hasSyncs = true, seed = 1 }: { images: number; hasSyncs?: boolean; seed?: number },
): PowerCutResult => {
  const random = seeded(seed);
  const disk = createRecordedDisk(start, folderName);
  const scratch = scratchFolder();
  const faults: string[] = [];
  let opened = 0;
  let openedByProduct = 0;
  const rounds = Math.max(1, Math.ceil(images / (calls.length * fates.length)));
  const share = images / (calls.length * fates.length * rounds);
  try {
    for (const [number, call] of calls.entries()) {
      if (hasSyncs || call.kind !== 'sync') disk.take(call, number);
      if (Math.floor((number + 1) * share) === Math.floor(number * share)) continue;
      const cutAtMs = calls[number + 1]?.atMs ?? call.atMs;
      for (const fate of Array.from({ length: rounds }, () => fates).flat()) {
        const byProduct = opened % productEvery === 0;
        const seen = look(join(scratch, 'data'), disk.image(fate, random), byProduct);
        opened += 1;
        if (byProduct) openedByProduct += 1;
        const wrong = typeof seen === 'string' ? [seen] : lostOf(acts, seen, cutAtMs);
        if (wrong.length > 0) faults.push(`after call ${number}, ${fate} of the rest: ${wrong[0]}`);
      }
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  const acknowledged = acts.filter(({ ackedAtMs }) => ackedAtMs !== null).length;
  return { images: opened, openedByProduct, calls: calls.length, acknowledged, faults };
};

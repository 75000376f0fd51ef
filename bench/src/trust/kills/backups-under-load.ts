import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Backup } from '@tonearm/contract';
import { startProduct, tempFolder } from '@tonearm/testkit';
import Database from 'better-sqlite3';
import type { BenchClient } from '../../http-client.ts';
import { percentile } from '../../percentiles.ts';
import { type Act, createActor, lostOf, stateOfActs } from '../acknowledged.ts';
import { clientOf, prepareOnce, scanned, sleep, songPath } from '../trust-product.ts';

/** What came of it. */
interface BackupsResult {
  readonly backups: number;
  readonly megabytes: number;
  /** Changes that were saved while backups were made, and how long they took. */
  readonly changes: number;
  readonly p99Ms: number;
  /** The same with no backup, right before. */
  readonly quietP99Ms: number;
  readonly failures: readonly string[];
  /** What the first of them lacks in the end: it is taken for a new one. */
  readonly oldOneLacks: number;
  /** What another program that holds the database for a moment does to the same changes. */
  readonly heldP99Ms: number;
}

const people = 4;
const pauseMs = 20;
const warmUpMs = 1_000;
const usualQuietMs = 5_000;
/** Long playlists that make the file as large as that of a household. */
const manyLists = 60;
const entriesEach = 5_000;
const heldForMs = 250;
const usualHolds = 4;

const fill = async (client: BenchClient, lists: number): Promise<void> => {
  const tracks = Array.from({ length: entriesEach }, (_, at) => songPath(1 + (at % 4)));
  for (let number = 0; number < lists; number += 1) {
    // Each another one: what is the same is stored once.
    const body = { tracks: [`Music/only in ${number}.mp3`, ...tracks] };
    const { status } = await client.send(`playlist/Long ${number}`, { method: 'PUT', body });
    if (status >= 300) throw new Error(`filling answered ${status}`);
  }
};

/** People who save something at a steady pace, until they are told to stop. */
const beginSaving = (client: BenchClient) => {
  const actors = Array.from({ length: people }, (_, number) => createActor(client, `b${number}`));
  const tookMs: number[] = [];
  let isOver = false;
  const running = actors.map(async (actor) => {
    for (; !isOver; await sleep(pauseMs)) {
      const begunMs = performance.now();
      await actor.next();
      tookMs.push(performance.now() - begunMs);
    }
  });
  return {
    acts: (): Act[] => actors.flatMap(({ acts }) => acts),
    /** How long the changes took since this was asked last. */
    taken: (): number[] => tookMs.splice(0),
    end: async (): Promise<void> => {
      isOver = true;
      await Promise.all(running);
    },
  };
};

/** The changes that were not saved, a sentence each. */
const refusedOf = (acts: readonly Act[]): string[] =>
  acts
    .filter(({ status }) => status >= 300 && status !== 404)
    .map(({ key, status, said }) => `${key} was answered with ${status}: ${said}`);

/** What a copy lacks of what was acknowledged before a moment. */
const lackOf = (
  file: string,
  { acts, beforeMs, lists }: { acts: readonly Act[]; beforeMs: number; lists: number },
): string[] => {
  const known = acts.map((act) =>
    act.ackedAtMs === null || act.ackedAtMs < beforeMs ? act : { ...act, ackedAtMs: null },
  );
  const copy = new Database(file, { fileMustExist: true });
  try {
    const sound = String(copy.pragma('integrity_check(1)', { simple: true }));
    const long = copy.prepare<[], number>("SELECT count(*) FROM playlists WHERE name LIKE 'Long %'").pluck();
    return [
      ...(sound === 'ok' ? [] : [sound]),
      ...(long.get() === lists ? [] : [`${long.get()} of ${lists} long playlists`]),
      ...lostOf(known, stateOfActs(copy)),
    ];
  } catch (error) {
    return [(error as Error).message];
  } finally {
    copy.close();
  }
};

/** Another program that writes now and then, and takes its time. */
const holdDatabase = async (dataFolder: string, holds: number): Promise<void> => {
  const other = new Database(join(dataFolder, 'state.db'), { timeout: 5_000 });
  for (let hold = 0; hold < holds; hold += 1) {
    other.exec('BEGIN IMMEDIATE');
    await sleep(heldForMs);
    other.exec('ROLLBACK');
    await sleep(heldForMs);
  }
  other.close();
};

/** Makes backups one after the other, and looks at each. */
const makeBackups = async (
  client: BenchClient,
  {
    count,
    folder,
    lists,
    saving,
  }: { count: number; folder: string; lists: number; saving: ReturnType<typeof beginSaving> },
) => {
  const failures: string[] = [];
  const tookMs: number[] = [];
  let megabytes = 0;
  let first = '';
  for (let number = 1; number <= count; number += 1) {
    saving.taken();
    const begunMs = Date.now();
    const answer = await client.send('backups', { method: 'POST' });
    tookMs.push(...saving.taken());
    if (answer.status !== 200) {
      failures.push(`backup ${number} answered ${answer.status}`);
      continue;
    }
    const { name, size_bytes: sizeBytes } = JSON.parse(answer.body.toString()) as Backup;
    megabytes = sizeBytes / 1e6;
    const lack = lackOf(join(folder, name), { acts: saving.acts(), beforeMs: begunMs, lists });
    failures.push(...lack.map((line) => `backup ${number}: ${line}`));
    if (first === '') first = join(folder, name);
    else rmSync(join(folder, name));
  }
  return { failures, tookMs, megabytes, first };
};

/** What comes of an old backup that is taken for a new one, and of another program that holds the database: the controls. */
const runControls = async (
  dataFolder: string,
  {
    lists,
    saving,
    first,
    holds,
  }: { lists: number; saving: ReturnType<typeof beginSaving>; first: string; holds: number },
) => {
  const oldOneLacks = lackOf(first, { acts: saving.acts(), beforeMs: Date.now(), lists }).length;
  saving.taken();
  await holdDatabase(dataFolder, holds);
  return { oldOneLacks, heldP99Ms: percentile(saving.taken(), 0.99) };
};

/**
 * Makes backups while people save, and looks at each of them, and at how long people waited.
 * @param options.lists long playlists of 5,000 entries in the database
 * @param options.quietForMs how long it is measured without a backup
 * @param options.holds how often another program holds the database in the end
 */
export const runBackupsUnderLoad = async ({
  backups,
  lists = manyLists,
  quietForMs = usualQuietMs,
  holds = usualHolds,
}: {
  backups: number;
  lists?: number;
  quietForMs?: number;
  holds?: number;
}): Promise<BackupsResult> => {
  await using folder = await tempFolder();
  const dataFolder = folder.join('data');
  const token = await prepareOnce(dataFolder, folder.join('music'));
  await using product = await startProduct({ dataFolder, argv: ['--log-level', 'error'] });
  const client = clientOf(product, token);
  // What is played has to be known.
  await scanned(client, 4);
  await fill(client, lists);
  const saving = beginSaving(client);
  await sleep(Math.min(warmUpMs, quietForMs));
  saving.taken();
  await sleep(quietForMs);
  const quiet = saving.taken();
  const made = await makeBackups(client, {
    count: backups,
    folder: join(dataFolder, 'backups'),
    lists,
    saving,
  });
  const controls = await runControls(dataFolder, { lists, saving, first: made.first, holds });
  await saving.end();
  client.close();
  return {
    backups,
    megabytes: made.megabytes,
    changes: made.tookMs.length,
    p99Ms: percentile(made.tookMs, 0.99),
    quietP99Ms: percentile(quiet, 0.99),
    failures: [...made.failures, ...refusedOf(saving.acts())],
    ...controls,
  };
};

import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import type { BenchClient } from '../../http-client.ts';
import { later, type Rig, type Running, scan, setUp, sleep, stateOf } from './damage-rig.ts';
import { type Damage, damagedFiles, damagedPages, emptied, pagesOf } from './damages.ts';
import { isSame, snapshot, type Watched } from './library-answers.ts';

/** What came of it. */
export interface DamageResult {
  readonly cases: number;
  /** How often a library was made anew; the others went on with what was whole, or was made whole. */
  readonly rebuilt: number;
  /** A line each: a 500, a list that was cut, an answer that never came back, state.db changed. */
  readonly failures: readonly string[];
}

/** Everything must be back after this, in milliseconds. */
const recoveryDeadlineMs = 60_000;

const recover = async (
  client: BenchClient,
  expected: ReadonlyMap<string, string | null>,
  watched: Watched,
): Promise<void> => {
  const deadline = performance.now() + recoveryDeadlineMs;
  for (;;) {
    if (isSame(await snapshot(client, watched), expected)) return;
    if (performance.now() > deadline) break;
    await sleep(50);
  }
  watched.failures.push('not everything came back');
};

/** Lets everything come back, twice: what was only passed by would be met by the next scan. */
const comesBack = async (run: Running, expected: ReadonlyMap<string, string | null>, watched: Watched) => {
  await recover(run.client, expected, watched);
  await scan(run.client);
  await recover(run.client, expected, watched);
  const { rebuilt } = await run.client.json<{ rebuilt: { at: number } | null }>('scan_status');
  return rebuilt?.at ?? null;
};

const restore = (file: string, whole: Uint8Array): void => {
  for (const tail of ['-wal', '-shm']) rmSync(file + tail, { force: true });
  rmSync(file, { recursive: true, force: true });
  writeFileSync(file, whole);
};

/** Damages a file before each start. */
async function* atRest(rig: Rig, expected: ReadonlyMap<string, string | null>, damages: readonly Damage[]) {
  const whole = readFileSync(rig.file);
  for (const damage of damages) {
    const watched: Watched = { failures: [] };
    restore(rig.file, whole);
    damage.to(rig.file);
    const run = await rig.launch();
    const rebuiltAt = await comesBack(run, expected, watched);
    await run.stop(watched);
    yield { damage, watched, rebuiltAt };
  }
}

/** Damages the file again and again under one server. */
async function* underWay(rig: Rig, expected: ReadonlyMap<string, string | null>, damages: readonly Damage[]) {
  const run = await rig.launch();
  await scan(run.client);
  for (const damage of damages) {
    const watched: Watched = { failures: [] };
    // The log is carried over once the scan process has ended.
    while (statSync(`${rig.file}-wal`, { throwIfNoEntry: false })?.size !== 0) await sleep(20);
    damage.to(rig.file);
    await later.writeTo(rig.folder.join('music'));
    await scan(run.client);
    rmSync(rig.folder.join('music', 'Cleo'), { recursive: true, force: true });
    await scan(run.client);
    yield { damage, watched, rebuiltAt: await comesBack(run, expected, watched) };
  }
  const watched: Watched = { failures: [] };
  await run.stop(watched);
  yield { damage: { name: 'the stop' }, watched, rebuiltAt: null };
}

/**
 * Damages `library.db` in every way, before the server starts or while it runs, and looks whether all comes
 * back by itself.
 * @param options.step every how many pages one is damaged
 */
export const runDamagedLibrary = async (options: {
  step: number;
  isRunning: boolean;
  /** Names of what is done; all of it unless told. */
  only?: readonly string[];
}): Promise<DamageResult> => {
  const rig = await setUp();
  await using _ = rig.folder;
  const failures: string[] = [];
  const run = await rig.launch();
  await scan(run.client);
  const expected = await snapshot(run.client, { failures });
  await run.stop({ failures });
  const state = stateOf(rig.dataFolder);
  const all = [...damagedPages(pagesOf(rig.file), options.step), ...damagedFiles];
  if (!options.isRunning) all.push(emptied);
  const damages = all.filter(({ name }) => options.only === undefined || options.only.includes(name));
  const rebuilds = new Set<number>();
  for await (const { damage, watched, rebuiltAt } of (options.isRunning ? underWay : atRest)(
    rig,
    expected,
    damages,
  )) {
    if (rebuiltAt !== null) rebuilds.add(rebuiltAt);
    failures.push(...watched.failures.slice(0, 3).map((failure) => `${damage.name}: ${failure}`));
  }
  if (stateOf(rig.dataFolder) !== state) failures.push('state.db is not as it was');
  return { cases: damages.length, rebuilt: rebuilds.size, failures };
};

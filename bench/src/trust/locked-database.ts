import { join } from 'node:path';
import { library, startProduct, tempFolder } from '@tonearm/testkit';
import Database from 'better-sqlite3';
import type { BenchClient } from '../http-client.ts';
import { clientOf, prepare, scanned, sleep, songPath } from './trust-product.ts';

/** What came of it. */
interface LockedResult {
  readonly reads: number;
  /** The longest that a read took while a database was locked, in milliseconds. */
  readonly slowestReadMs: number;
  /** What changes were answered with meanwhile. */
  readonly changeStatuses: readonly number[];
  readonly failures: readonly string[];
}

const longestReadMs = 1_500;

/** A call that must not wait for a database. */
interface Read {
  readonly path: string;
  readonly method?: string;
  readonly body?: unknown;
}

const reads: readonly Read[] = [
  'playlists',
  'browse',
  'preferences',
  'sessions',
  `audio/${encodeURIComponent(songPath(1))}`,
].map((path) => ({ path }));

/** Taken for a read it must turn this red: it waits for the lock that is held. */
export const waitingRead: Read = { path: 'preferences', method: 'PUT', body: { web_theme_base: 'dark' } };

/** Reads again and again until told to stop. */
const keepReading = (client: BenchClient, asked: readonly Read[], failures: string[]) => {
  let count = 0;
  let slowestMs = 0;
  let isOver = false;
  const done = (async () => {
    while (!isOver) {
      for (const { path, ...options } of asked) {
        const { status, totalMs } = await client.send(path, options);
        count += 1;
        slowestMs = Math.max(slowestMs, totalMs);
        if (status >= 300) failures.push(`${path} answered ${status}`);
      }
      await sleep(50);
    }
  })();
  return async () => {
    isOver = true;
    await done;
    return { count, slowestMs };
  };
};

/** Takes the lock of a database as another program would. @returns gives it back */
const lock = (file: string): (() => void) => {
  const raw = new Database(file, { timeout: 30_000 });
  raw.exec('BEGIN IMMEDIATE');
  return () => {
    raw.exec('ROLLBACK');
    raw.close();
  };
};

/**
 * Locks each database for a while under a server that is read from, changed and scanned.
 * @param asked what is read; what a reader asks for unless told
 */
export const runLockedDatabase = async (
  holdMs: number,
  asked: readonly Read[] = reads,
): Promise<LockedResult> => {
  await using folder = await tempFolder();
  const dataFolder = folder.join('data');
  const music = folder.join('music');
  const token = await prepare(dataFolder, music);
  await using product = await startProduct({ dataFolder, argv: ['--log-level', 'error'] });
  const client = clientOf(product, token);
  const writer = clientOf(product, token);
  await scanned(client, 4);
  const failures: string[] = [];
  const stop = keepReading(client, asked, failures);
  const free = lock(join(dataFolder, 'state.db'));
  const changes = ['#111111', '#222222', '#333333'].map((accent) =>
    writer.send('preferences', { method: 'PUT', body: { web_theme_accent: accent } }),
  );
  await sleep(holdMs);
  free();
  const changeStatuses = (await Promise.all(changes)).map(({ status }) => status);
  for (const status of changeStatuses)
    if (status >= 300 && status !== 503) failures.push(`a change was answered with ${status}`);
  const after = await writer.send('preferences', { method: 'PUT', body: { web_theme_accent: '#444444' } });
  if (after.status >= 300) failures.push(`after that, a change was answered with ${after.status}`);
  const freeLibrary = lock(join(dataFolder, 'library.db'));
  await library().album('Ripples', 3, { artist: 'Anna' }).writeTo(music);
  await writer.send('trigger_index', { method: 'POST' });
  await sleep(holdMs);
  freeLibrary();
  await scanned(writer, 7).catch((error: unknown) => failures.push((error as Error).message));
  const { count, slowestMs } = await stop();
  if (slowestMs > longestReadMs) failures.push(`a read took ${Math.round(slowestMs)} ms`);
  client.close();
  writer.close();
  return { reads: count, slowestReadMs: Math.round(slowestMs), changeStatuses, failures };
};

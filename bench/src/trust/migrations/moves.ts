import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startPostgres, type TestPostgres, tempFolder } from '@tonearm/testkit';
import Database from 'better-sqlite3';
import { openPostgres, type Postgres } from '../../../../server/src/db/postgres.ts';
import { openState } from '../../../../server/src/state/open-state.ts';
import { createFindings, type Findings } from '../findings.ts';
import type { HarnessResult } from '../harness.ts';
import { contentOf } from './old-state.ts';

/** So that a move takes a few seconds. */
const songs = 60_000;
const plays = 20_000;

const mainFile = join(import.meta.dirname, '..', '..', '..', '..', 'server', 'dist', 'main.js');

/** Two ways to go. */
type Way = 'to' | 'from';

interface Scene {
  readonly folder: string;
  readonly postgres: TestPostgres;
  readonly database: Postgres;
  readonly findings: Findings;
}

const fill = (folder: string): void => {
  mkdirSync(folder);
  const { raw, close } = openState(folder);
  raw.exec(`
    INSERT INTO users (name, password_hash, is_admin, created_at_ms) VALUES ('anna', '', 1, 0);
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${songs})
      INSERT INTO first_seen SELECT randomblob(16), i FROM n;
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${plays})
      INSERT INTO listens (user_id, path, title, played_at) SELECT 1, 'Music/' || i || '.mp3', 'Näher ' || i, i FROM n;`);
  raw.pragma('wal_checkpoint(TRUNCATE)');
  close();
};

const digestOf = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');

/** Everything in a `state.db` that is not of its kind of database. */
const rowsOf = (file: string): string => {
  const raw = new Database(file, { readonly: true });
  try {
    return contentOf(raw);
  } finally {
    raw.close();
  }
};

const begin = ({ postgres }: Pick<Scene, 'postgres'>, way: Way, dataFolder: string): ChildProcess =>
  spawn(process.execPath, [mainFile, 'move', `--${way}`, postgres.url(), '--data', dataFolder], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });

interface Ended {
  readonly code: number | null;
  readonly said: string;
}

const endOf = async (child: ChildProcess): Promise<Ended> => {
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, said: said.trim() };
};

/** Runs it; the database may take a moment to see that who was killed is gone. */
const runWhole = async (scene: Scene, way: Way, dataFolder: string): Promise<Ended> => {
  for (const until = performance.now() + 30_000; ; ) {
    const ended = await endOf(begin(scene, way, dataFolder));
    if (ended.code === 0 || !ended.said.includes('uses the database') || performance.now() > until)
      return ended;
    await sleep(200);
  }
};

const empty = ({ database }: Scene): Promise<unknown> =>
  database.query('DROP SCHEMA IF EXISTS state CASCADE');

/** Rows that the database holds; none where there is no table. */
const rowsThere = async ({ database }: Scene): Promise<number> => {
  const [there] = await database.query<{ is: string | null }>("SELECT to_regclass('state.first_seen') AS is");
  if (there?.is == null) return 0;
  const [row] = await database.query<{ count: number }>(
    'SELECT (SELECT count(*) FROM state.first_seen) + (SELECT count(*) FROM state.listens) AS count',
  );
  return row?.count ?? 0;
};

/** How many kills hit a move, and what was wrong after any. */
interface Killed {
  hit: number;
  readonly faults: string[];
}

/** Kills a move to the database after a while, looks at what there is, and runs it whole. */
const killTo = async (scene: Scene, afterMs: number, killed: Killed): Promise<void> => {
  const source = join(scene.folder, 'here', 'state.db');
  const before = digestOf(source);
  await empty(scene);
  const child = begin(scene, 'to', join(scene.folder, 'here'));
  const ended = endOf(child);
  await sleep(afterMs);
  child.kill('SIGKILL');
  const { code } = await ended;
  const at = `killed after ${Math.round(afterMs)} ms`;
  if (digestOf(source) !== before) killed.faults.push(`${at}: state.db is another`);
  const rows = await rowsThere(scene);
  if (rows !== 0 && rows !== songs + plays) killed.faults.push(`${at}: ${rows} rows arrived`);
  if (code === null) killed.hit += 1;
  const again = await runWhole(scene, 'to', join(scene.folder, 'here'));
  const isThereAlready = rows > 0 && again.said.includes('holds something already');
  if (again.code !== 0 && !isThereAlready) killed.faults.push(`${at}, and again: ${again.said.slice(-200)}`);
  if ((await rowsThere(scene)) !== songs + plays) killed.faults.push(`${at}: not all of it is there`);
};

/** The other way: into a folder that has nothing. */
const killFrom = async (scene: Scene, afterMs: number, killed: Killed): Promise<void> => {
  const folder = join(scene.folder, 'there');
  const target = join(folder, 'state.db');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  const child = begin(scene, 'from', folder);
  const ended = endOf(child);
  await sleep(afterMs);
  child.kill('SIGKILL');
  const { code } = await ended;
  const at = `killed after ${Math.round(afterMs)} ms`;
  if (code === null) killed.hit += 1;
  if ((await rowsThere(scene)) !== songs + plays) killed.faults.push(`${at}: the database is another`);
  const original = rowsOf(join(scene.folder, 'here', 'state.db'));
  if (existsSync(target)) {
    if (rowsOf(target) !== original) killed.faults.push(`${at}: half a state.db`);
    renameSync(target, `${target}.before`);
  }
  const again = await runWhole(scene, 'from', folder);
  if (again.code !== 0) killed.faults.push(`${at}, and again: ${again.said.slice(-200)}`);
  else if (rowsOf(target) !== original) killed.faults.push(`${at}: what came back is another`);
};

const hold = ({ findings }: Scene, way: Way, { hit, faults }: Killed, tookMs: number): void =>
  findings.hold(
    `moving ${way === 'to' ? 'to PostgreSQL' : 'back'} (${Math.round(tookMs)} ms), ended ${hit} times half way: ` +
      'what it is read from stays, nothing arrives by half, and run again it comes to its end',
    hit > 0 && faults.length === 0,
    faults.slice(0, 3).join('; '),
  );

/** Kills moves both ways at random points. @param kills how often each way */
export const runMoves = async (kills: number, random = Math.random): Promise<HarnessResult> => {
  const findings = createFindings();
  await using folder = await tempFolder();
  const postgres = await startPostgres();
  const database = openPostgres({ url: postgres.url(), schema: 'public', mostConnections: 1 });
  const scene: Scene = { folder: folder.path, postgres, database, findings };
  try {
    fill(join(folder.path, 'here'));
    for (const [way, killOne] of [
      ['to', killTo],
      ['from', killFrom],
    ] as const) {
      const begunMs = performance.now();
      const target = join(folder.path, way === 'to' ? 'here' : 'whole');
      if (way === 'from') mkdirSync(target);
      const { code, said } = await runWhole(scene, way, target);
      const tookMs = performance.now() - begunMs;
      findings.hold(`a move ${way} comes to its end`, code === 0, said.slice(-300));
      const killed: Killed = { hit: 0, faults: [] };
      for (let kill = 0; kill < kills; kill += 1) await killOne(scene, random() * tookMs, killed);
      hold(scene, way, killed, tookMs);
    }
  } finally {
    await database.close();
    await postgres.close();
  }
  return findings.result();
};

import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  library,
  type Product,
  preferNobody,
  startPostgres,
  startProduct,
  type TestPostgres,
  tempFolder,
} from '@tonearm/testkit';
import Database from 'better-sqlite3';
import { maintain } from '../../../../server/src/maintenance.ts';
import { createActor } from '../acknowledged.ts';
import { createFindings, type Findings } from '../findings.ts';
import type { HarnessResult } from '../harness.ts';
import { clientOf, scanned, signIn, songPath } from '../trust-product.ts';
import { contentOf } from './old-state.ts';

const songCount = 4;
const changes = 150;

interface Scene {
  readonly folder: string;
  readonly music: string;
  readonly findings: Findings;
}

const startOn = (scene: Scene, postgres: TestPostgres, name: string): Promise<Product> =>
  startProduct({
    dataFolder: join(scene.folder, name),
    argv: [
      ...['--database', postgres.url(), '--secret-key-file', join(scene.folder, 'secret.key')],
      ...['--ffmpeg', 'no', '--log-level', 'error'],
    ],
  });

/** Everything that somebody sees of what they made, and of the songs. */
const seenIn = async (product: Product): Promise<string> => {
  const token = await signIn(product);
  const client = clientOf(product, token);
  await scanned(client, songCount);
  const texts: string[] = [];
  const lists = await client.json<{ name: string }[]>('playlists');
  const paths = ['users', 'preferences', 'settings', 'mount_dirs', 'history', 'flatten', 'favourites/songs'];
  for (const path of [...paths, ...lists.map(({ name }) => `playlist/${encodeURIComponent(name)}`)])
    texts.push(`${path} ${(await client.send(path)).body.toString()}`);
  client.close();
  return texts.join('\n');
};

const countOf = (seen: string, what: string): number => seen.split(what).length - 1;

/** Fills a database by what people do. @returns the name of a backup that the server made */
const fill = async (scene: Scene, product: Product): Promise<string> => {
  const first = clientOf(product);
  const account = { name: 'anna', password: 'anna plays on', admin: true };
  await first.json('user', { method: 'POST', body: account });
  first.close();
  const client = clientOf(product, await signIn(product));
  await client.json('mount_dirs', { method: 'PUT', body: [{ name: 'Music', source: scene.music }] });
  await scanned(client, songCount);
  await client.json('user', { method: 'POST', body: { name: 'ben', password: 'x', admin: false } });
  const actor = createActor(client, 'x');
  for (let change = 0; change < changes; change += 1) await actor.next();
  const star = { songs: [songPath(1), songPath(3)], is_starred: true };
  await client.json('annotations/star', { method: 'PUT', body: star });
  await client.json('backups', { method: 'POST' });
  const { backups } = await client.json<{ backups: { name: string }[] }>('backups');
  client.close();
  return backups[0]?.name ?? '';
};

/** Everything that lies in a database, as rows. */
const rowsIn = async (scene: Scene, postgres: TestPostgres, name: string): Promise<string> => {
  const dataFolder = join(scene.folder, name);
  mkdirSync(dataFolder);
  await maintain({ kind: 'move-from', database: postgres.url() }, { dataFolder });
  const raw = new Database(join(dataFolder, 'state.db'), { readonly: true });
  try {
    return contentOf(raw);
  } finally {
    raw.close();
  }
};

/** As the guide says: a nightly backup is moved into an empty database. */
const restoreBackup = async (scene: Scene, backup: string, seen: string): Promise<void> => {
  const postgres = await startPostgres();
  try {
    const dataFolder = join(scene.folder, 'from backup');
    mkdirSync(dataFolder);
    copyFileSync(join(scene.folder, 'one', 'backups', backup), join(dataFolder, 'state.db'));
    await maintain({ kind: 'move-to', database: postgres.url() }, { dataFolder });
    await using product = await startOn(scene, postgres, 'from the backup');
    const now = await seenIn(product);
    scene.findings.hold(
      'a nightly backup, moved into an empty database of another server: everything is there, songs too',
      now === seen,
      now.slice(0, 300),
    );
  } finally {
    await postgres.close();
  }
};

/** As the guide says: what pg_dump wrote goes into an empty database. */
const restoreDump = async (
  scene: Scene,
  { dump, seen, rows }: { dump: string; seen: string; rows: string },
): Promise<void> => {
  const postgres = await startPostgres();
  try {
    const restore = ['--no-owner', '--exit-on-error', '--dbname', postgres.url(), dump];
    execFileSync('pg_restore', restore);
    scene.findings.hold(
      'what pg_dump wrote, in an empty database of another server: every row is the same',
      (await rowsIn(scene, postgres, 'restored rows')) === rows,
    );
    {
      // With the library that it had, and with none.
      await using one = await startOn(scene, postgres, 'one');
      scene.findings.hold('servers go on with it, with the library they have', (await seenIn(one)) === seen);
      await using other = await startOn(scene, postgres, 'another');
      scene.findings.hold('and with none', (await seenIn(other)) === seen);
    }
    const control = join(scene.folder, 'control rows');
    rmSync(control, { recursive: true, force: true });
    const psql = ['--dbname', postgres.url(), '--command', 'DELETE FROM state.stars WHERE user_id = 1'];
    execFileSync('psql', psql, { stdio: 'ignore' });
    scene.findings.hold(
      '(control) a copy without stars is told of',
      (await rowsIn(scene, postgres, 'control rows')) !== rows,
    );
  } finally {
    await postgres.close();
  }
};

/** Loses the database of several servers, and gets it back by both ways of the guide. */
export const runRestores = async (): Promise<HarnessResult> => {
  const findings = createFindings();
  preferNobody();
  await using folder = await tempFolder();
  const music = join(folder.path, 'music');
  await library().album('Picnic', songCount, { artist: 'Anna' }).writeTo(music);
  const scene: Scene = { folder: folder.path, music, findings };
  const postgres = await startPostgres();
  const dump = join(folder.path, 'state.dump');
  let backup = '';
  let seen = '';
  let rows = '';
  try {
    {
      await using product = await startOn(scene, postgres, 'one');
      backup = await fill(scene, product);
      seen = await seenIn(product);
    }
    rows = await rowsIn(scene, postgres, 'rows');
    const dumping = ['--schema', 'state', '--format', 'custom', '--file', dump, '--dbname', postgres.url()];
    execFileSync('pg_dump', dumping);
  } finally {
    // The machine of the database is gone.
    await postgres.stopAtOnce();
    await postgres.close();
  }
  findings.note(`${countOf(seen, 'playlist/')} playlists, ${rows.length} bytes of rows`);
  await restoreBackup(scene, backup, seen);
  await restoreDump(scene, { dump, seen, rows });
  return findings.result();
};

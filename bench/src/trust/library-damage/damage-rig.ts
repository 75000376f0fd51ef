import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { library, startProduct, type TempFolder, tempFolder } from '@tonearm/testkit';
import { openState } from '../../../../server/src/state/open-state.ts';
import { type BenchClient, createBenchClient } from '../../http-client.ts';
import type { Song, Watched } from './library-answers.ts';

const account = { name: 'anna', password: 'anna plays on', admin: true };

/** Waits so long. */
export const sleep = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

const scanned = async (client: BenchClient): Promise<void> => {
  for (;;) {
    const { body, status } = await client.send('scan_status');
    const scan = JSON.parse(body.toString()) as { is_scanning: boolean; finished_at: number | null };
    if (status === 200 && !scan.is_scanning && scan.finished_at !== null) return;
    await sleep(20);
  }
};

/** Scans everything, and waits for the end of it. */
export const scan = async (client: BenchClient): Promise<void> => {
  await client.send('trigger_index', { method: 'POST' });
  await scanned(client);
};

/** What people made, to be compared. */
export const stateOf = (dataFolder: string): string => {
  const state = openState(dataFolder);
  try {
    return JSON.stringify(
      ['users', 'sources', 'playlists', 'playlist_chunks', 'first_seen'].map((table) =>
        state.raw.prepare(`SELECT * FROM ${table}`).all(),
      ),
    );
  } finally {
    state.close();
  }
};

/** A library to be damaged, and how a server is started over it. */
export interface Rig {
  readonly folder: TempFolder;
  readonly dataFolder: string;
  readonly file: string;
  readonly launch: () => Promise<Running>;
}

/** A server that runs, and a client of it. */
export interface Running {
  readonly client: BenchClient;
  readonly stop: (watched: Watched) => Promise<void>;
}

/** What comes and goes while a server runs, so that scans write. */
export const later = library().album('Later', 2, { artist: 'Cleo' });

/** Makes the library, and a playlist of it. */
export const setUp = async (): Promise<Rig> => {
  const folder = await tempFolder();
  const dataFolder = folder.join('data');
  await library()
    .album('Picnic', 8, { artist: 'Anna' })
    .album('Long Walks', 6, { artist: 'Béla' })
    .song('Long/x.mp3', { title: 'A title that goes on '.repeat(300) })
    .writeTo(folder.join('music'));
  const argv = ['--log-level', 'error'];
  const product = await startProduct({ dataFolder, argv });
  const first = createBenchClient(new URL('api/', product.address).href);
  await first.json('mount_dirs', { method: 'PUT', body: [{ name: 'Music', source: folder.join('music') }] });
  await first.json('user', { method: 'POST', body: account });
  const { token } = await first.json<{ token: string }>('auth', {
    method: 'POST',
    body: { username: account.name, password: account.password },
  });
  first.close();
  const client = createBenchClient(new URL('api/', product.address).href, token);
  // Dates of songs that come and go are in state.db from here on.
  await later.writeTo(folder.join('music'));
  await scan(client);
  rmSync(folder.join('music', 'Cleo'), { recursive: true, force: true });
  await scan(client);
  const songs = await client.json<Song[]>('flatten');
  await client.json('playlist/Mine', { method: 'PUT', body: { tracks: songs.map(({ path }) => path) } });
  client.close();
  await product.stop();
  const launch = async (): Promise<Running> => {
    const started = await startProduct({ dataFolder, argv });
    const caller = createBenchClient(new URL('api/', started.address).href, token);
    const stop = async (watched: Watched): Promise<void> => {
      caller.close();
      const code = await started.stop();
      if (code !== 0) watched.failures.push(`the server ended with ${code}`);
      if (watched.failures.length > 0) watched.failures.push(started.lines.slice(-5).join('\n'));
    };
    return { client: caller, stop };
  };
  return { folder, dataFolder, file: join(dataFolder, 'library.db'), launch };
};

import { createHash } from 'node:crypto';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { library } from '@tonearm/testkit';
import { vi } from 'vitest';
import { readConfig } from '../src/config.ts';
import { maintain } from '../src/maintenance.ts';
import { systemClock } from '../src/platform/clock.ts';
import { silentLog } from '../src/platform/log.ts';
import { type RunningServer, start } from '../src/start.ts';
import { temporaryFolder } from './account-server.ts';
import { makeDatabase } from './test-postgres.ts';

const patience = { timeout: 60_000, interval: 50 };
const nowhere = 'http://127.0.0.1:9/';

/** A call, as it goes to both servers. */
export interface Call {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below the address of the server. */
  readonly path: string;
  readonly body?: unknown;
  /** Files, in the place of a body. */
  readonly form?: FormData;
  readonly headers?: Record<string, string>;
  readonly as?: string;
}

/** What came back, whole. */
export interface Answer {
  readonly status: number;
  /** All but those that tell of the moment and of the connection. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** One of the two. */
export interface Side {
  readonly name: 'SQLite' | 'PostgreSQL';
  readonly address: string;
  /** By who is signed in. */
  readonly tokens: Map<string, string>;
  send(call: Call): Promise<Answer>;
}

/** A server over SQLite and one over PostgreSQL, which begin with the same and are asked the same. */
export interface Pair extends AsyncDisposable {
  readonly sides: readonly [Side, Side];
  /** Goes on to the next second, for both. */
  tick(): void;
  /** Sends to both. */
  both(call: Call): Promise<[Answer, Answer]>;
  untilBoth(path: string, isThere: (text: string) => boolean): Promise<void>;
}

const ofTheMoment = ['date', 'connection', 'keep-alive'];

const sideAt = (name: Side['name'], address: string): Side => {
  const tokens = new Map<string, string>();
  return {
    name,
    address,
    tokens,
    send: async ({ method = 'GET', path, body, form, headers = {}, as = 'anna' }) => {
      const token = tokens.get(as);
      const response = await fetch(new URL(path, address), {
        method,
        redirect: 'manual',
        headers: {
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        ...(form === undefined ? {} : { body: form }),
      });
      const told = [...response.headers].filter(([header]) => !ofTheMoment.includes(header));
      return {
        status: response.status,
        headers: Object.fromEntries(told),
        body: Buffer.from(await response.arrayBuffer()),
      };
    },
  };
};

/** The same bytes in both, so that ids that are drawn are the same. */
const foreseenRandom = () => {
  // Each length by itself: a process beside others draws a name for itself, too.
  const drawn = new Map<number, number>();
  return {
    bytes: (length: number): Buffer => {
      const turn = (drawn.get(length) ?? 0) + 1;
      drawn.set(length, turn);
      const blocks = Array.from({ length: Math.ceil(length / 32) }, (_, at) =>
        createHash('sha256').update(`${turn} ${at}`).digest(),
      );
      return Buffer.concat(blocks).subarray(0, length);
    },
  };
};

const serve = (folder: string, values: Readonly<Record<string, string>>, nowMs: () => number) => {
  const all = {
    ...{ host: '127.0.0.1', port: '0', ffmpeg: 'no' },
    ...{ 'lastfm-root': nowhere, 'ddns-root': nowhere, 'listenbrainz-root': nowhere },
    ...values,
  };
  const config = readConfig({
    argv: Object.entries(all).flatMap(([flag, value]) => [`--${flag}`, value]),
    environment: {},
    workingFolder: folder,
  });
  return start(config, {
    log: silentLog,
    passwordCost: { memoryKib: 64, passes: 1 },
    clock: { ...systemClock, nowMs },
    random: foreseenRandom(),
  });
};

/** Signs in for the calls that follow. */
export const signIn = async (side: Side, username: string): Promise<void> => {
  const body = { username, password: `${username}-password` };
  const answer = await side.send({ method: 'POST', path: 'api/auth', body, as: 'nobody' });
  side.tokens.set(username, (JSON.parse(answer.body.toString()) as { token: string }).token);
};

const untilThere = (side: Side, path: string, isThere: (text: string) => boolean) =>
  vi.waitUntil(async () => isThere((await side.send({ path })).body.toString()), patience);

const isScanned = (text: string): boolean => {
  const status = JSON.parse(text) as { song_count: number; is_scanning: boolean; is_first_scan: boolean };
  return status.song_count > 0 && !status.is_scanning && !status.is_first_scan;
};

/** A few albums, of people and genres that what is asked knows. @param more songs of a further album */
export const writeMusic = async (folder: string, more = 0): Promise<void> => {
  const few = library()
    .album('Picnic', 4, { artist: 'Anna', cover: 'Folder.jpg', genre: 'Folk', year: 2016 })
    .album('Rain', 2, { artist: 'Ben', genre: 'Rock & Roll', year: 2001 })
    .album('Schnee', 3, { artist: 'Zoë', genre: 'Folk', year: 2020 })
    .album('Night', 2, { artist: 'Anna', genre: 'Jazz', year: 1999 })
    .song('top.mp3');
  await (more === 0 ? few : few.album('Long', more, { artist: 'Anna', genre: 'Folk' })).writeTo(folder);
};

/** Sets up one on SQLite with a scanned collection. @returns its data folder */
const begin = async (folder: string, nowMs: () => number): Promise<string> => {
  const data = join(folder, 'file');
  await using server = await serve(folder, { data }, nowMs);
  const side = sideAt('SQLite', server.address);
  const account = { name: 'anna', password: 'anna-password', admin: true };
  await side.send({ method: 'POST', path: 'api/user', body: account });
  await signIn(side, 'anna');
  const music = [{ source: join(folder, 'music'), name: 'Music' }];
  await side.send({ method: 'PUT', path: 'api/mount_dirs', body: music });
  await untilThere(side, 'api/collection_status', isScanned);
  return data;
};

/**
 * Starts both over the same music. What was made until then was moved from the one to the other.
 * @param fill makes the music
 * @param more flags of both, by their names
 */
export const startPair = async (
  fill: (folder: string) => unknown = writeMusic,
  more: Readonly<Record<string, string>> = {},
): Promise<Pair> => {
  const folder = temporaryFolder();
  const database = await makeDatabase();
  let now = Math.floor(Date.now() / 1000) * 1000;
  const nowMs = (): number => now;
  await fill(join(folder.path, 'music'));
  const data = await begin(folder.path, nowMs);
  const other = join(folder.path, 'shared');
  cpSync(data, other, { recursive: true });
  await maintain({ kind: 'move-to', database: database.url }, { dataFolder: data });
  for (const tail of ['', '-wal', '-shm']) rmSync(join(other, `state.db${tail}`), { force: true });
  const servers: RunningServer[] = [
    await serve(folder.path, { ...more, data }, nowMs),
    await serve(folder.path, { ...more, data: other, database: database.url }, nowMs),
  ];
  const [one, two] = servers.map(({ address }) => address) as [string, string];
  const sides: [Side, Side] = [sideAt('SQLite', one), sideAt('PostgreSQL', two)];
  for (const side of sides) {
    await signIn(side, 'anna');
    await untilThere(side, 'api/collection_status', isScanned);
  }
  return {
    sides,
    tick: () => {
      now += 1_000;
    },
    both: async (call) => [await sides[0].send(call), await sides[1].send(call)],
    untilBoth: async (path, isThere) => {
      for (const side of sides) await untilThere(side, path, isThere);
    },
    [Symbol.asyncDispose]: async () => {
      for (const server of servers) await server.close();
      await database[Symbol.asyncDispose]();
      folder.remove();
    },
  };
};

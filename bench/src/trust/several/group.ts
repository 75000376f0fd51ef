import { join } from 'node:path';
import {
  type FakeLastfm,
  type FakeListenBrainz,
  library,
  type PostgresRelay,
  type Product,
  startFakeLastfm,
  startFakeListenBrainz,
  startPostgres,
  startPostgresRelay,
  startProduct,
  type TestPostgres,
  tempFolder,
} from '@tonearm/testkit';
import { openPostgres, type Postgres } from '../../../../server/src/db/postgres.ts';
import type { BenchClient } from '../../http-client.ts';
import { clientOf, eventually, sleep } from '../trust-product.ts';
import { type Reign, reignsOf } from './reigns.ts';

/** One life of a process: from its start to its end. */
export interface Life {
  readonly name: string;
  readonly product: Product;
  /** When it was ended; null while it lives. */
  endedAtMs: number | null;
  /** Whether a balancer would send anything there. */
  isReady: boolean;
}

/** Three processes over one PostgreSQL, each with a data folder of its own. */
export interface Group extends AsyncDisposable {
  readonly folder: string;
  readonly music: string;
  readonly postgres: TestPostgres;
  /** For looking into the database. */
  readonly database: Postgres;
  readonly lastfm: FakeLastfm;
  readonly listenBrainz: FakeListenBrainz;
  /** Everything that ran, in the order of its start. */
  readonly lives: readonly Life[];
  /** What runs now. */
  up(): readonly Life[];
  of(name: string): Life;
  /** Its way to the database. */
  relay(name: string): PostgresRelay;
  /** Flags that each of them is started with. @param url its way to the database */
  flags(url: string): readonly string[];
  launch(name: string): Promise<Life>;
  /** Ends one as a cut of the power does. */
  kill(name: string): Promise<void>;
  /** Ends one politely. */
  stop(name: string): Promise<void>;
  reigns(): readonly Reign[];
  /** Who scans now; waits for somebody to. */
  leader(): Promise<Life>;
  /** A client of one process. */
  client(life: Pick<Life, 'product'>, token?: string): BenchClient;
}

/** What the processes are called. */
export const names = ['one', 'two', 'three'] as const;

/** The administrator. */
export const account = { name: 'anna', password: 'anna plays on', admin: true };

const flagsOf = (folder: string, url: string, listenBrainzRoot: string): string[] => [
  ...['--database', url, '--secret-key-file', join(folder, 'secret.key'), '--ffmpeg', 'no'],
  ...['--log-format', 'json', '--ddns-root', 'http://127.0.0.1:9/', '--listenbrainz-root', listenBrainzRoot],
];

/** Keeps a client for each process and token, as people keep their connections. */
const createClients = () => {
  const clients = new Map<string, BenchClient>();
  return {
    of: ({ product }: Pick<Life, 'product'>, token = ''): BenchClient => {
      const key = `${product.pid} ${token}`;
      const client = clients.get(key) ?? clientOf(product, token === '' ? undefined : token);
      clients.set(key, client);
      return client;
    },
    close: (): void => {
      for (const client of clients.values()) client.close();
    },
  };
};

const environmentOf = ({ apiRoot, authPage, apiKey, secret }: FakeLastfm) => ({
  TONEARM_LASTFM_ROOT: apiRoot,
  TONEARM_LASTFM_AUTHORIZE_PAGE: authPage,
  TONEARM_LASTFM_KEY: apiKey,
  TONEARM_LASTFM_SECRET: secret,
});

/** A way to the database for each process. */
const openRelays = async (postgres: TestPostgres): Promise<ReadonlyMap<string, PostgresRelay>> => {
  const relays = new Map<string, PostgresRelay>();
  for (const name of names) relays.set(name, await startPostgresRelay(postgres.url()));
  return relays;
};

/** Services to which plays are sent. */
const openServices = async () => {
  const lastfm = await startFakeLastfm();
  const listenBrainz = await startFakeListenBrainz();
  return {
    ...{ lastfm, listenBrainz },
    close: async (): Promise<void> => {
      await lastfm[Symbol.asyncDispose]();
      await listenBrainz[Symbol.asyncDispose]();
    },
  };
};

/** What runs of everything that ran. */
const runningOf = (lives: readonly Life[]) => {
  const up = (): Life[] => lives.filter(({ endedAtMs }) => endedAtMs === null);
  const of = (name: string): Life => {
    const life = up().find((each) => each.name === name);
    if (life === undefined) throw new Error(`${name} does not run`);
    return life;
  };
  return { up, of };
};

/** Opens a group; nothing runs but its PostgreSQL. */
export const openGroup = async (): Promise<Group> => {
  const folder = await tempFolder();
  const music = join(folder.path, 'music');
  await library().album('Picnic', 4, { artist: 'Anna' }).writeTo(music);
  const { lastfm, listenBrainz, ...services } = await openServices();
  const postgres = await startPostgres();
  const database = openPostgres({ url: postgres.url(), schema: 'state', mostConnections: 2 });
  const relays = await openRelays(postgres);
  const relay = (name: string): PostgresRelay => relays.get(name) as PostgresRelay;
  const clients = createClients();
  const lives: Life[] = [];
  const { up, of } = runningOf(lives);
  const end = async (name: string, how: (life: Life) => Promise<unknown>): Promise<void> => {
    const life = of(name);
    life.isReady = false;
    await how(life);
    life.endedAtMs = Date.now();
  };
  const reigns = (): Reign[] =>
    reignsOf(lives.map(({ name, product, endedAtMs }) => ({ name, lines: product.lines, endedAtMs })));
  return {
    ...{ folder: folder.path, music, postgres, database, lastfm, listenBrainz, lives, up, of, relay, reigns },
    flags: (url) => flagsOf(folder.path, url, `${listenBrainz.root}/`),
    launch: async (name) => {
      const product = await startProduct({
        dataFolder: join(folder.path, name),
        environment: environmentOf(lastfm),
        argv: flagsOf(folder.path, relay(name).url, `${listenBrainz.root}/`),
      });
      const life: Life = { name, product, endedAtMs: null, isReady: true };
      lives.push(life);
      return life;
    },
    kill: (name) => end(name, ({ product }) => product.kill()),
    stop: (name) => end(name, ({ product }) => product.stop()),
    leader: async () => {
      let found: Life | undefined;
      await eventually('somebody who scans', () => {
        const name = reigns().find(({ toMs }) => toMs === null)?.name;
        found = up().find((life) => life.name === name);
        return found !== undefined;
      });
      return found as Life;
    },
    client: clients.of,
    [Symbol.asyncDispose]: async () => {
      clients.close();
      await Promise.allSettled(up().map(({ product }) => product.kill()));
      for (const each of relays.values()) await each.close();
      await database.close();
      await postgres.close();
      await services.close();
      await folder[Symbol.asyncDispose]();
    },
  };
};

const mayBeSentAgain = (error: unknown, method: string): boolean => {
  const { code } = error as { code?: string };
  return code === 'ECONNREFUSED' || (code === 'ECONNRESET' && method !== 'POST');
};

/** Sends to one process after the other, as a balancer does: what nobody took, and is no POST, goes to the next. */
export const createBalancer = (group: Group, token?: string): Pick<BenchClient, 'send'> => {
  let turn = 0;
  return {
    send: async (path, options = {}) => {
      let last: unknown = new Error('nobody is there');
      for (let tries = 0; tries < 2 * names.length; tries += 1) {
        const ready = group.up().filter(({ isReady }) => isReady);
        turn += 1;
        const life = ready[turn % Math.max(ready.length, 1)];
        if (life === undefined) {
          await sleep(50);
          continue;
        }
        try {
          return await group.client(life, token).send(path, options);
        } catch (error) {
          last = error;
          if (!mayBeSentAgain(error, options.method ?? 'GET')) throw error;
        }
      }
      throw last;
    },
  };
};

/** Paths of all songs that a process knows; empty while it cannot say. */
export const songsOf = async (group: Group, life: Life, token: string): Promise<string[]> => {
  const { status, body } = await group.client(life, token).send('flatten');
  return status === 200 ? (JSON.parse(body.toString()) as { path: string }[]).map(({ path }) => path) : [];
};

/** Waits until every process knows so many songs. */
export const allHave = (group: Group, token: string, count: number): Promise<void> =>
  eventually(`${count} songs in every process`, async () => {
    const lists = await Promise.all(group.up().map((life) => songsOf(group, life, token)));
    return lists.every((songs) => songs.length === count);
  });

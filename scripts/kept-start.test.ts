import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { startProduct } from '@tonearm/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tonearm-kept-start-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('what a server begins from', () => {
  type Kept = typeof import('../server/kept-start.mjs');

  let node: string;

  /** The server's folder below another one, with a program that stands for Node.js. */
  const keptIn = async (name: string): Promise<Kept> => {
    const file = join(folder, name, 'kept-start.mjs');
    mkdirSync(join(folder, name, 'dist'), { recursive: true });
    copyFileSync(join(root, 'server', 'kept-start.mjs'), file);
    return import(pathToFileURL(file).href) as Promise<Kept>;
  };

  beforeEach(() => {
    node = join(folder, 'node');
    writeFileSync(node, 'a program');
  });

  it('is used by the Node.js that made it, where it was made', async () => {
    const { isKeptBy, keptBy, keptStart, keptStartFlags, makerOf } = await keptIn('server');
    expect([isKeptBy(node), keptStartFlags(node)]).toEqual([false, []]);
    writeFileSync(keptStart, 'what is in memory');
    writeFileSync(keptBy, makerOf(node));
    expect([isKeptBy(node), keptStartFlags(node)]).toEqual([true, ['--snapshot-blob', keptStart]]);
  });

  it('is nothing where it could not be made, and is not made again by the same Node.js', async () => {
    const { isKeptBy, keptBy, keptStartFlags, makerOf } = await keptIn('server');
    writeFileSync(keptBy, makerOf(node));
    expect([isKeptBy(node), keptStartFlags(node)]).toEqual([true, []]);
  });

  it('is not used by another Node.js, nor in another folder', async () => {
    const { isKeptBy, keptBy, keptStart, keptStartFlags, makerOf } = await keptIn('server');
    writeFileSync(keptStart, 'what is in memory');
    writeFileSync(keptBy, makerOf(node));
    writeFileSync(node, 'a newer program');
    expect([isKeptBy(node), keptStartFlags(node)]).toEqual([false, []]);
    writeFileSync(keptBy, makerOf(node));
    expect(isKeptBy(node)).toBe(true);
    renameSync(join(folder, 'server'), join(folder, 'moved'));
    const moved = await keptIn('moved');
    expect([moved.isKeptBy(node), moved.keptStartFlags(node)]).toEqual([false, []]);
  });
});

const isBuilt = process.env['TONEARM_BUILT'] === '1';

const dist = join(root, 'server', 'dist');

/** What a file of the build, and all that it imports of the build, takes of Node.js. */
const takenBy = (file: string, seen = new Set<string>()): string[] => {
  if (seen.has(file)) return [];
  seen.add(file);
  const code = readFileSync(join(dist, file), 'utf8');
  const others = [...code.matchAll(/(?:from|import)\s*\(?\s*"\.\/([^"]+\.js)"/g)].map(
    ([, name = '']) => name,
  );
  const own = [...code.matchAll(/(?:getBuiltinModule|require)\("(?:node:)?([\w/]+)"\)/g)];
  return [...own.map(([, name = '']) => name), ...others.flatMap((name) => takenBy(name, seen))];
};

const threads = isBuilt ? readdirSync(dist).filter((file) => file.endsWith('-worker.js')) : [];

it.skipIf(!isBuilt /* threads are there where the product was built, as by `npm test` */)(
  'all threads are known',
  () => {
    expect(threads).toEqual(
      expect.arrayContaining(['watch-worker.js', 'feed-worker.js', 'carry-over-worker.js']),
    );
  },
);

// In a server that began from what was kept, Node.js ends where a thread loads one of these.
it.each(threads)('the thread %s takes nothing of what it could not have', (file) => {
  const taken = takenBy(file);
  expect(taken).toContain('worker_threads');
  const never = ['net', 'tls', 'http', 'https', 'http2', 'child_process', 'stream/web', 'cluster'];
  expect(taken.filter((name) => never.includes(name))).toEqual([]);
});

const canTell = isBuilt && process.platform === 'linux';

describe.skipIf(!canTell /* it must be built, and Linux alone tells what it was started with */)(
  'a server that began from what was kept',
  () => {
    const account = { name: 'ada', password: 'a good password', admin: true };

    const call = async (url: string, method: string, body: unknown, token?: string): Promise<Response> =>
      fetch(url, {
        method,
        headers: {
          'content-type': 'application/json',
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify(body),
      });

    it('answers, and knows what parts that are loaded later say', async () => {
      await using product = await startProduct({ dataFolder: join(folder, 'data') });
      const argv = readFileSync(`/proc/${product.pid}/cmdline`, 'utf8').split('\0');
      expect(argv).toContain('--snapshot-blob');
      const api = (path: string): string => new URL(`api/${path}`, product.address).href;
      await call(api('user'), 'POST', account);
      const { token } = (await (
        await call(api('auth'), 'POST', { username: account.name, password: account.password })
      ).json()) as { token: string };
      // The engine of patterns is such a part.
      const refused = await call(api('settings'), 'PUT', { album_art_pattern: '(' }, token);
      expect(refused.status).toBe(400);
      expect(await refused.json()).toMatchObject({ code: 'invalid_album_art_pattern' });
      const taken = await call(api('settings'), 'PUT', { album_art_pattern: 'cover.jpg' }, token);
      expect(taken.status).toBe(200);
    }, 120_000);
  },
);

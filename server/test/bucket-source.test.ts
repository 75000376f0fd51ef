import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buildSong, type FakeBucket, makePicture, startFakeBucket } from '@tonearm/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '../src/platform/log.ts';
import { startWholeServer, type WholeServer } from './whole-server.ts';

let server: WholeServer;
let store: FakeBucket;
let token: string;
let lines: string[];

beforeAll(async () => {
  lines = [];
  store = await startFakeBucket();
  const log = createLog({ level: 'debug', write: (line) => lines.push(line) });
  server = await startWholeServer({ log });
  await server.createUser('anna', undefined, true);
  token = server.mint('anna');
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await store[Symbol.asyncDispose]();
});

const picture = makePicture({ width: 100, colour: [1, 2, 3] });
const songOf = (title: string, more: Partial<Parameters<typeof buildSong>[0]> = {}): Buffer =>
  buildSong({ format: 'mp3', tags: { title }, ...more }).data;

/** Files of one library, by their paths. */
const files: Readonly<Record<string, Buffer>> = {
  'plain/a.mp3': songOf('Plain'),
  'plain/a.lrc': Buffer.from('[00:01.00]Beside'),
  'plain/Folder.png': picture.data,
  'inside/b.mp3': songOf('Inside', { picture }),
  'ä + b%20/c#?.flac': buildSong({ format: 'flac', tags: { title: 'Odd' }, seconds: 20 }).data,
};

/** The same library in a bucket and in a folder, scanned. */
const fill = async (): Promise<void> => {
  const folder = join(server.folder, 'music');
  for (const [path, bytes] of Object.entries(files)) {
    store.put(`all/${path}`, bytes);
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), bytes);
  }
  await saveBucket();
  const body = [
    { source: 's3://music/all/', name: 'Cloud' },
    { source: folder, name: 'Disk' },
  ];
  expect((await server.call('PUT api/mount_dirs', { token, body })).status).toBe(200);
  await expect.poll(() => statusOf('audio/Cloud%2Fplain%2Fa.mp3')).toBe(200);
  await expect.poll(() => statusOf('audio/Disk%2Fplain%2Fa.mp3')).toBe(200);
};

const saveBucket = async (more: object = {}) => {
  const { bucket, endpoint, region, accessKey, secretKey } = store;
  const keys = { access_key: accessKey, secret_key: secretKey };
  const body = [{ bucket, endpoint, region, is_path_style: true, ...keys, ...more }];
  return await server.call('PUT api/buckets', { token, body });
};

const statusOf = async (path: string): Promise<number> =>
  (await server.call(`GET api/${path}`, { token })).status;

const get = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
  const answer = await fetch(new URL(`api/${path}`, server.address), {
    method,
    headers: { authorization: `Bearer ${token}`, ...headers },
  });
  const said = ['content-type', 'content-length', 'content-range', 'accept-ranges', 'content-disposition'];
  return {
    status: answer.status,
    etag: answer.headers.get('etag') ?? '',
    headers: said.map((name) => answer.headers.get(name)),
    bytes: Buffer.from(await answer.arrayBuffer()),
  };
};

/** The same file in both sources. */
const both = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
  const [cloud, disk] = await Promise.all(
    ['Cloud', 'Disk'].map((name) => get(`audio/${encodeURIComponent(`${name}/${path}`)}`, headers, method)),
  );
  // Each problem has an id of its own.
  const shown = (answer: typeof cloud) => ({
    ...answer,
    etag: '',
    bytes: (answer?.status ?? 0) < 400 ? answer?.bytes : null,
  });
  return { cloud: shown(cloud), disk: shown(disk), etag: cloud?.etag ?? '' };
};

/** One server for all: each scan of a process of its own takes long. */
describe('songs in a bucket', () => {
  it('are found by a scan', fill);

  it('are sent byte for byte and header for header as those of a folder', async () => {
    const ranges = [
      'bytes=0-',
      'bytes=5-9',
      'bytes=-7',
      'bytes=70000-140000',
      'bytes=999999999-',
      'bytes=9-2',
      'x',
    ];
    for (const path of ['plain/a.mp3', 'ä + b%20/c#?.flac'])
      for (const headers of [{}, ...ranges.map((range) => ({ range }))])
        for (const method of ['GET', 'HEAD']) {
          const { cloud, disk } = await both(path, headers, method);
          expect(cloud).toEqual(disk);
        }
    const { cloud, etag } = await both('plain/a.mp3', { range: 'bytes=0-99' });
    expect(cloud).toMatchObject({ status: 206, bytes: files['plain/a.mp3']?.subarray(0, 100) });
    const known = { 'if-none-match': etag };
    expect((await get('audio/Cloud%2Fplain%2Fa.mp3', known)).status).toBe(304);
    const [same, other] = [etag, '"x"'].map((tag) => ({ range: 'bytes=0-9', 'if-range': tag }));
    expect((await get('audio/Cloud%2Fplain%2Fa.mp3', same)).status).toBe(206);
    expect((await get('audio/Cloud%2Fplain%2Fa.mp3', other)).status).toBe(200);
  });

  it('show pictures beside them and inside, and words', async () => {
    for (const path of ['plain/Folder.png', 'inside/b.mp3']) {
      const [cloud, disk] = await Promise.all(
        ['Cloud', 'Disk'].map((name) => get(`thumbnail/${encodeURIComponent(`${name}/${path}`)}`)),
      );
      expect(cloud?.status).toBe(200);
      expect(cloud).toEqual(disk);
    }
    const words = await server.call('GET api/music/lyrics/Cloud%2Fplain%2Fa.mp3', { token });
    expect(words.text).toContain('Beside');
  });

  it('are not sent once their bucket is away, and stay in the library', async () => {
    store.behaviour = 'forbids';
    expect([404, 503]).toContain((await get('audio/Cloud%2Fplain%2Fa.mp3')).status);
    await server.call('POST api/trigger_index', { token });
    const states = async () => (await server.call('GET api/source_states', { token })).text;
    await expect.poll(states).toContain('bucket_forbidden');
    expect(JSON.parse(await states())).toMatchObject([
      { name: 'Cloud', state: 'away', song_count: 3 },
      { name: 'Disk', state: 'available', song_count: 3 },
    ]);
  });

  it('leave no key anywhere but sealed', async () => {
    const answers = [
      await server.call('GET api/buckets', { token }),
      await server.call('GET api/source_states', { token }),
      await server.call('GET api/mount_dirs', { token }),
      await saveBucket({ endpoint: 'ftp://example.org' }),
      await saveBucket({ access_key: null, secret_key: null, bucket: 'another' }),
      await saveBucket({ access_key: null, secret_key: null }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 400, 400, 200]);
    store.behaviour = 'forbids';
    await server.call('POST api/trigger_index', { token });
    await expect
      .poll(async () => (await server.call('GET api/source_states', { token })).text)
      .toContain('bucket_forbidden');
    const told = [...answers.map(({ text }) => text), ...lines].join('\n');
    expect(told).toContain('"has_keys":true');
    const secrets = [store.accessKey, store.secretKey, Buffer.from(store.secretKey).toString('base64')];
    for (const secret of secrets) expect(told).not.toContain(secret);
    const kept = ['state.db', 'state.db-wal', 'library.db', 'library.db-wal'].map((name) => {
      try {
        return readFileSync(join(server.folder, 'data', name)).toString('latin1');
      } catch {
        return '';
      }
    });
    for (const secret of secrets) expect(kept.join('')).not.toContain(secret);
  });
});

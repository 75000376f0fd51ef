import { buffer } from 'node:stream/consumers';
import { type FakeBucket, startFakeBucket } from '@tonearm/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../clock.ts';
import { type BucketAccess, type BucketClient, createBucketClient } from './bucket-client.ts';

let store: FakeBucket;
const clients: BucketClient[] = [];
beforeEach(async () => {
  store = await startFakeBucket();
});
afterEach(async () => {
  for (const client of clients.splice(0)) client.close();
  await store[Symbol.asyncDispose]();
});

/** Waits between two tries pass at once. */
const clock = {
  nowMs: systemClock.nowMs,
  schedule: (delayMs: number, task: () => void) => systemClock.schedule(delayMs < 10_000 ? 0 : delayMs, task),
};

const clientOf = (changed: Partial<BucketAccess> = {}): BucketClient => {
  const { endpoint, bucket, region, accessKey, secretKey } = store;
  const access = { endpoint, bucket, region, accessKey, secretKey, isPathStyle: true, ...changed };
  const client = createBucketClient(access, clock);
  clients.push(client);
  return client;
};

const listAll = async (client: BucketClient, prefix = ''): Promise<string[]> => {
  const keys: string[] = [];
  for await (const objects of client.list(prefix)) keys.push(...objects.map(({ key }) => key));
  return keys;
};

const oddKeys = [
  'a b/c+d.mp3',
  'a%20b/100%.mp3',
  'a//b.mp3',
  'a/../b/./c.mp3',
  'folder/',
  '日本/ü – “x”.flac',
  'it\'s (1)*!&<>"=?#.mp3',
  'line\nbreak\u0001.mp3',
  `${'long/'.repeat(200)}x.mp3`,
];

describe('a bucket', () => {
  it('is listed whole, by parts, whatever its keys hold', async () => {
    for (const key of oddKeys) store.put(key, Buffer.from(key));
    for (let count = 0; count < 2300; count += 1) store.put(`many/${count}.mp3`, Buffer.from('x'));
    const keys = await listAll(clientOf());
    expect(new Set(keys)).toEqual(
      new Set([...oddKeys, ...Array.from({ length: 2300 }, (_, count) => `many/${count}.mp3`)]),
    );
    expect(keys).toHaveLength(2300 + oddKeys.length);
    expect(store.requests).toHaveLength(3);
    expect(await listAll(clientOf(), 'a b/')).toEqual(['a b/c+d.mp3']);
  });

  it.each(oddKeys)('gives the bytes of %j', async (key) => {
    store.put(key, Buffer.from(`0123456789${key}`));
    const answer = await clientOf().part({ key, start: 2, end: 5 });
    if (answer.kind !== 'part') throw new Error(answer.kind);
    expect(answer.part.sizeBytes).toBe(10 + Buffer.byteLength(key));
    expect(await buffer(answer.part.body)).toEqual(Buffer.from('2345'));
  });

  it('tells what is gone, changed, and outside', async () => {
    store.put('empty.mp3', Buffer.alloc(0));
    store.put('song.mp3', Buffer.from('song'));
    const client = clientOf();
    expect(await client.part({ key: 'other.mp3', start: 0, end: 9 })).toEqual({ kind: 'gone' });
    expect(await client.part({ key: 'empty.mp3', start: 0, end: 9 })).toEqual({ kind: 'outside' });
    expect(await client.part({ key: 'song.mp3', start: 0, end: 9, etag: '"x"' })).toEqual({
      kind: 'changed',
    });
  });

  it.each([
    ['forbids', 'bucket_forbidden'],
    ['has-no-bucket', 'bucket_missing'],
    ['is-busy', 'bucket_unreachable'],
    ['cuts-connections', 'bucket_unreachable'],
    ['is-no-store', 'bucket_elsewhere'],
    ['cuts-listings', 'bucket_elsewhere'],
  ] as const)('that %s is in trouble', async (behaviour, reason) => {
    for (let count = 0; count < 1001; count += 1) store.put(`${count}.mp3`, Buffer.from('x'));
    store.behaviour = behaviour;
    await expect(listAll(clientOf())).rejects.toMatchObject({ reason });
  });

  it.each([
    ['secret', { secretKey: 'another' }, 'bucket_forbidden'],
    ['region', { region: 'us-east-1' }, 'bucket_forbidden'],
    ['name', { bucket: 'musik' }, 'bucket_missing'],
    ['port', { endpoint: 'http://127.0.0.1:1' }, 'bucket_unreachable'],
  ] as const)('with a wrong %s is in trouble that names nothing', async (_what, changed, reason) => {
    const failure = await listAll(clientOf(changed)).catch((error: unknown) => error);
    expect(failure).toMatchObject({ reason });
    expect(`${JSON.stringify(failure)}${(failure as Error).stack}`).not.toMatch(/secret\/of|another|AKTEST/);
  });

  it('is asked again when it was busy', async () => {
    store.put('a.mp3', Buffer.from('x'));
    store.behaviour = 'is-busy';
    const push = store.requests.push.bind(store.requests);
    store.requests.push = (...requests) => {
      store.behaviour = 'answers';
      return push(...requests);
    };
    expect(await listAll(clientOf())).toEqual(['a.mp3']);
    expect(store.requests.map(({ status }) => status)).toEqual([503, 200]);
  });
});

import type { Bucket, BucketChange } from '@tonearm/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/account-server.ts';
import { openTestState } from '../../../test/test-state.ts';
import type { AppEvents } from '../../platform/app-events.ts';
import { createEvents, type Events } from '../../platform/events.ts';
import { systemRandom } from '../../platform/random.ts';
import { createSecretBox } from '../../platform/secret-box.ts';
import { dropSecrets, sealedSecrets } from '../../state/secrets.ts';
import { createBucketSettings } from './bucket-settings.ts';

let folder: ReturnType<typeof temporaryFolder>;
let state: ReturnType<typeof openTestState>;
let events: Events<AppEvents>;
let changes: number;
beforeEach(() => {
  folder = temporaryFolder();
  state = openTestState(folder.path);
  changes = 0;
  events = createEvents<AppEvents>(() => {});
  events.on('sources-changed', () => {
    changes += 1;
  });
});
afterEach(() => {
  state.close();
  folder.remove();
});

const openSettings = async () => {
  const sealed = await sealedSecrets(state.query);
  const box = createSecretBox({
    dataFolder: folder.path,
    random: systemRandom,
    sealed,
  });
  return createBucketSettings({ query: state.query, box, events });
};

const keys = { access_key: 'AK1', secret_key: 'a secret' };
const place = { bucket: 'music', endpoint: 'https://s3.example.org', region: 'eu-1', is_path_style: true };

describe('how buckets are reached', () => {
  it('is kept sealed, over starts, and told without keys', async () => {
    const settings = await openSettings();
    await settings.save([{ ...place, ...keys }]);
    const again = await openSettings();
    expect(again.list()).toEqual([{ ...place, has_keys: true } satisfies Bucket]);
    expect(again.access()).toMatchObject([{ bucket: 'music', accessKey: 'AK1', secretKey: 'a secret' }]);
    const stored = state.raw.prepare("SELECT value FROM settings WHERE key = 'buckets'").pluck().get();
    expect(String(stored)).not.toMatch(/AK1|secret|example/);
    expect(Buffer.from(String(stored), 'base64').toString('latin1')).not.toMatch(/AK1|secret|example/);
    expect(changes).toBe(1);
  });

  it('keeps keys that are not given again, and forgets those of a bucket that is left out', async () => {
    const settings = await openSettings();
    await settings.save([
      { ...place, ...keys },
      { ...place, bucket: 'other', ...keys },
    ]);
    await settings.save([{ ...place, region: 'eu-2', access_key: '', secret_key: null }]);
    expect(settings.access()).toMatchObject([{ region: 'eu-2', secretKey: 'a secret' }]);
    await expect(settings.save([{ ...place, bucket: 'other' }])).rejects.toMatchObject({
      code: 'invalid_bucket',
    });
    expect(settings.list()).toHaveLength(1);
  });

  it('goes with a key file that is lost', async () => {
    await (await openSettings()).save([{ ...place, ...keys }]);
    await dropSecrets(state.query);
    expect((await openSettings()).list()).toEqual([]);
  });

  it.each<[string, Partial<BucketChange>]>([
    ['a name with a slash', { bucket: 'a/b' }],
    ['no name', { bucket: '' }],
    ['a name of two dots', { bucket: 'a..b' }],
    ['an address that is none', { endpoint: 'not an address' }],
    ['an address with a path', { endpoint: 'https://s3.example.org/music' }],
    ['an address with a password', { endpoint: 'https://a:b@s3.example.org' }],
    ['another scheme', { endpoint: 'ftp://s3.example.org' }],
    ['a region with a slash', { region: 'eu/1' }],
    ['no region', { region: ' ' }],
    ['a control character', { secret_key: 'a\nb' }],
    ['a key of 1,025 bytes', { access_key: 'x'.repeat(1025) }],
  ])('refuses %s', async (_what, change) => {
    const settings = await openSettings();
    await expect(settings.save([{ ...place, ...keys, ...change }])).rejects.toMatchObject({
      code: 'invalid_bucket',
    });
    expect([settings.list(), changes]).toEqual([[], 0]);
  });

  it('takes a host alone for a secure address, and stores of the own network', async () => {
    const settings = await openSettings();
    for (const [typed, endpoint] of [
      ['s3.example.org', 'https://s3.example.org'],
      ['http://192.168.1.9:9000/', 'http://192.168.1.9:9000'],
      ['http://localhost:9000', 'http://localhost:9000'],
    ] as const) {
      await settings.save([{ ...place, ...keys, endpoint: typed }]);
      expect(settings.list()[0]?.endpoint).toBe(endpoint);
    }
  });
});

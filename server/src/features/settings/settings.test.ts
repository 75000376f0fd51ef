import { settingFields } from '@tonearm/contract';
import { describe, expect, it } from 'vitest';
import { createAccountServer } from '../../../test/account-server.ts';

const defaults = {
  ddns_update_url: '',
  ...Object.fromEntries(Object.entries(settingFields).map(([name, { initial }]) => [name, initial])),
  album_art_pattern: 'Folder.(jpeg|jpg|png)',
  reindex_every_n_seconds: 1800,
};

describe('settings', () => {
  it('have defaults, and absent or null parts of a change stay', async () => {
    await using server = await createAccountServer();
    const get = async () => (await server.call('GET /api/settings')).json();
    expect(await get()).toEqual(defaults);
    for (const [body, expected] of [
      [{}, defaults],
      [{ album_art_pattern: null, reindex_every_n_seconds: null }, defaults],
      [{ reindex_every_n_seconds: 0 }, { ...defaults, reindex_every_n_seconds: 0 }],
      [
        { album_art_pattern: 'cover' },
        { ...defaults, album_art_pattern: 'cover', reindex_every_n_seconds: 0 },
      ],
    ] as const) {
      const answer = await server.call('PUT /api/settings', { body });
      expect([answer.statusCode, answer.body]).toEqual([200, '']);
      expect(await get()).toEqual(expected);
    }
  });

  it.each([
    [{ album_art_pattern: '(', reindex_every_n_seconds: 60 }, 'invalid_album_art_pattern'],
    [{ album_art_pattern: 'x', reindex_every_n_seconds: -1 }, 'negative_scan_period'],
    [{ album_art_pattern: 'x', reindex_every_n_seconds: 1.5 }, 'invalid_request'],
    [{ album_art_pattern: 7 }, 'invalid_request'],
  ])('refuse %j and keep everything as it was', async (body, code) => {
    await using server = await createAccountServer();
    const answer = await server.call('PUT /api/settings', { body });
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([400, code]);
    expect((await server.call('GET /api/settings')).json()).toEqual(defaults);
  });

  it.each([
    [{ mount_dirs: [] }, /\/mount_dirs/],
    [{ users: [] }, /\/config/],
    [{ ydns: { host: 'h', username: 'u', password: 'p' } }, /\/ddns/],
    [{ ddns: {} }, /\/ddns/],
  ])('of other versions that would be lost are refused in words: %j', async (other, sentence) => {
    await using server = await createAccountServer();
    const body = { album_art_pattern: 'cover', ...other };
    for (const [path, sent] of [
      ['settings', body],
      ['config', { settings: body }],
    ] as const) {
      const answer = await server.call(`PUT /api/${path}`, { body: sent });
      expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([400, 'invalid_request']);
      expect(answer.json<{ detail: string }>().detail).toMatch(sentence);
    }
    expect((await server.call('GET /api/settings')).json()).toEqual(defaults);
  });

  it('of other versions that mean nothing here are taken, and the answer names them', async () => {
    await using server = await createAccountServer();
    const put = (body: unknown) => server.call('PUT /api/settings', { body });
    const others = { auth_secret: 'x', prefix_url: '/y', unheard_of: 1 };
    const answer = await put({ album_art_pattern: 'cover', ...others });
    expect([answer.statusCode, answer.body]).toEqual([200, '']);
    expect(answer.headers['x-ignored-fields']).toBe('auth_secret, prefix_url');
    for (const ddns_update_url of ['', ' ', null]) {
      const blank = await put({ ddns_update_url, mount_dirs: null });
      expect([blank.statusCode, blank.headers['x-ignored-fields']]).toEqual([200, undefined]);
    }
    expect((await server.call('GET /api/settings')).json()).toEqual({
      ...defaults,
      album_art_pattern: 'cover',
    });
  });

  it('of version 8 hold an address for dynamic DNS, until it is blank or an account is saved', async () => {
    await using server = await createAccountServer();
    const told: unknown[] = [];
    server.events.on('ddns-changed', () => told.push('changed'));
    const put = async (ddns_update_url: string) =>
      (await server.call('PUT /api/settings', { body: { ddns_update_url } })).statusCode;
    const kept = async () =>
      (await server.call('GET /api/settings')).json<{ ddns_update_url: string }>().ddns_update_url;
    const address = 'https://anna:pass@dns.example/update?host=home';
    expect([await put(` ${address} `), await kept(), told.length]).toEqual([200, address, 1]);
    for (const none of [
      'update',
      'ftp://dns.example/',
      'javascript:0',
      `https://dns.example/${'x'.repeat(2000)}`,
    ])
      expect([none, await put(none), await kept()]).toEqual([none, 400, address]);
    expect((await server.call('GET /api/ddns')).json()).toEqual({ host: '', username: '', password: '' });
    expect([await put(' '), await kept(), told.length]).toEqual([200, '', 2]);
    expect([await put(''), told.length]).toEqual([200, 2]);
    await put(address);
    const account = { host: 'h', username: 'u', password: 'p' };
    expect((await server.call('PUT /api/ddns', { body: account })).statusCode).toBe(200);
    expect(await kept()).toBe('');
    const both = { settings: { ddns_update_url: address }, ddns: { host: '', username: '', password: '' } };
    expect((await server.call('PUT /api/config', { body: both })).statusCode).toBe(200);
    expect(await kept()).toBe(address);
  });

  it('say whether the collection has to be scanned again', async () => {
    await using server = await createAccountServer();
    const told: boolean[] = [];
    server.events.on('settings-changed', ({ needsScan }) => told.push(needsScan));
    await server.call('PUT /api/settings', { body: { reindex_every_n_seconds: 60 } });
    await server.call('PUT /api/settings', { body: { album_art_pattern: 'cover' } });
    await server.call('PUT /api/settings', { body: { album_art_pattern: '(' } });
    expect(told).toEqual([false, true]);
  });
});

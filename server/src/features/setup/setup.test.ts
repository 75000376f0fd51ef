import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAccountServer, temporaryFolder } from '../../../test/account-server.ts';
import { openTestState } from '../../../test/test-state.ts';
import { isLocalAddress } from './local-network.ts';

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

const finishSetup = async () => {
  await using server = await createAccountServer({ dataFolder: folder.path });
  await server.createUser('anna');
};

describe('setup', () => {
  it('is open until the first user exists, and never again', async () => {
    await using server = await createAccountServer();
    expect((await server.call('GET /api/initial_setup')).json()).toEqual({ has_any_users: false });
    expect((await server.call('GET /api/users')).statusCode).toBe(200);
    expect((await server.call('GET /api/sessions')).statusCode).toBe(401);
    await server.createUser('anna');
    expect((await server.call('GET /api/users')).statusCode).toBe(401);
    server.state.raw.exec('DELETE FROM users');
    expect((await server.call('GET /api/users')).statusCode).toBe(401);
    expect((await server.createUser('eve')).statusCode).toBe(401);
    expect((await server.call('GET /api/initial_setup')).json()).toEqual({ has_any_users: true });
  });

  it('stays closed after a restart', async () => {
    await finishSetup();
    await using server = await createAccountServer({ dataFolder: folder.path });
    expect(server.setup.isOpen()).toBe(false);
    expect(server.setup.code()).toBeNull();
  });

  it('refuses to start when the administrators are gone', async () => {
    await finishSetup();
    const state = openTestState(folder.path);
    state.raw.exec('UPDATE users SET is_admin = 0');
    state.close();
    await expect(createAccountServer({ dataFolder: folder.path })).rejects.toThrow(/no administrator left/);
  });

  it('writes the marker file again when it was lost', async () => {
    await finishSetup();
    rmSync(join(folder.path, 'setup-closed'));
    await using _ = await createAccountServer({ dataFolder: folder.path });
    rmSync(join(folder.path, 'setup-closed'));
  });

  it('is not for pages of strangers that let their own name lead here', async () => {
    await using server = await createAccountServer();
    const code = server.setup.code() ?? '';
    const statusUnder = async (host: string, headers: Record<string, string> = {}) =>
      (await server.call('GET /api/users', { headers: { host, ...headers } })).statusCode;
    const own = [
      'localhost:5050',
      '127.0.0.1',
      '[::1]:5050',
      '192.168.1.4:5050',
      'nas',
      'NAS.local.',
      'nas.lan:80',
    ];
    for (const host of [...own, 'Attic.Example.org:5050'])
      expect([host, await statusUnder(host)]).toEqual([host, 200]);
    for (const host of [
      'evil.example:5050',
      'localhost.evil.example',
      '192.168.1.4.nip.example',
      'evil.example.',
    ]) {
      expect([host, await statusUnder(host)]).toEqual([host, 403]);
      expect(await statusUnder(host, { 'x-setup-code': code })).toBe(200);
    }
    const answer = await server.call('GET /api/users', { headers: { host: 'music.example.net' } });
    expect(answer.json()).toMatchObject({
      code: 'setup_code_required',
      detail: expect.stringMatching(/the code that the server printed.*An IP address .* works without it/),
    });
  });

  it('is for the local network, or for who knows the code', async () => {
    await using server = await createAccountServer();
    const code = server.setup.code() ?? '';
    expect(code).toMatch(/^[2-9A-Z]{4}-[2-9A-Z]{4}-[2-9A-Z]{4}$/);
    const statusFrom = async (address: string, headers: Record<string, string> = {}) =>
      (await server.call('GET /api/users', { address, headers })).statusCode;
    for (const address of ['127.0.0.1', '::1', '192.168.1.4', '10.1.2.3', '::ffff:172.16.0.9', 'fd00::5']) {
      expect(await statusFrom(address)).toBe(200);
    }
    for (const address of ['8.8.8.8', '::ffff:8.8.8.8', '2001:4860::1', '172.32.0.1']) {
      expect(await statusFrom(address)).toBe(403);
      expect(await statusFrom(address, { 'x-setup-code': code.toLowerCase().replaceAll('-', '') })).toBe(200);
      expect(await statusFrom(address, { 'x-setup-code': `${code}2` })).toBe(403);
    }
  });

  it('does not take a stranger for local because of forwarding headers', async () => {
    await using server = await createAccountServer();
    for (const name of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via', 'x-forwarded-host']) {
      const answer = await server.call('GET /api/users', { headers: { [name]: '127.0.0.1' } });
      expect(answer.statusCode).toBe(403);
    }
  });

  it('believes the forwarding headers of trusted proxies only', async () => {
    await using server = await createAccountServer({ trustedProxies: ['127.0.0.0/8'] });
    const statusFor = async (forwarded: string, address = '127.0.0.1') =>
      (await server.call('GET /api/users', { address, headers: { 'x-forwarded-for': forwarded } }))
        .statusCode;
    expect(await statusFor('192.168.1.7')).toBe(200);
    expect(await statusFor('127.0.0.1')).toBe(200);
    expect(await statusFor('8.8.8.8')).toBe(403);
    expect(await statusFor('192.168.1.7, 8.8.8.8')).toBe(403);
    expect(await statusFor('nonsense')).toBe(403);
    expect(await statusFor('192.168.1.7', '10.0.0.1')).toBe(403);
  });
});

it.each([
  ['169.254.1.1', true],
  ['fe80::1%eth0', true],
  ['100.64.0.1', false],
  ['0.0.0.0', false],
  ['', false],
  ['localhost', false],
])('takes %s for local: %s', (address, isLocal) => {
  expect(isLocalAddress(address)).toBe(isLocal);
});

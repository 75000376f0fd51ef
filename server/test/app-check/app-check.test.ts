import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import {
  type AppCheck,
  type AppFindingName,
  appFindings,
  type CheckedApp,
  checkedApps,
} from '@tonearm/contract';
import { library } from '@tonearm/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type AppCheckDeps, createAppCheck } from '../../src/features/app-check/app-check.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { createOutbound, type SendProbe } from '../../src/platform/outbound.ts';
import { addApp } from '../subsonic-app.ts';
import { startWholeServer, type WholeServer } from '../whole-server.ts';
import { freePort, startFaultyGate } from './faulty-gate.ts';
import { faults } from './gate-faults.ts';
import { ownCertificate } from './own-certificate.ts';

let server: WholeServer;
let gate: Awaited<ReturnType<typeof startFaultyGate>>;
let token: string;
let secret: string;
const outbound = createOutbound(systemClock);

/** Waiting ends with what is waited for; this only matters on a machine that is busy. */
const patience = { timeout: 150_000, interval: 50 };

beforeAll(async () => {
  server = await startWholeServer({ flags: ['--base-path', '/tone', '--trusted-proxies', '127.0.0.1'] });
  const music = join(server.folder, 'music');
  await library().album('Picnic', 2, { artist: 'Anna', cover: 'Folder.jpg' }).writeTo(music);
  await server.createUser('root');
  token = server.mint('root');
  await server.call('PUT api/mount_dirs', { token, body: [{ source: music, name: 'Music' }] });
  const status = async (): Promise<unknown> =>
    JSON.parse((await server.call('GET api/collection_status', { token })).text);
  await vi.waitFor(
    async () => expect(await status()).toMatchObject({ song_count: 2, is_scanning: false }),
    patience,
  );
  ({ secret } = await addApp(server, 'root'));
  gate = await startFaultyGate(server.address);
});
afterAll(async () => {
  await gate[Symbol.asyncDispose]();
  await outbound.close();
  await server[Symbol.asyncDispose]();
});
beforeEach(() => gate.be({}));

/** What people type, and what leads there. */
const outside = 'https://music.example';
const byGate: SendProbe = (probe) =>
  outbound.probe({
    ...probe,
    root: probe.root.replace(outside, gate.origin),
    url: probe.url.replace(outside, gate.origin),
  });

const working: AppCheckDeps = {
  probe: byGate,
  lend: () => ({ secret, takeBack: () => {} }),
  settings: () => ({
    subsonic_enabled: true,
    subsonic_schemes: ['key', 'plain', 'hex', 'token'],
    subsonic_downloads: true,
  }),
  isScanning: () => false,
  basePath: '/tone',
};

const look = (wish: { app?: CheckedApp; address?: string | null }, deps: Partial<AppCheckDeps> = {}) =>
  createAppCheck({ ...working, ...deps })({
    app: wish.app ?? 'strawberry',
    address: wish.address === undefined ? `${outside}/tone` : wish.address,
    user: { userId: 1, username: 'root' },
    ownRoot: server.address,
  });

const namesOf = ({ findings }: AppCheck): string[] => findings.map(({ name }) => name);
/** Names that some test has provoked. */
const provoked = new Set<string>();
const expectFound = (check: AppCheck, name: AppFindingName): void => {
  expect(namesOf(check)).toEqual([name]);
  provoked.add(name);
};

describe('something between an app and the server', () => {
  it('does nothing wrong: nothing is found', async () => {
    const check = await look({});
    expect(check.findings).toEqual([]);
    expect(check.ways.map(({ way, calls, answered }) => [way, calls === answered, calls > 3])).toEqual([
      ['direct', true, true],
      ['address', true, true],
    ]);
  });

  it.each(faults)('%s: %s', async (name, _words, fault, app) => {
    gate.be(fault);
    const check = await look(app === undefined ? {} : { app });
    expect(namesOf(check)).toContain(name);
    provoked.add(name);
    // What the server itself refuses is told apart.
    const others = check.findings.filter((found) => found.name !== name && found.call !== 'getPlaylists');
    expect(others).toEqual([]);
  });

  it('is not blamed for what the address misses', async () => {
    const check = await look({ address: `${outside}/music` });
    expectFound(check, 'wrong_path');
    expect(check.findings[0]?.seen).toBe(`${outside}/tone`);
    // One who takes the folder off: the page is where the server does not think it is.
    gate.be({
      request: (passing) => {
        passing.url = passing.url.replace(/^\/ours/, '/tone');
      },
    });
    expectFound(await look({ address: `${outside}/ours` }), 'forwarded_path');
  });

  it('may be another server', async () => {
    const check = await look({}, { lend: () => ({ secret: 'x', takeBack: () => {} }) });
    expect(check.findings.find(({ name }) => name === 'other_server')?.seen).toBe('tonearm');
    provoked.add('other_server');
  });
});

describe('the way there', () => {
  const found = async (address: string, probe: SendProbe = outbound.probe): Promise<string[]> => {
    const names = namesOf(await look({ address }, { probe }));
    for (const name of names) provoked.add(name);
    return names;
  };

  it('ends at a port that nobody listens on', async () => {
    expect(await found(`http://127.0.0.1:${await freePort()}`)).toEqual([
      'address_this_machine',
      'not_reached',
    ]);
  });

  it('ends at a certificate that its owner signed', async () => {
    const site = createServer(ownCertificate, (_request, answer) => answer.end());
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    const { port } = site.address() as AddressInfo;
    expect(await found(`https://127.0.0.1:${port}`)).toContain('certificate_refused');
    await new Promise((resolve) => site.close(resolve));
  });

  it.each([
    ['ENOTFOUND', 'name_unknown'],
    ['EAI_AGAIN', 'name_unknown'],
    ['CERT_HAS_EXPIRED', 'certificate_refused'],
    ['no_answer', 'no_answer'],
    ['ECONNRESET', 'not_reached'],
  ])('is told in the words of %s: %s', async (code, name) => {
    const failing: SendProbe = (probe) =>
      probe.root.startsWith(outside) ? Promise.resolve({ kind: 'trouble', code }) : outbound.probe(probe);
    expect(await found(`${outside}/tone`, failing)).toEqual([name]);
  });

  it.each([
    ['http://localhost:5050', 'address_this_machine'],
    ['http://192.168.1.20:5050', 'address_plain'],
    ['http://music.example', 'address_plain'],
    ['https://tower', 'address_short_name'],
    ['https://tower.local', 'address_short_name'],
    ['https://music.example/tone/rest', 'address_has_rest'],
  ])('%s says by itself: %s', async (address, name) => {
    const silent: SendProbe = (probe) =>
      probe.root.startsWith(server.address)
        ? outbound.probe(probe)
        : Promise.resolve({ kind: 'trouble', code: 'ECONNREFUSED' });
    expect(await found(address, silent)).toContain(name);
  });

  it.each(['music.example', 'ftp://music.example', 'https://anna:secret@music.example', ''])(
    'is none to %j',
    async (address) => {
      await expect(look({ address })).rejects.toMatchObject({ code: 'invalid_request' });
    },
  );
});

describe('the server itself', () => {
  const settings = working.settings();
  const direct = { address: null };

  it.each(checkedApps)('answers what %s asks first', async (app) => {
    const { ways, findings } = await look({ ...direct, app });
    expect(ways).toHaveLength(1);
    expect(findings.filter(({ call }) => call !== 'getPlaylists')).toEqual([]);
  });

  it('is told of when it is switched off', async () => {
    expectFound(
      await look(direct, { settings: () => ({ ...settings, subsonic_enabled: false }) }),
      'protocol_off',
    );
  });

  it('is told of when it does not take what an app signs in with', async () => {
    const deps = { settings: () => ({ ...settings, subsonic_schemes: ['key'] as const }) };
    expectFound(await look(direct, deps), 'scheme_off');
  });

  it('is told of when it gives no files to an app that keeps them', async () => {
    const deps = { settings: () => ({ ...settings, subsonic_downloads: false }) };
    expect(namesOf(await look(direct, deps))).toEqual([]);
    expect(namesOf(await look({ ...direct, app: 'substreamer' }, deps))).toContain('downloads_off');
    provoked.add('downloads_off');
  });

  it('is told of while it reads, and when there is nothing', async () => {
    expectFound(await look(direct, { isScanning: () => true }), 'library_scanning');
    await using empty = await startWholeServer();
    await empty.createUser('root');
    const call = { token: empty.mint('root'), body: { app: 'strawberry' } };
    const checked = async () => JSON.parse((await empty.call('POST api/app_check', call)).text) as AppCheck;
    await vi.waitFor(async () => expectFound(await checked(), 'library_empty'), patience);
  });

  it('is told of when it refuses a call', async () => {
    const refusing: SendProbe = async (probe) => {
      const result = await outbound.probe(probe);
      return probe.url.includes('getAlbum.view') && result.kind === 'answer'
        ? { ...result, status: 404, text: '' }
        : result;
    };
    const check = await look(direct, { probe: refusing });
    expectFound(check, 'call_refused');
    expect(check.findings[0]).toMatchObject({ call: 'getAlbum', weight: 'wrong' });
  });
});

describe('asked for by an administrator', () => {
  const ask = (asking: string, body: unknown) => server.call('POST api/app_check', { token: asking, body });

  it('goes through the front door, by the secret of nobody who stays', async () => {
    const address = server.address.replace(/\/$/, '');
    const { status, text } = await ask(token, { app: 'amperfy', address });
    expect(status).toBe(200);
    const check = JSON.parse(text) as AppCheck;
    expect(check.ways.map(({ way, address: seen }) => [way, seen])).toEqual([
      ['direct', address],
      ['address', address],
    ]);
    expect(namesOf(check).filter((name) => name !== 'call_refused')).toEqual(['address_this_machine']);
    expect(JSON.parse((await server.call('GET api/apps', { token })).text)).toHaveLength(1);
  });

  it('is for administrators, and for apps that are known', async () => {
    await server.createUser('ben', token);
    expect((await ask(server.mint('ben'), { app: 'amperfy' })).status).toBe(403);
    expect((await ask(token, { app: 'nobody' })).status).toBe(400);
    expect((await ask(token, { app: 'amperfy', address: 'ftp://x' })).code).toBe('invalid_request');
  });
});

it('tells nothing that no test has provoked', () => {
  expect(appFindings.filter((name) => !provoked.has(name))).toEqual([]);
});

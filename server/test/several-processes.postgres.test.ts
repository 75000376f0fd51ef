import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { library, startPostgresRelay } from '@tonearm/testkit';
import { expect, it } from 'vitest';
import { readConfig } from '../src/config.ts';
import { type Clock, systemClock } from '../src/platform/clock.ts';
import { createLog } from '../src/platform/log.ts';
import { type RunningServer, start } from '../src/start.ts';
import { usePostgresStage } from './postgres-stage.ts';
import { createNetworkCaller } from './whole-server.ts';

const patience = { timeout: 60_000, interval: 50 };

const stage = usePostgresStage();

interface Member extends AsyncDisposable {
  readonly server: RunningServer;
  readonly lines: readonly string[];
  ask(call: string, options?: { body?: unknown }): Promise<{ status: number; text: string }>;
}

/** One of several processes: each has a data folder of its own, and all have one key. */
const at = (name: string): string => join(stage().folder.path, name);

const startMember = async (
  name: string,
  more: readonly string[] = [],
  { clock = systemClock, database = stage().database.url }: { clock?: Clock; database?: string } = {},
): Promise<Member> => {
  const lines: string[] = [];
  const argv = ['--host', '127.0.0.1', '--port', '0', '--data', at(name), '--ffmpeg', 'no'];
  for (const root of ['lastfm-root', 'listenbrainz-root', 'ddns-root']) {
    argv.push(`--${root}`, 'http://127.0.0.1:9/');
  }
  argv.push('--database', database, '--secret-key-file', at('secret.key'), ...more);
  const server = await start(readConfig({ argv, environment: {}, workingFolder: stage().folder.path }), {
    log: createLog({ level: 'info', write: (line) => lines.push(line) }),
    passwordCost: { memoryKib: 64, passes: 1 },
    clock,
  });
  const call = createNetworkCaller(server.address);
  return {
    ...{ server, lines },
    ask: (what, options = {}) =>
      call(what as `GET ${string}`, { ...(token === '' ? {} : { token }), ...options }),
    [Symbol.asyncDispose]: server.close,
  };
};

let token = '';

const setUp = async (member: Member): Promise<void> => {
  token = '';
  const account = { name: 'anna', password: 'anna-password' };
  await member.ask('POST api/user', { body: { ...account, admin: true } });
  const { text } = await member.ask('POST api/auth', {
    body: { username: account.name, password: account.password },
  });
  token = (JSON.parse(text) as { token: string }).token;
  await member.ask('PUT api/mount_dirs', { body: [{ source: at('music'), name: 'Music' }] });
};

const songsOf = async (member: Member): Promise<string[]> => {
  const { status, text } = await member.ask('GET api/flatten/Music');
  return status === 200 ? (JSON.parse(text) as { path: string }[]).map(({ path }) => path) : [];
};

const hasSongs = (member: Member, count: number) =>
  expect.poll(() => songsOf(member), patience).toHaveLength(count);

const scans = ({ lines }: Member): boolean => lines.some((line) => line.includes('scans from now on'));

it('scans in one process, answers the same in all, and is asked for a scan by any', async () => {
  await using one = await startMember('one');
  await setUp(one);
  await hasSongs(one, 3);
  await using two = await startMember('two');
  await using three = await startMember('three');
  await hasSongs(two, 3);
  await hasSongs(three, 3);
  expect([one, two, three].map(scans)).toEqual([true, false, false]);
  await library().album('Storm', 4).writeTo(at('music'));
  await two.ask('POST api/trigger_index');
  for (const member of [one, two, three]) await hasSongs(member, 7);
  for (const path of ['flatten', 'browse', 'recent', 'search/storm', 'scan_problems']) {
    const [first, ...others] = await Promise.all(
      [one, two, three].map(async (member) => (await member.ask(`GET api/${path}`)).text),
    );
    expect(others).toEqual([first, first]);
  }
});

it('has another one scan when the first is stopped, which reads nothing again', async () => {
  const one = await startMember('one');
  await setUp(one);
  await hasSongs(one, 3);
  await using two = await startMember('two');
  await hasSongs(two, 3);
  await one.server.close();
  await expect.poll(() => scans(two), patience).toBe(true);
  await library().album('Storm', 4).writeTo(at('music'));
  await two.ask('POST api/trigger_index');
  await hasSongs(two, 7);
  await using again = await startMember('one');
  await hasSongs(again, 7);
  expect(scans(again)).toBe(false);
  const status = JSON.parse((await two.ask('GET api/scan_status')).text) as { files_read: number };
  expect(status.files_read).toBeLessThan(7);
});

it('never has one scan that is only to serve', async () => {
  await using serving = await startMember('serving', ['--roles', 'serve']);
  await setUp(serving);
  {
    await using one = await startMember('one');
    await hasSongs(one, 3);
    await hasSongs(serving, 3);
    await library().album('Storm', 4).writeTo(at('music'));
    await serving.ask('POST api/trigger_index');
    await hasSongs(serving, 7);
  }
  // The place is free at once; the next who asks for it has it.
  await using two = await startMember('two');
  await expect.poll(() => scans(two), patience).toBe(true);
  expect(scans(serving)).toBe(false);
});

it('fetches a library that was deleted', async () => {
  await using one = await startMember('one');
  await setUp(one);
  await hasSongs(one, 3);
  await (await startMember('two')).server.close();
  for (const tail of ['', '-wal', '-shm']) rmSync(at(`two/library.db${tail}`), { force: true });
  await using two = await startMember('two');
  await hasSongs(two, 3);
  expect(scans(two)).toBe(false);
});

it('is not ready once it is cut off from the database for long, and stays so for no moment longer', async () => {
  let nowMs = 0;
  const clock = { ...systemClock, monotonicMs: () => nowMs };
  const relay = await startPostgresRelay(stage().database.url);
  await using one = await startMember('one', ['--roles', 'serve'], { clock, database: relay.url });
  await setUp(one);
  const ready = async (): Promise<unknown> => JSON.parse((await one.ask('GET api/ready')).text);
  const isThere = { status: 'ready', reason: null };
  relay.refuse(true);
  await expect.poll(() => one.lines.some((line) => line.includes('is gone')), patience).toBe(true);
  expect((await one.ask('GET api/preferences')).status).toBe(503);
  nowMs = 14_999;
  expect(await ready()).toEqual(isThere);
  nowMs = 15_000;
  expect(await ready()).toEqual({ status: 'not_ready', reason: 'database_away' });
  relay.refuse(false);
  await expect.poll(ready, patience).toEqual(isThere);
  expect((await one.ask('GET api/preferences')).status).toBe(200);
  await one.server.close();
  await relay.close();
});

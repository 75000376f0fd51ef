import { createFakeClock, startFakeDdns } from '@tonearm/testkit';
import { expect, it } from 'vitest';
import { silentLog } from '../../platform/log.ts';
import { createOutbound } from '../../platform/outbound.ts';
import { type Attempt, createDdnsUpdater, judge } from './updater.ts';

const halfHourMs = 30 * 60 * 1000;

const updaterFor = async (account: { host: string; username: string; password: string }) => {
  const provider = await startFakeDdns({ username: account.username, password: account.password });
  const clock = createFakeClock();
  let last: Attempt | null = null;
  const updater = createDdnsUpdater({
    root: `${provider.root}/`,
    account: async () => account,
    lastAttempt: async () => last,
    keepAttempt: async (attempt) => {
      last = attempt;
    },
    outbound: createOutbound({ timeoutMs: 300 }),
    clock,
    log: silentLog,
  });
  return { provider, clock, updater, account };
};

const usual = { host: 'home.ydns.eu', username: 'anna', password: 'secret' };

it('updates at start, every half hour, and shows what came of it', async () => {
  const { provider, clock, updater } = await updaterFor(usual);
  await using _ = provider;
  updater.start();
  await updater.settled();
  expect(provider.calls).toHaveLength(1);
  expect(provider.calls[0]).toMatchObject({ host: 'home.ydns.eu', isAuthorised: true });
  expect(await updater.status()).toEqual({
    is_configured: true,
    last_attempt_at: Math.floor(clock.nowMs() / 1000),
    last_result: 'updated',
    last_message: 'The address is up to date.',
    address: '203.0.113.7',
    next_attempt_at: Math.ceil((clock.nowMs() + halfHourMs) / 1000),
  });
  await clock.advance(halfHourMs);
  await updater.settled();
  expect(provider.calls).toHaveLength(2);
  await updater.close();
});

it('sends credentials of any characters', async () => {
  const { provider, updater } = await updaterFor({
    host: 'a b&c',
    username: 'ünï 音',
    password: 'p:ä"\u{1f3b5}',
  });
  await using _ = provider;
  updater.updateNow();
  await updater.settled();
  expect(provider.calls).toEqual([
    { host: 'a b&c', username: 'ünï 音', password: 'p:ä"\u{1f3b5}', isAuthorised: true },
  ]);
});

it.each([
  { ...usual, host: '' },
  { ...usual, username: '' },
])('sends nothing while host or username is empty', async (account) => {
  const { provider, clock, updater } = await updaterFor(account);
  await using _ = provider;
  updater.start();
  await clock.advance(2 * halfHourMs);
  await updater.settled();
  expect(provider.requests).toEqual([]);
  expect(await updater.status()).toMatchObject({
    is_configured: false,
    last_result: null,
    next_attempt_at: null,
  });
});

it('says what is wrong and goes on trying', async () => {
  const { provider, clock, updater } = await updaterFor(usual);
  await using _ = provider;
  provider.next({ text: 'nohost' }, 'hang', 'redirect-to-loopback', 'endless-body', {
    text: 'busy',
    status: 503,
  });
  const results: unknown[] = [];
  updater.start();
  for (let round = 0; round < 6; round += 1) {
    await updater.settled();
    const { last_result, last_message } = await updater.status();
    results.push([last_result, last_message]);
    await clock.advance(halfHourMs);
  }
  expect(results).toEqual([
    ['refused', 'The provider does not know this hostname.'],
    ['unreachable', 'The service did not answer in time.'],
    ['unreachable', 'The service sent us elsewhere, which is not followed.'],
    ['unreachable', 'The service answered more than we read.'],
    ['unreachable', 'The provider has trouble (status 503).'],
    ['updated', 'The address is up to date.'],
  ]);
  await updater.close();
});

it('takes wrong credentials for refused', () => {
  expect(judge({ kind: 'answer', status: 401, text: 'badauth' })).toMatchObject({ result: 'refused' });
  expect(judge({ kind: 'answer', status: 200, text: 'good 2001:db8::1' })).toMatchObject({
    result: 'updated',
    address: '2001:db8::1',
  });
});

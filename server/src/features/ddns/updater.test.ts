import { expect, it } from 'vitest';
import { createDuty } from '../../state/duty.ts';
import { halfHourMs, minuteMs, quickUpdater, updaterFor, usual } from './test-updater.ts';

/** Lets others have their turns until something is so. */
const until = async (isSo: () => boolean): Promise<void> => {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
};

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
    last_reason: 'up_to_date',
    last_status: null,
    address: '203.0.113.7',
    next_attempt_at: Math.ceil((clock.nowMs() + halfHourMs) / 1000),
  });
  await clock.advance(halfHourMs);
  await updater.settled();
  expect(provider.calls).toHaveLength(2);
  await updater.close();
});

it('is done by one of several processes, and by the next one no sooner than it may', async () => {
  const { clock, kept, calls, open } = quickUpdater();
  const first = createDuty(false);
  const second = createDuty(false);
  const updaters = [open(first), open(second)];
  for (const updater of updaters) updater.start();
  await clock.advance(halfHourMs);
  expect(calls).toHaveLength(0);
  first.take();
  await updaters[0]?.settled();
  expect(calls).toHaveLength(1);
  first.leave();
  second.take();
  await clock.advance(halfHourMs / 60);
  await Promise.all(updaters.map((updater) => updater.settled()));
  expect(calls).toHaveLength(1);
  await clock.advance(60_000);
  await Promise.all(updaters.map((updater) => updater.settled()));
  expect(calls).toHaveLength(2);
  expect(kept.callMs).not.toBeNull();
  await Promise.all(updaters.map((updater) => updater.close()));
});

it('calls an address in place of the provider, with the name and password in it', async () => {
  const { provider, clock, updater, account } = await updaterFor({
    ...usual,
    username: 'anna@home',
    password: 'a:b %',
  });
  await using _ = provider;
  const within = `${encodeURIComponent(account.username)}:${encodeURIComponent(account.password)}@`;
  const changed = {
    updateUrl: `${provider.updateUrl.replace('//', `//${within}`)}?host=other.example`,
    host: '',
  };
  Object.assign(account, changed);
  updater.start();
  await updater.settled();
  expect(provider.calls).toMatchObject([{ host: 'other.example', isAuthorised: true }]);
  expect(await updater.status()).toMatchObject({ is_configured: true, last_result: 'updated' });
  await clock.advance(halfHourMs);
  await updater.settled();
  expect(provider.calls).toHaveLength(2);
  await updater.close();
});

it('sends credentials of any characters', async () => {
  const { provider, updater } = await updaterFor({
    updateUrl: '',
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
    await until(() => provider.calls.length > round);
    const lateMs = round === 1 ? 10_000 : 0;
    await clock.advance(lateMs);
    await updater.settled();
    const { last_message, last_reason, last_status } = await updater.status();
    results.push([last_reason, last_status, last_message]);
    await clock.advance(halfHourMs - lateMs);
  }
  expect(results).toEqual([
    ['unknown_host', null, 'The provider does not know this hostname.'],
    ['no_answer', null, 'The service did not answer in time.'],
    ['redirected', null, 'The service sent us elsewhere, which is not followed.'],
    ['answer_too_long', null, 'The service answered more than we read.'],
    ['provider_trouble', 503, 'The provider has trouble (status 503).'],
    ['up_to_date', null, 'The address is up to date.'],
  ]);
  await updater.close();
});

it('hears a save at whatever moment the update before it ends', async () => {
  for (let step = 0; step < 60; step += 1) {
    const { clock, calls, account, open } = quickUpdater();
    const updater = open();
    updater.start();
    for (let at = 0; at < step; at += 1) await Promise.resolve();
    account.host = 'new.ydns.eu';
    updater.updateNow();
    await updater.settled();
    await clock.advance(minuteMs);
    await updater.settled();
    expect([step, calls.at(-1)?.host]).toEqual([step, 'new.ydns.eu']);
    await updater.close();
  }
});

it('calls once a minute at most, however often it is saved, and sends what was saved last', async () => {
  const { clock, calls, account, open } = quickUpdater();
  const updater = open();
  updater.start();
  for (let second = 0; second < 90; second += 1) {
    account.host = `host-${second}.ydns.eu`;
    updater.updateNow();
    await clock.advance(1000);
    await updater.settled();
  }
  expect(calls.map(({ atMs }) => atMs)).toEqual([0, minuteMs]);
  expect((await updater.status()).next_attempt_at).toBe(Math.ceil((clock.nowMs() + minuteMs / 2) / 1000));
  await clock.advance(minuteMs);
  await updater.settled();
  expect(calls.map(({ atMs }) => atMs)).toEqual([0, minuteMs, 2 * minuteMs]);
  expect(calls.at(-1)?.host).toBe('host-89.ydns.eu');
  await updater.close();
});

it('calls once a minute at most, however often the server is started', async () => {
  const { clock, calls, open } = quickUpdater();
  for (let second = 0; second < 90; second += 1) {
    const updater = open();
    updater.start();
    await updater.settled();
    await clock.advance(1000);
    await updater.close();
  }
  expect(calls.map(({ atMs }) => atMs)).toEqual([0, minuteMs]);
});

it.each([
  ['back', -3650],
  ['ahead', 3650],
])('calls within a minute after a start when the clock was set %s by ten years', async (_way, days) => {
  const { clock, kept, calls, open } = quickUpdater();
  kept.callMs = clock.nowMs() - 10 * minuteMs;
  clock.setNow(clock.nowMs() + days * 24 * 60 * minuteMs);
  const updater = open();
  updater.start();
  await clock.advance(minuteMs);
  await updater.settled();
  expect(calls).toHaveLength(1);
  clock.setNow(clock.nowMs() - days * 24 * 60 * minuteMs);
  updater.updateNow();
  await clock.advance(minuteMs);
  await updater.settled();
  expect(calls).toHaveLength(2);
  await updater.close();
});

it('leaves a provider alone for as long as it asks, up to an hour, also when the account is saved', async () => {
  const { clock, calls, open } = quickUpdater({
    status: 429,
    text: 'slow down',
    retryAfterMs: 45 * minuteMs,
  });
  const updater = open();
  updater.start();
  await updater.settled();
  updater.updateNow();
  await clock.advance(45 * minuteMs - 1);
  expect(calls).toHaveLength(1);
  await clock.advance(1);
  await updater.settled();
  expect(calls).toHaveLength(2);
  await updater.close();
});

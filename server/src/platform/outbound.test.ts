import { createFakeClock, HOSTILE_BEHAVIOURS, startHostileUpstream } from '@tonearm/testkit';
import { expect, it } from 'vitest';
import { createOutbound, readRetryAfter } from './outbound.ts';

const timeoutMs = 10_000;

/** Lets others have their turns until something is so. */
const until = async (isSo: () => boolean): Promise<void> => {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
};

it('survives every kind of hostile answer within its limits', async () => {
  await using upstream = await startHostileUpstream();
  const clock = createFakeClock();
  const outbound = createOutbound(clock);
  const harmless = new Set(['control-characters']);
  const endless = new Set(['hang', 'slow-drip']);
  for (const [index, behaviour] of HOSTILE_BEHAVIOURS.entries()) {
    const result = outbound.request({ root: upstream.rootOf(behaviour), url: '', method: 'GET' });
    if (endless.has(behaviour)) {
      await until(() => upstream.requests.length > index);
      await clock.advance(timeoutMs);
    }
    const { kind } = await result;
    expect([behaviour, kind]).toEqual([behaviour, harmless.has(behaviour) ? 'answer' : 'unreachable']);
  }
  expect(upstream.requests).toHaveLength(HOSTILE_BEHAVIOURS.length);
  expect(clock.pendingCount()).toBe(0);
});

it.each([
  'http://127.0.0.1:1/',
  '//127.0.0.1:1/x',
  '/elsewhere',
  '../up',
  'file:///etc/hostname',
  'http://u:p@127.0.0.1:9/',
])('does not leave the configured root for %s', async (url) => {
  await using upstream = await startHostileUpstream();
  const outbound = createOutbound(createFakeClock());
  const result = await outbound.request({ root: upstream.rootOf('hang'), url, method: 'GET' });
  expect(result).toEqual({
    kind: 'unreachable',
    reason: 'leaves_service',
  });
  expect(upstream.requests).toEqual([]);
});

it('gives calls under way a second when it is closed, and makes no more', async () => {
  await using upstream = await startHostileUpstream();
  const clock = createFakeClock();
  const outbound = createOutbound(clock);
  const call = { root: upstream.rootOf('hang'), url: '', method: 'GET' } as const;
  const result = outbound.request(call);
  await until(() => upstream.requests.length === 1);
  const closed = [outbound.close(), outbound.close()];
  await clock.advance(1_000);
  await Promise.all(closed);
  const stopping = { kind: 'unreachable', reason: 'server_stopping' };
  expect([await result, await outbound.request(call)]).toEqual([stopping, stopping]);
  expect(upstream.requests).toHaveLength(1);
});

it('waits on closing for a call that is answered', async () => {
  await using upstream = await startHostileUpstream();
  const outbound = createOutbound(createFakeClock());
  const root = upstream.rootOf('control-characters');
  const result = outbound.request({ root, url: '', method: 'GET' });
  await outbound.close();
  expect((await result).kind).toBe('answer');
});

it.each([
  ['120', 120_000],
  ['0', 0],
  ['Tue, 02 Jan 2024 12:05:00 GMT', 300_000],
  ['Tue, 02 Jan 2024 11:00:00 GMT', 0],
  ['-5', null],
  ['1.5', null],
  ['soon', null],
  ['9'.repeat(40), null],
])('reads the wish to be asked again in %s', (text, expected) => {
  const headers = new Headers({ 'Retry-After': text });
  expect(readRetryAfter({ headers, status: 503 }, Date.UTC(2024, 0, 2, 12))).toBe(expected);
});

it('reads the wish to be asked again in the words of ListenBrainz', () => {
  const headers = new Headers({ 'X-RateLimit-Reset-In': '7' });
  expect(readRetryAfter({ headers, status: 429 }, 0)).toBe(7000);
  expect(readRetryAfter({ headers, status: 500 }, 0)).toBeNull();
  expect(readRetryAfter({ headers: new Headers(), status: 429 }, 0)).toBeNull();
});

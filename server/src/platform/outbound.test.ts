import { HOSTILE_BEHAVIOURS, startHostileUpstream } from '@tonearm/testkit';
import { expect, it } from 'vitest';
import { createOutbound } from './outbound.ts';

it('survives every kind of hostile answer within its limits', async () => {
  await using upstream = await startHostileUpstream();
  const outbound = createOutbound({ timeoutMs: 400 });
  const harmless = new Set(['control-characters']);
  for (const behaviour of HOSTILE_BEHAVIOURS) {
    const root = upstream.rootOf(behaviour);
    const result = await outbound.request({ root, url: '', method: 'GET' });
    expect([behaviour, result.kind]).toEqual([behaviour, harmless.has(behaviour) ? 'answer' : 'unreachable']);
  }
  expect(upstream.requests).toHaveLength(HOSTILE_BEHAVIOURS.length);
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
  const result = await createOutbound().request({ root: upstream.rootOf('hang'), url, method: 'GET' });
  expect(result).toEqual({
    kind: 'unreachable',
    reason: 'The address leaves the service that was configured.',
  });
  expect(upstream.requests).toEqual([]);
});

it('ends calls under way when it is closed', async () => {
  await using upstream = await startHostileUpstream();
  const outbound = createOutbound();
  const result = outbound.request({ root: upstream.rootOf('hang'), url: '', method: 'GET' });
  outbound.close();
  expect((await result).kind).toBe('unreachable');
});

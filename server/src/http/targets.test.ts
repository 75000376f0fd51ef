import type { IncomingMessage } from 'node:http';
import { createFakeClock } from '@tonearm/testkit';
import { describe, expect, it } from 'vitest';
import { silentLog } from '../platform/log.ts';
import { createApp } from './app.ts';
import { percentDecode } from './decode-path.ts';
import { answerWith, route } from './route.ts';
import { createTargets } from './targets.ts';

const anna = { userId: 1, username: 'anna', isAdmin: false, sessionId: 1, token: 'good' };

const appWithSearch = () =>
  createApp({
    log: silentLog,
    clock: createFakeClock(),
    authority: {
      identify: async (token) => (token === 'good' ? anna : null),
      whyEnded: async () => null,
      isSetupOpen: () => false,
      maySetUp: () => false,
    },
    basePath: '',
    trustedProxies: [],
    routes: [
      route('search', ({ parameter, query }) =>
        answerWith({ encodedJson: JSON.stringify([parameter.length, query.limit]) }),
      ),
    ],
  });

/** A quarter of a megabyte, as long as a request may be at all. */
const long = encodeURIComponent('\ufdfa'.repeat(28_000));

/** The framework's router decodes step by step: for each of so many characters it takes microseconds. */
const mostRouted = 2_100;

describe('a long address', () => {
  it.each(['/api/search/', '/api/nothing/', '/api/', '/', '/rest/'])(
    'is kept from the router: below %s',
    (root) => {
      for (const path of [long, encodeURIComponent(long), '%'.repeat(200_000)]) {
        const request = { url: `${root}${path}?limit=1` } as IncomingMessage;
        const routed = createTargets('').routed(request);
        expect(routed.length).toBeLessThan(mostRouted);
        expect(routed.endsWith('?limit=1')).toBe(true);
      }
    },
  );

  it('reaches its call whole', async () => {
    await using app = await appWithSearch();
    const headers = { authorization: 'Bearer good' };
    expect((await app.inject({ url: `/api/search/${long}?limit=1`, headers })).json()).toEqual([28_000, 1]);
    expect((await app.inject({ url: `/api/search/${long}` })).statusCode).toBe(401);
  });

  it.each(['/', '/rest/', '/api/nothing/', '/api/'])('is refused where nothing is: %s', async (root) => {
    await using app = await appWithSearch();
    for (const path of [long, '%zz'.repeat(20_000)])
      expect((await app.inject({ url: `${root}${path}` })).json()).toMatchObject({ code: 'not_found' });
  });
});

it('takes nobody to a call by the address that the router knows it by', async () => {
  await using app = await appWithSearch();
  expect((await app.inject({ url: '/api/call' })).json()).toMatchObject({ code: 'not_found' });
});

it('decodes a long path once', () => {
  expect(percentDecode(long)).toBe('\ufdfa'.repeat(28_000));
  expect(percentDecode(encodeURIComponent(long))).toBe(long);
  for (const spoiled of ['%', '%2', '%2g', '%g2', 'a%', `${long}%`])
    expect(() => percentDecode(spoiled)).toThrow('not followed by two hexadecimal digits');
});

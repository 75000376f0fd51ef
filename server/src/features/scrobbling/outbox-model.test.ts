import { createFakeClock, tempFolder } from '@tonearm/testkit';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { openTestState } from '../../../test/test-state.ts';
import { silentLog } from '../../platform/log.ts';
import type { Outbound, OutboundResult } from '../../platform/outbound.ts';
import { saveAccount } from './accounts-store.ts';
import { createLastfm } from './lastfm.ts';
import { createListenBrainz } from './listenbrainz.ts';
import { createOutbox } from './outbox.ts';
import { listOutboxRows } from './outbox-store.ts';
import type { ScrobblingService } from './scrobbler.ts';

const hourMs = 60 * 60_000;

/** What a song is to the model service, as its title says. */
const fates = ['good', 'good', 'good', 'good', 'ignored', 'spoils the call'] as const;
type Fate = (typeof fates)[number];

/** What happens to a call before the service looks at it. */
type Trouble = 'fine' | 'cut' | 'server-error' | 'asks-for-time' | 'page';

const answer = (status: number, body: unknown, retryAfterMs: number | null = null): OutboundResult => ({
  kind: 'answer',
  status,
  text: typeof body === 'string' ? body : JSON.stringify(body),
  retryAfterMs,
});

const troubles: Readonly<Record<Exclude<Trouble, 'fine'>, OutboundResult>> = {
  cut: { kind: 'unreachable', reason: 'not_reached' },
  'server-error': answer(500, 'oops'),
  'asks-for-time': answer(503, 'later', 90_000),
  page: answer(403, '<html>Sign in to use the network'),
};

/** Both services as one model: keeps what it takes, a list for each token, in order of arrival. */
const modelServices = (script: Trouble[]) => {
  const kept = new Map<string, string[]>();
  const keep = (token: string, title: string): void => {
    kept.set(token, [...(kept.get(token) ?? []), title]);
  };

  const lastfm = (body: string): OutboundResult => {
    const parameters = new URLSearchParams(body);
    const titles: string[] = [];
    for (let at = 0; parameters.has(`track[${at}]`); at += 1)
      titles.push(parameters.get(`track[${at}]`) ?? '');
    if (titles.some((title) => title.startsWith('spoils'))) {
      return answer(400, { error: 6, message: 'Invalid parameters' });
    }
    const scrobbles = titles.map((title) => {
      const isIgnored = title.startsWith('ignored');
      if (!isIgnored) keep(`lastfm ${parameters.get('sk')}`, title);
      return { ignoredMessage: { code: isIgnored ? '2' : '0' } };
    });
    return answer(200, { scrobbles: { scrobble: scrobbles.length === 1 ? scrobbles[0] : scrobbles } });
  };

  const listenBrainz = (body: string, authorization: string): OutboundResult => {
    const { payload } = JSON.parse(body) as { payload: { track_metadata: { track_name: string } }[] };
    const titles = payload.map((listen) => listen.track_metadata.track_name);
    if (titles.some((title) => !title.startsWith('good')))
      return answer(400, { code: 400, error: 'Invalid listen.' });
    for (const title of titles) keep(`listenbrainz ${authorization.slice('Token '.length)}`, title);
    return answer(200, { status: 'ok' });
  };

  const outbound: Outbound = {
    request: async ({ root, body = '', headers = {} }) => {
      const trouble = script.shift() ?? 'fine';
      if (trouble !== 'fine') return troubles[trouble];
      return root.includes('lastfm') ? lastfm(body) : listenBrainz(body, headers['Authorization'] ?? '');
    },
    close: async () => {},
  };
  return { outbound, kept };
};

const serviceIds: readonly string[] = ['lastfm', 'listenbrainz'];
const nameOf = (id: string) => ({ id, label: id });
const userIds = [1, 2];

const run = async ({ plays, script }: { plays: { fate: Fate; userId: number }[]; script: Trouble[] }) => {
  await using folder = await tempFolder();
  const state = openTestState(folder.path);
  const clock = createFakeClock();
  for (const userId of userIds) {
    state.raw.prepare(`INSERT INTO users VALUES (?, 'user ' || ?, '', 1, NULL, NULL, 0)`).run(userId, userId);
    for (const service of serviceIds) {
      const secret = Buffer.from(`token ${userId}`);
      await saveAccount(state.query, { userId, service, username: 'a', secret, nowMs: 0 });
    }
  }
  const { outbound, kept } = modelServices([...script]);
  const page = 'http://lastfm.example/';
  const services: ScrobblingService[] = [
    createLastfm(
      {
        ...nameOf('lastfm'),
        apiRoot: page,
        authorizePage: page,
        apiKey: 'key',
        secret: 'secret',
        keyHint: '',
      },
      outbound,
    ),
    createListenBrainz(
      { ...nameOf('listenbrainz'), root: 'http://brainz.example/', profileRoot: null },
      outbound,
    ),
  ];
  const outbox = createOutbox({
    query: state.query,
    services: new Map(services.map((service) => [service.id, service])),
    openSecret: (sealed) => Buffer.from(sealed).toString(),
    clock,
    log: silentLog,
  });
  for (const [index, { fate, userId }] of plays.entries()) {
    const title = `${fate} ${index}`;
    await outbox.store({
      userId,
      path: `Music/${title}`,
      play: { title, artist: 'A', album: null, albumArtist: null, trackNumber: null, durationSeconds: 100 },
      title,
      artist: 'A',
      playedAt: 1000 + index,
      accounts: serviceIds.map((service) => ({ service, username: 'a' })),
    });
  }
  for (let hour = 0; hour <= script.length + 1; hour += 1) {
    await outbox.settled();
    await clock.advance(hourMs);
  }
  await outbox.settled();
  const left = new Map<string, string[]>();
  for (const userId of userIds) {
    for (const row of await listOutboxRows(state.query, userId, { limit: 1000, offset: 0 })) {
      const key = `${row.service} token ${userId} ${row.refusal === null ? 'waits' : 'refused'}`;
      left.set(key, [...(left.get(key) ?? []), (JSON.parse(row.play) as { title: string }).title]);
    }
  }
  await outbox.close();
  state.close();
  return { kept, left };
};

const anyRun = fc.record({
  plays: fc.array(fc.record({ fate: fc.constantFrom(...fates), userId: fc.constantFrom(...userIds) }), {
    minLength: 1,
    maxLength: 30,
  }),
  script: fc.array(fc.constantFrom<Trouble>('fine', 'fine', 'cut', 'server-error', 'asks-for-time', 'page'), {
    maxLength: 12,
  }),
});

it('has exactly the bad plays refused, and sends the good ones once and in order', async () => {
  await fc.assert(
    fc.asyncProperty(anyRun, async ({ plays, script }) => {
      const { kept, left } = await run({ plays, script });
      for (const userId of userIds) {
        const titles = plays.flatMap((play, index) =>
          play.userId === userId ? `${play.fate} ${index}` : [],
        );
        const good = titles.filter((title) => title.startsWith('good'));
        const bad = titles.filter((title) => !title.startsWith('good'));
        for (const service of serviceIds) {
          const key = `${service} token ${userId}`;
          expect([key, kept.get(key) ?? []]).toEqual([key, good]);
          expect([key, left.get(`${key} refused`) ?? []]).toEqual([key, bad]);
          expect([key, left.get(`${key} waits`) ?? []]).toEqual([key, []]);
        }
      }
    }),
    { numRuns: 40 },
  );
});

it('loses none of 12 good plays that go together with 7 bad ones', async () => {
  const plays = Array.from({ length: 19 }, (_, index) => ({
    fate: [0, 3, 4, 9, 12, 17, 18].includes(index) ? ('spoils the call' as const) : ('good' as const),
    userId: 1,
  }));
  const { kept, left } = await run({ plays, script: [] });
  for (const service of serviceIds) {
    expect(kept.get(`${service} token 1`)).toHaveLength(12);
    expect(left.get(`${service} token 1 refused`)).toHaveLength(7);
  }
});

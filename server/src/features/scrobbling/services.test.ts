import { createFakeClock, startFakeLastfm, startFakeListenBrainz } from '@tonearm/testkit';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../config.ts';
import { createOutbound, type Outbound } from '../../platform/outbound.ts';
import { createLastfm, signLastfm } from './lastfm.ts';
import { createListenBrainz } from './listenbrainz.ts';
import { connectService, type Protocol, type Scrobbler } from './protocols.ts';
import type { PlayedAt, ScrobblingService, ServiceName } from './scrobbler.ts';
import { scrobblers } from './scrobblers.ts';

type Trouble = 'hang' | 'garbage' | 'server-error' | 'kill-before' | 'rate-limited';

/** A service over its fake, told in the words that all services share. */
interface Subject extends AsyncDisposable {
  readonly service: ScrobblingService;
  /** What the user brings back from the service, and one that is not valid. */
  readonly linkToken: () => Promise<string>;
  readonly trouble: (kind: Trouble) => void;
  readonly rejectNext: () => void;
  readonly revoke: () => void;
  readonly answerWithPage: (status: number) => void;
  readonly requestCount: () => number;
  readonly clock: ReturnType<typeof createFakeClock>;
  readonly kept: () => { artist: string; track: string; at: number }[];
  readonly announced: () => string[];
}

const lastfmSubject = async (name: ServiceName): Promise<Subject> => {
  const fake = await startFakeLastfm();
  const clock = createFakeClock();
  const service = createLastfm(
    {
      ...name,
      apiRoot: fake.apiRoot,
      authorizePage: fake.authPage,
      apiKey: fake.apiKey,
      secret: fake.secret,
      keyHint: '',
    },
    createOutbound(clock),
  );
  const linkToken = async () => {
    const page = (service.authorizeUrl ?? '').replace(
      '{callback}',
      encodeURIComponent('http://127.0.0.1:9/cb?x=1'),
    );
    const answer = await fetch(page, { redirect: 'manual' });
    return new URL(answer.headers.get('location') ?? '').searchParams.get('token') ?? '';
  };
  return {
    clock,
    answerWithPage: (status) => fake.next({ page, status }),
    requestCount: () => fake.requests.length,
    service,
    linkToken,
    trouble: (kind) => fake.next(kind === 'rate-limited' ? { error: 29 } : kind),
    rejectNext: () => fake.next('ignore'),
    revoke: fake.revokeAll,
    kept: () =>
      fake.scrobbles.kept.map((one) => ({ artist: one.artist, track: one.track, at: one.timestamp })),
    announced: () => fake.nowPlaying.map((one) => one.track),
    [Symbol.asyncDispose]: () => fake.close(),
  };
};

const listenBrainzSubject = async (name: ServiceName): Promise<Subject> => {
  const fake = await startFakeListenBrainz();
  const clock = createFakeClock();
  return {
    clock,
    answerWithPage: (status) => fake.next({ page, status }),
    requestCount: () => fake.requests.length,
    service: createListenBrainz({ ...name, root: `${fake.root}/`, profileRoot: null }, createOutbound(clock)),
    linkToken: async () => fake.token,
    trouble: (kind) => fake.next(kind),
    rejectNext: () => fake.next('bad-request'),
    revoke: fake.revoke,
    kept: () =>
      fake.listens.kept.map((one) => ({ artist: one.artist, track: one.track, at: one.listenedAt })),
    announced: () => fake.playingNow.map((one) => one.track),
    [Symbol.asyncDispose]: () => fake.close(),
  };
};

/** A fake for each way of speaking; a protocol without one does not compile. */
const subjects: Readonly<Record<Protocol, (name: ServiceName) => Promise<Subject>>> = {
  lastfm: lastfmSubject,
  listenbrainz: listenBrainzSubject,
};

const subjectsOfTable = Object.entries(scrobblers).map(
  ([id, { label, protocol }]) => [label, () => subjects[protocol]({ id, label })] as const,
);

/** What a hotel's network or a firewall answers in the place of a service. */
const page = '<!doctype html><title>Welcome</title><p>Please sign in to use the network.';

/** Lets others have their turns until something is so. */
const until = async (isSo: () => boolean): Promise<void> => {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
};

const playAt = (playedAt: number): PlayedAt => ({
  play: {
    title: `Été & ${playedAt}`,
    artist: 'Anna = 50%',
    album: 'Picnic',
    albumArtist: 'Various 音',
    trackNumber: 3,
    durationSeconds: 200,
  },
  playedAt,
});

const linked = async (subject: Subject): Promise<string> => {
  const verdict = await subject.service.link(await subject.linkToken());
  if (verdict.kind !== 'linked') throw new Error(verdict.reason);
  return verdict.secret;
};

const brainz = { id: 'listenbrainz', label: 'ListenBrainz', root: 'http://127.0.0.1:9/', profileRoot: null };

/** A way out on which every call is answered the same. */
const answering = (body: unknown, status = 200, retryAfterMs: number | null = null): Outbound => ({
  request: async () => ({ kind: 'answer', status, text: JSON.stringify(body), retryAfterMs }),
  close: async () => {},
});

const lastfmAnswering = (
  body: unknown,
  retryAfterMs: number | null = null,
  status = 200,
): ScrobblingService =>
  createLastfm(
    {
      id: 'lastfm',
      label: 'Last.fm',
      keyHint: '',
      apiRoot: 'http://127.0.0.1:9/',
      authorizePage: 'http://127.0.0.1:9/',
      apiKey: 'key',
      secret: 'secret',
    },
    answering(body, status, retryAfterMs),
  );

describe.each(subjectsOfTable)('%s, as every scrobbling service,', (_name, start) => {
  it('links with what the user brings back, and with nothing else', async () => {
    await using subject = await start();
    expect((await subject.service.link('nonsense')).kind).toBe('refused');
    expect(await subject.service.link(await subject.linkToken())).toMatchObject({
      kind: 'linked',
      username: 'listener',
    });
  });

  it('takes one play and many, in order', async () => {
    await using subject = await start();
    const secret = await linked(subject);
    const plays = [1, 2, 3].map((number) => playAt(1_700_000_000 + number));
    expect(await subject.service.scrobble(secret, plays.slice(0, 1))).toEqual([{ kind: 'sent' }]);
    expect(await subject.service.scrobble(secret, plays.slice(1))).toEqual([
      { kind: 'sent' },
      { kind: 'sent' },
    ]);
    expect(subject.kept()).toEqual(
      plays.map(({ play, playedAt }) => ({ artist: play.artist, track: play.title, at: playedAt })),
    );
  });

  it('announces what plays', async () => {
    await using subject = await start();
    const secret = await linked(subject);
    expect(await subject.service.nowPlaying(secret, playAt(1).play)).toEqual({ kind: 'sent' });
    expect(subject.announced()).toEqual(['Été & 1']);
  });

  it.each(['hang', 'garbage', 'server-error', 'kill-before', 'rate-limited'] as const)(
    'wants to try again after %s',
    async (kind) => {
      await using subject = await start();
      const secret = await linked(subject);
      subject.trouble(kind);
      const before = subject.requestCount();
      const verdicts = subject.service.scrobble(secret, [playAt(1_700_000_000)]);
      await until(() => subject.requestCount() > before);
      if (kind === 'hang') await subject.clock.advance(10_000);
      expect((await verdicts)[0]?.kind).toBe('retry');
      expect(subject.kept()).toEqual([]);
    },
  );

  it.each([200, 204, 302, 307, 400, 401, 402, 403, 404, 407, 410, 413, 418, 451, 502, 511])(
    'keeps account and play when a page of somebody else answers with %d',
    async (status) => {
      await using subject = await start();
      const secret = await linked(subject);
      subject.answerWithPage(status);
      const [verdict] = await subject.service.scrobble(secret, [playAt(1_700_000_000)]);
      expect(verdict?.kind).toBe('retry');
    },
  );

  it('says when a play is not wanted', async () => {
    await using subject = await start();
    const secret = await linked(subject);
    subject.rejectNext();
    const [verdict] = await subject.service.scrobble(secret, [playAt(1_700_000_000)]);
    expect(verdict?.kind).toBe('rejected');
  });

  it('says when the account must be linked again', async () => {
    await using subject = await start();
    const secret = await linked(subject);
    subject.revoke();
    const [verdict] = await subject.service.scrobble(secret, [playAt(1_700_000_000)]);
    expect(verdict?.kind).toBe('unlinked');
  });
});

it('signs as Last.fm documents: sorted by name, secret appended, MD5', () => {
  const parameters = { method: 'auth.getSession', api_key: 'xxxxxxxx', token: 'yyyyyy', format: 'json' };
  // md5sum of "api_keyxxxxxxxxmethodauth.getSessiontokenyyyyyyilovecher"
  expect(signLastfm(parameters, 'ilovecher')).toBe('1333ebf6f7dec747486b6ce965cca66b');
});

it('says what an administrator has to set while there is no key', async () => {
  const outbound = createOutbound(createFakeClock());
  const config = readConfig({ argv: [], environment: {}, workingFolder: '/' });
  const service = connectService(
    { id: 'lastfm', ...(scrobblers['lastfm'] as Scrobbler) },
    { config, outbound },
  );
  expect(service.hint).toContain('--lastfm-key');
  expect(service.authorizeUrl).toBeNull();
  expect((await service.link('x')).kind).toBe('refused');
});

it.each(Object.entries(scrobblers))('%s is reached by TLS where nothing else is set', (_id, scrobbler) => {
  const config = readConfig({ argv: [], environment: {}, workingFolder: '/' });
  const reach = scrobbler.reach(config);
  const addresses = 'root' in reach ? [reach.root] : [reach.apiRoot, reach.authorizePage];
  for (const address of addresses) expect(address).toMatch(/^https:.*\/$/);
});

it.each([
  [4, 'unlinked'],
  [9, 'unlinked'],
  [14, 'unlinked'],
  [6, 'rejected'],
  [10, 'retry'],
  [11, 'retry'],
  [16, 'retry'],
  [26, 'retry'],
  [29, 'retry'],
])('takes error %d of Last.fm for %s', async (error, kind) => {
  const verdicts = await lastfmAnswering({ error, message: 'Something' }).scrobble('sk', [playAt(1)]);
  expect(verdicts[0]?.kind).toBe(kind);
});

it.each([
  ['an error without a message', { error: 9 }],
  ['an error that is no number', { error: '9', message: 'Invalid session key' }],
  ['no scrobbles', {}],
  ['fewer scrobbles than were sent', { scrobbles: { scrobble: [] } }],
  ['a code that is no number', { scrobbles: { scrobble: { ignoredMessage: { code: 'x' } } } }],
])('tries Last.fm again after %s', async (_what, answer) => {
  const verdicts = await lastfmAnswering(answer).scrobble('sk', [playAt(1)]);
  expect(verdicts[0]?.kind).toBe('retry');
});

it.each([
  [401, { code: 401, error: 'Invalid authorization token.' }, 'unlinked'],
  [401, { message: 'Sign in to the proxy' }, 'retry'],
  [403, { code: 401, error: 'Invalid authorization token.' }, 'retry'],
  [403, { code: 403, error: 'Forbidden' }, 'retry'],
  [400, { code: 400, error: 'JSON document is too large.' }, 'rejected'],
  [400, { error: 'Bad request' }, 'retry'],
])('takes status %d of ListenBrainz with %j for %s', async (status, body, kind) => {
  const service = createListenBrainz(brainz, answering(body, status));
  expect((await service.scrobble('token', [playAt(1)]))[0]?.kind).toBe(kind);
});

it.each([
  ['no session', {}],
  ['a session without a key', { session: { name: 'anna' } }],
  ['a session of something else', { session: { name: 1, key: 'k' } }],
])('says that Last.fm cannot be read when it links with %s', async (_what, answer) => {
  const reason = 'Last.fm gave an answer that cannot be read.';
  expect(await lastfmAnswering(answer).link('token')).toEqual({ kind: 'refused', reason });
});

it('hands on when a service wants to be asked again', async () => {
  const soon = { code: 429, error: 'You have exceeded your rate limit.' };
  const service = createListenBrainz(brainz, answering(soon, 429, 90_000));
  expect((await service.scrobble('token', [playAt(1)]))[0]).toMatchObject({ kind: 'retry', afterMs: 90_000 });
  const lastfm = lastfmAnswering({ error: 29, message: 'Rate limit' }, 90_000);
  expect((await lastfm.scrobble('sk', [playAt(1)]))[0]).toMatchObject({ kind: 'retry', afterMs: 90_000 });
});

it('does not take the page of a network for a refusal of the token that is linked', async () => {
  const link = (status: number, body: unknown) =>
    createListenBrainz(brainz, answering(body, status)).link('token');
  expect((await link(403, 'Welcome')).kind).toBe('unreachable');
  expect((await link(200, 'Welcome')).kind).toBe('unreachable');
  expect((await link(200, { code: 200, valid: false })).kind).toBe('refused');
  expect((await link(401, { code: 401, error: 'Invalid authorization token.' })).kind).toBe('refused');
});

it('tells ListenBrainz what is known of a song, and nothing of what is not', async () => {
  const bodies: string[] = [];
  const way = answering({ status: 'ok' });
  const service = createListenBrainz(brainz, {
    ...way,
    request: (request) => {
      bodies.push(request.body ?? '');
      return way.request(request);
    },
  });
  const bare = { title: 'Sea', artist: 'Anna' };
  const none = { album: null, albumArtist: null, trackNumber: null, durationSeconds: null };
  const all = { album: 'Picnic', albumArtist: 'Various', trackNumber: 3, durationSeconds: 100 };
  for (const known of [none, all]) await service.nowPlaying('token', { ...bare, ...known });
  const told = bodies.map((body) => JSON.parse(body) as { payload: { track_metadata: unknown }[] });
  const client = { media_player: 'Tonearm', submission_client: 'Tonearm' };
  expect(told.map(({ payload }) => payload[0]?.track_metadata)).toEqual([
    { artist_name: 'Anna', track_name: 'Sea', additional_info: client },
    {
      artist_name: 'Anna',
      track_name: 'Sea',
      release_name: 'Picnic',
      additional_info: { ...client, release_artist_name: 'Various', tracknumber: 3, duration: 100 },
    },
  ]);
});

it('takes a status of trouble for trouble, whatever Last.fm says beside it', async () => {
  const service = lastfmAnswering({}, null, 503);
  expect(await service.nowPlaying('sk', playAt(1).play)).toMatchObject({ kind: 'retry' });
});

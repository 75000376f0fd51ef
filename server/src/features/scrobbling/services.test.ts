import { startFakeLastfm, startFakeListenBrainz } from '@tonearm/testkit';
import { describe, expect, it } from 'vitest';
import { createOutbound } from '../../platform/outbound.ts';
import { createLastfm, signLastfm } from './lastfm.ts';
import { createListenBrainz } from './listenbrainz.ts';
import type { PlayedAt, ScrobblingService } from './scrobbler.ts';

type Trouble = 'hang' | 'garbage' | 'server-error' | 'kill-before' | 'rate-limited';

/** A service over its fake, told in the words that all services share. */
interface Subject extends AsyncDisposable {
  readonly service: ScrobblingService;
  /** What the user brings back from the service, and one that is not valid. */
  readonly linkToken: () => Promise<string>;
  readonly trouble: (kind: Trouble) => void;
  readonly rejectNext: () => void;
  readonly revoke: () => void;
  readonly kept: () => { artist: string; track: string; at: number }[];
  readonly announced: () => string[];
}

const lastfmSubject = async (): Promise<Subject> => {
  const fake = await startFakeLastfm();
  const service = createLastfm(
    { apiRoot: fake.apiRoot, authorizePage: fake.authPage, apiKey: fake.apiKey, secret: fake.secret },
    createOutbound({ timeoutMs: 300 }),
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

const listenBrainzSubject = async (): Promise<Subject> => {
  const fake = await startFakeListenBrainz();
  return {
    service: createListenBrainz(`${fake.root}/`, createOutbound({ timeoutMs: 300 })),
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

describe.each([
  ['Last.fm', lastfmSubject],
  ['ListenBrainz', listenBrainzSubject],
])('%s, as every scrobbling service,', (_name, start) => {
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
      const [verdict] = await subject.service.scrobble(secret, [playAt(1_700_000_000)]);
      expect(verdict?.kind).toBe('retry');
      expect(subject.kept()).toEqual([]);
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
  const options = {
    apiRoot: 'http://127.0.0.1:9/',
    authorizePage: 'http://127.0.0.1:9/',
    apiKey: '',
    secret: '',
  };
  const service = createLastfm(options, createOutbound());
  expect(service.hint).toContain('--lastfm-key');
  expect(service.authorizeUrl).toBeNull();
  expect((await service.link('x')).kind).toBe('refused');
});

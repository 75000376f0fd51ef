import { describe, expect, it } from 'vitest';
import { startFakeDdns } from './fake-ddns.ts';
import { type FakeLastfm, startFakeLastfm } from './fake-lastfm.ts';
import { startFakeListenBrainz } from './fake-listenbrainz.ts';
import { HOSTILE_BEHAVIOURS, startHostileUpstream } from './hostile-upstream.ts';
import { lastfmSignature } from './lastfm-signature.ts';

/** What the tests look at in an answer. */
interface Answer {
  error?: number;
  session: { name: string };
  scrobbles: { scrobble: { ignoredMessage: { code: string } }; '@attr': unknown };
}

async function call(lastfm: FakeLastfm, parameters: Record<string, string>, secret = lastfm.secret) {
  const body = new URLSearchParams({ ...parameters, api_key: lastfm.apiKey, format: 'json' });
  body.set('api_sig', lastfmSignature(body, secret));
  const answer = await fetch(lastfm.apiRoot, { method: 'POST', body });
  return { status: answer.status, body: (await answer.json()) as Answer };
}

describe('Last.fm', () => {
  it('signs as the service documents', () => {
    const parameters = new URLSearchParams({ method: 'm', 'a[10]': 'x', 'a[1]': 'y', format: 'json' });
    // md5 of "a[10]xa[1]ymethodmsecret"
    expect(lastfmSignature(parameters, 'secret')).toBe('18bb24cb407719896b0d3c58a8fd74d7');
  });

  it('links through its page, once for each token', async () => {
    await using lastfm = await startFakeLastfm({ user: 'ada' });
    const page = `${lastfm.authPage}?api_key=${lastfm.apiKey}&cb=${encodeURIComponent('http://127.0.0.1:1/link?content=x')}`;
    const answer = await fetch(page, { redirect: 'manual' });
    const token = new URL(answer.headers.get('location') ?? '').searchParams.get('token') ?? '';
    const first = await call(lastfm, { method: 'auth.getSession', token });
    expect(first.body.session.name).toBe('ada');
    const second = await call(lastfm, { method: 'auth.getSession', token });
    expect(second).toMatchObject({ status: 403, body: { error: 4 } });
  });

  it('refuses a wrong signature and an unknown session', async () => {
    await using lastfm = await startFakeLastfm();
    expect((await call(lastfm, { method: 'auth.getSession' }, 'wrong')).body.error).toBe(13);
    const scrobble = { method: 'track.scrobble', sk: 'no', artist: 'A', track: 'T', timestamp: '5' };
    expect((await call(lastfm, scrobble)).body.error).toBe(9);
  });

  it('takes batches and tells duplicates', async () => {
    await using lastfm = await startFakeLastfm();
    const sk = lastfm.linkDirectly();
    const batch = Object.fromEntries(
      Array.from({ length: 11 }, (_, i) => [
        [`artist[${i}]`, 'A'],
        [`track[${i}]`, `T${i}`],
        [`timestamp[${i}]`, `${100 + i}`],
      ]).flat(),
    );
    const answer = await call(lastfm, { method: 'track.scrobble', sk, ...batch });
    expect(answer.body.scrobbles['@attr']).toEqual({ accepted: 11, ignored: 0 });
    await call(lastfm, { method: 'track.scrobble', sk, artist: 'A', track: 'T3', timestamp: '103' });
    expect(lastfm.scrobbles.kept).toHaveLength(11);
    expect(lastfm.scrobbles.duplicates).toEqual([
      { user: 'listener', artist: 'A', track: 'T3', timestamp: 103 },
    ]);
  });

  it('misbehaves as told, then recovers', async () => {
    await using lastfm = await startFakeLastfm();
    const sk = lastfm.linkDirectly();
    const scrobble = { method: 'track.scrobble', sk, artist: 'A', track: 'T', timestamp: '5' };
    lastfm.next({ error: 11 }, { error: 29, status: 429 }, 'kill-after', 'kill-before', 'ignore');
    expect(await call(lastfm, scrobble)).toMatchObject({ status: 200, body: { error: 11 } });
    expect(await call(lastfm, scrobble)).toMatchObject({ status: 429, body: { error: 29 } });
    await expect(call(lastfm, scrobble)).rejects.toThrow();
    expect(lastfm.scrobbles.kept).toHaveLength(1);
    await expect(call(lastfm, scrobble)).rejects.toThrow();
    expect((await call(lastfm, scrobble)).body.scrobbles.scrobble.ignoredMessage.code).toBe('1');
    await call(lastfm, scrobble);
    expect(lastfm.scrobbles.duplicates).toHaveLength(1);
  });
});

it('ListenBrainz validates tokens and keeps listens', async () => {
  await using brainz = await startFakeListenBrainz();
  const headers = { authorization: `Token ${brainz.token}` };
  expect(await (await fetch(`${brainz.root}/1/validate-token`, { headers })).json()).toMatchObject({
    valid: true,
  });
  const submit = (body: unknown) =>
    fetch(`${brainz.root}/1/submit-listens`, { method: 'POST', headers, body: JSON.stringify(body) });
  const listen = { listened_at: 7, track_metadata: { artist_name: 'A', track_name: 'T', release_name: 'R' } };
  expect((await submit({ listen_type: 'single', payload: [listen] })).status).toBe(200);
  expect(
    (await submit({ listen_type: 'import', payload: [listen, { ...listen, listened_at: 8 }] })).status,
  ).toBe(200);
  expect((await submit({ listen_type: 'single', payload: [] })).status).toBe(400);
  expect(brainz.listens.kept.map(({ listenedAt }) => listenedAt)).toEqual([7, 8]);
  brainz.next('rate-limited');
  expect((await submit({})).headers.get('retry-after')).toBe('7');
  brainz.revoke();
  expect((await submit({})).status).toBe(401);
});

it('the dynamic DNS provider checks credentials of any characters', async () => {
  await using ddns = await startFakeDdns({ username: 'jürgen', password: 'pä:ss' });
  const update = (user: string) =>
    fetch(`${ddns.updateUrl}?host=a.ydns.eu`, {
      headers: { authorization: `Basic ${Buffer.from(`${user}:pä:ss`).toString('base64')}` },
    });
  expect(await (await update('jürgen')).text()).toBe('ok 203.0.113.7');
  expect((await update('eve')).status).toBe(401);
  expect(ddns.calls[0]).toEqual({
    host: 'a.ydns.eu',
    username: 'jürgen',
    password: 'pä:ss',
    isAuthorised: true,
  });
});

it.each(HOSTILE_BEHAVIOURS)('a hostile server that does %s gives no clean answer', async (behaviour) => {
  await using upstream = await startHostileUpstream();
  const isHarmless = async () => {
    const signal = AbortSignal.timeout(150);
    const answer = await fetch(upstream.rootOf(behaviour), { redirect: 'error', signal });
    const text = await answer.text();
    return text.length < 1_000_000 && !text.includes('\x1b');
  };
  expect(await isHarmless().catch(() => false)).toBe(false);
});

import { library, type Product, startFakeLastfm, startProduct, tempFolder } from '@tonearm/testkit';
import { type BenchClient, createBenchClient } from '../http-client.ts';

/** A play that the server acknowledged. */
export interface AcknowledgedPlay {
  readonly track: string;
  /** Seconds since the epoch. */
  readonly startedAt: number;
}

/** What came of a run of kills. */
export interface ScrobbleKillResult {
  readonly kills: number;
  readonly acknowledged: number;
  readonly lost: readonly AcknowledgedPlay[];
  /** Plays that the service would keep twice. */
  readonly doubled: readonly AcknowledgedPlay[];
  /** Plays that were sent again and that the service recognised. */
  readonly recognised: number;
}

const account = { name: 'anna', password: 'anna plays on', admin: true };
const songCount = 6;
/** The process is killed at a random moment up to this long after a play was sent, in milliseconds. */
const longestLifeMs = 400;
/** Of so many kills, one waits until the play was acknowledged. */
const killsPerAnswer = 3;
const drainDeadlineMs = 90_000;

const keyOf = (play: AcknowledgedPlay): string => `${play.startedAt} ${play.track}`;

/** Compares what the server acknowledged with what the service keeps. */
export const judgePlays = (
  acknowledged: readonly AcknowledgedPlay[],
  kept: readonly AcknowledgedPlay[],
): Pick<ScrobbleKillResult, 'lost' | 'doubled'> => {
  const counts = new Map<string, number>();
  for (const play of kept) counts.set(keyOf(play), (counts.get(keyOf(play)) ?? 0) + 1);
  return {
    lost: acknowledged.filter((play) => !counts.has(keyOf(play))),
    doubled: kept.filter((play) => (counts.get(keyOf(play)) ?? 0) > 1),
  };
};

const sleep = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

const until = async (condition: () => Promise<boolean>, what: string): Promise<void> => {
  const deadline = performance.now() + drainDeadlineMs;
  while (performance.now() < deadline) {
    if (await condition()) return;
    await sleep(50);
  }
  throw new Error(`${what} did not happen in time`);
};

interface Song {
  readonly path: string;
  readonly title: string;
}

const setUp = async (client: BenchClient, musicFolder: string): Promise<string> => {
  await client.json('mount_dirs', { method: 'PUT', body: [{ name: 'Music', source: musicFolder }] });
  await client.json('user', { method: 'POST', body: account });
  const body = { username: account.name, password: account.password };
  return (await client.json<{ token: string }>('auth', { method: 'POST', body })).token;
};

/** Links the account of a person with the service, as a browser does. */
export const link = async (client: BenchClient, authPage: string, apiKey: string): Promise<void> => {
  const { value } = await client.json<{ value: string }>('lastfm/link_token');
  const back = await fetch(`${authPage}?api_key=${apiKey}&cb=${encodeURIComponent('http://127.0.0.1:9/')}`, {
    redirect: 'manual',
  });
  const token = new URL(back.headers.get('location') ?? '').searchParams.get('token') ?? '';
  const answer = await client.send(`lastfm/link?auth_token=${value}&token=${token}&content=x`);
  if (answer.status !== 200) throw new Error(`linking answered ${answer.status}`);
};

const clientOf = (product: Product, token?: string): BenchClient =>
  createBenchClient(new URL('api/', product.address).href, token);

const scannedSongs = async (client: BenchClient): Promise<readonly Song[]> => {
  let songs: Song[] = [];
  await until(async () => {
    songs = await client.json<Song[]>('flatten');
    return songs.length === songCount;
  }, 'the scan');
  return songs;
};

/** Waits until no play is on its way, and has those that were refused sent again. */
export const drain = (client: BenchClient): Promise<void> =>
  until(async () => {
    const waiting = await client.json<{ id: number }[]>('scrobbling/outbox');
    for (const { id } of waiting) await client.send(`scrobbling/outbox/retry/${id}`, { method: 'POST' });
    return waiting.length === 0;
  }, 'draining');

/**
 * Kills the server at random moments while plays are reported and sent to a service that hangs, cuts
 * connections before and after keeping a play, and fails; then lets everything drain.
 */
export const runScrobbleKills = async (
  kills: number,
  random: () => number = Math.random,
): Promise<ScrobbleKillResult> => {
  await using folder = await tempFolder();
  await using lastfm = await startFakeLastfm();
  await library().album('Picnic', songCount, { artist: 'Anna' }).writeTo(`${folder.path}/music`);
  const environment = {
    TONEARM_LASTFM_ROOT: lastfm.apiRoot,
    TONEARM_LASTFM_AUTHORIZE_PAGE: lastfm.authPage,
    TONEARM_LASTFM_KEY: lastfm.apiKey,
    TONEARM_LASTFM_SECRET: lastfm.secret,
  };
  const launch = () =>
    startProduct({ dataFolder: `${folder.path}/data`, environment, argv: ['--log-level', 'error'] });
  let product = await launch();
  try {
    const token = await setUp(clientOf(product), `${folder.path}/music`);
    let client = clientOf(product, token);
    const songs = await scannedSongs(client);
    await link(client, lastfm.authPage, lastfm.apiKey);
    const acknowledged: AcknowledgedPlay[] = [];
    const behaviours = ['ok', 'ok', 'kill-before', 'kill-after', 'hang', 'server-error'] as const;
    for (let round = 0; round < kills; round += 1) {
      lastfm.always(behaviours[Math.floor(random() * behaviours.length)] ?? 'ok');
      const song = songs[round % songs.length];
      const startedAt = Math.floor(Date.now() / 1000) - kills * 300 + round * 300;
      const report = client
        .send(`lastfm/scrobble/${encodeURIComponent(song?.path ?? '')}?started_at=${startedAt}`, {
          method: 'POST',
        })
        .then((answer) => answer.status === 200)
        .catch(() => false);
      // Some kills come after the answer however long it takes: a busy machine has none within that time.
      if (round % killsPerAnswer === 0) await report;
      await sleep(random() * longestLifeMs);
      await product.kill();
      if (await report) acknowledged.push({ track: song?.title ?? '', startedAt });
      client.close();
      product = await launch();
      client = clientOf(product, token);
    }
    lastfm.always('ok');
    await drain(client);
    client.close();
    const kept = lastfm.scrobbles.kept.map(({ track, timestamp }) => ({ track, startedAt: timestamp }));
    return {
      kills,
      acknowledged: acknowledged.length,
      ...judgePlays(acknowledged, kept),
      recognised: lastfm.scrobbles.duplicates.length,
    };
  } finally {
    await product.stop();
  }
};

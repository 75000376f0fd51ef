import { afterAll, beforeAll, expect, it } from 'vitest';
import { calls } from '../src/features/subsonic/calls.ts';
import { type Answer, type Call, type Pair, type Side, signIn, startPair } from './both-databases.ts';
import { askedInBodies, everyRead, idsOfApps, wantedOfApps } from './every-read.ts';
import { createApp, type TestApp } from './subsonic-app.ts';
import { filledWith, jsonOf } from './subsonic-asked.ts';
import {
  accounts,
  corrections,
  installation,
  type Known,
  people,
  playlists,
  plays,
} from './what-people-write.ts';

/*
 * The same is written into a server over SQLite and one over PostgreSQL, and then everything that can be read is read
 * from both: status, headers and bytes are the same.
 */

let pair: Pair;
let known: Known;
beforeAll(async () => {
  pair = await startPair();
  const songs = json<{ path: string }[]>((await pair.both({ path: 'api/flatten' }))[0]);
  known = {
    songs: songs.map(({ path }) => path),
    albums: await idsOf('api/music/albums'),
    artists: await idsOf('api/music/artists'),
  };
});
afterAll(() => pair[Symbol.asyncDispose]());

const json = <Value>({ body }: Answer): Value => JSON.parse(body.toString()) as Value;
/** What is drawn anew for every call, and what each process has of its own: when it scanned, and how often. */
const own = [
  /("?(?:token|media_token|secret|request_id|lastScan)"?[:=])"[^"]*"/g,
  /("?(?:started_at|finished_at|last_start_time|last_end_time|lastModified|playerId|free_bytes)"?[:=])"?\d+"?/g,
  /("song_count":\d+,"revision":)\d+/g,
];

/** A song in one process alone is told apart by its file's numbers on the disk, which other machines do not have. */
const isOfTheDisk = (what: string): boolean => what.includes(': api/audio/');

const shownOf = (what: string, { status, headers: { etag = '', ...headers }, body }: Answer) => {
  const isText = /json|text|xml/.test(headers['content-type'] ?? '');
  return {
    status,
    headers,
    etag: isOfTheDisk(what) ? /^"[\w-]{22}"$/.test(etag) : etag,
    body: isText
      ? own.reduce((text, each) => text.replaceAll(each, '$1…'), body.toString())
      : body.toString('base64'),
  };
};

const expectSame = (what: string, [one, two]: readonly [Answer, Answer]): void =>
  expect.soft(shownOf(what, two), what).toEqual(shownOf(what, one));

const idsOf = async (path: string): Promise<string[]> =>
  json<{ id: string }[]>((await pair.both({ path }))[0]).map(({ id }) => id);

const writeTo = async (list: readonly Call[]): Promise<void> => {
  for (const call of list) {
    pair.tick();
    expectSame(`${call.method} ${call.path}`, await pair.both(call));
  }
};

/** Colours of covers are looked for in the background, by each server when it has nothing else to do. */
const hasColours = (text: string): boolean =>
  (JSON.parse(text) as { artwork: string | null; artwork_color: string | null }[]).every(
    ({ artwork, artwork_color: colour }) => artwork === null || colour !== null,
  );

const writeEverything = async (): Promise<void> => {
  await writeTo(accounts());
  for (const side of pair.sides) for (const name of ['ben', 'Zoë']) await signIn(side, name);
  await writeTo(installation());
  await writeTo(corrections(known));
  await pair.untilBoth('api/music/artists', (text) => text.includes('Annette'));
  await pair.untilBoth('api/music/albums', (text) => text.includes('Neu'));
  await pair.untilBoth('api/flatten', (text) => text.includes('Anders'));
  await writeTo(playlists(known));
  await writeTo(people(known));
  await writeTo(plays(known));
  await pair.untilBoth('api/music/albums', hasColours);
};

it('answers the same to the same writes, and then to every read of versions 7 and 8', async () => {
  await writeEverything();
  const [genre = ''] = await idsOf('api/music/genres');
  const reads = everyRead(known, genre);
  expect(reads.length).toBeGreaterThan(200);
  let bytes = 0;
  for (const as of ['anna', 'ben', 'nobody'])
    for (const call of [...reads, ...askedInBodies(known)]) {
      const answers = await pair.both({ ...call, as });
      expectSame(`${as}: ${call.path} ${call.headers?.['accept-version'] ?? ''}`, answers);
      bytes += answers[0].body.length;
    }
  // They say something.
  expect(bytes).toBeGreaterThan(300_000);
});

/** An app of each side. */
const addApps = (): Promise<TestApp[]> =>
  Promise.all(
    pair.sides.map(async (side: Side) => {
      const body = { name: 'Test', may_administer: true, max_bit_rate: 320 };
      const answer = await side.send({ method: 'POST', path: 'api/apps', body });
      return createApp(side.address, { username: 'anna', ...json<{ secret: string }>(answer) });
    }),
  );

it('answers the same to every call of apps, as JSON and as XML', async () => {
  const apps = await addApps();
  const ids = await idsOfApps(apps[0] as TestApp);
  // Random ones are others for everybody.
  const names = Object.keys(calls).filter((name) => !/Random|Similar/.test(name));
  for (const name of names) {
    const wanted = filledWith(ids, wantedOfApps(name));
    for (const format of ['json', 'xml'] as const) {
      pair.tick();
      const answers = await Promise.all(
        apps.map(async (each): Promise<Answer> => {
          const response = await each.fetch(name, wanted, { format, scheme: 'key', ...jsonOf(name) });
          const body = Buffer.from(await response.arrayBuffer());
          const type = response.headers.get('content-type') ?? '';
          return { status: response.status, headers: { 'content-type': type }, body };
        }),
      );
      expectSame(`${name} as ${format}`, answers as [Answer, Answer]);
    }
  }
});

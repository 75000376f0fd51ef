import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { library } from '@tonearm/testkit';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { calls, emptyAnswers, refusals } from '../src/features/subsonic/calls.ts';
import { createLog } from '../src/platform/log.ts';
import { type AppAccount, addApp, createApp, parseXml, type TestApp } from './subsonic-app.ts';
import { scanMusic } from './subsonic-scanned.ts';
import { startWholeServer, type WholeServer } from './whole-server.ts';

/** Told of in everything that is Anna's alone. */
const mark = 'only-of-anna';

let server: WholeServer;
let anna: AppAccount;
let annas: TestApp;
let ben: TestApp;
let lines: string[];
let hers: readonly string[];
let herPlaylist: string;

beforeAll(async () => {
  lines = [];
  const log = createLog({ write: (line) => void lines.push(line), level: 'debug' });
  server = await startWholeServer({ log });
  await server.createUser('root');
  const root = server.mint('root');
  for (const name of ['anna', 'ben']) await server.createUser(name, root);
  anna = await addApp(server, 'anna');
  annas = createApp(server.address, anna);
  ben = createApp(server.address, await addApp(server, 'ben'));
  await library()
    .album('Picnic', 2, { artist: 'Zoe', cover: 'Folder.jpg' })
    .writeTo(join(server.folder, 'music'));
  await scanMusic(server, 2);
  hers = await makeHers();
});
afterAll(() => server[Symbol.asyncDispose]());

/** Everything that people make, by Anna alone and with words that tell it. @returns ids that lead to some of it */
const makeHers = async (): Promise<string[]> => {
  const { song } = await annas.get<{ song: { id: string; albumId: string; parent: string }[] }>(
    'search3',
    { query: '', songCount: 9 },
    'searchResult3',
  );
  const [{ id, albumId, parent } = { id: '', albumId: '', parent: '' }] = song;
  herPlaylist = (await annas.get<{ id: string }>('createPlaylist', { name: mark, songId: id }, 'playlist'))
    .id;
  await annas.get('updatePlaylist', { playlistId: herPlaylist, comment: mark });
  await annas.get('createBookmark', { id, position: 7, comment: mark });
  await annas.ask('savePlayQueue', { id, current: id }, { client: mark });
  await annas.ask('scrobble', { id, submission: false }, { client: mark });
  await annas.ask('star', { id: [id, albumId, parent] });
  const body = { query: mark };
  await server.call(`PUT api/smart_list/${mark}`, { token: server.mint('anna'), body });
  const lists = await annas.get<{ playlist: { id: string }[] }>('getPlaylists', {}, 'playlists');
  return [id, albumId, parent, ...lists.playlist.map((one) => one.id)];
};

/** Where her words stand, so that whatever tells them is known to be looked at. */
const told = [
  'getPlaylists',
  'getBookmarks',
  'getPlayQueue',
  'getPlayQueueByIndex',
  'getNowPlaying',
] as const;

it.each(told)('%s tells Anna of her own, and nobody else', async (name) => {
  expect((await annas.ask(name)).text).toContain(mark);
  expect((await ben.ask(name)).text).not.toContain(mark);
});

/** `HOSTILE_RUNS=500` asks for longer. */
const numRuns = Number(process.env['HOSTILE_RUNS'] ?? 6);

const names = [...Object.keys(calls), ...Object.keys(emptyAnswers), ...refusals.keys()];

const keysOf = (name: string): string[] => [
  ...Object.keys((calls as Record<string, { parameters: object } | undefined>)[name]?.parameters ?? {}),
  ...['id', 'f', 'v', 'callback', 'username', 'playlistId'],
];

const hostile = (): fc.Arbitrary<string> =>
  fc.oneof(
    fc.constantFrom(
      ...['', ' ', '0', '-1', '1', '2', '1e9', '99999999999999999999', 'NaN', 'true', 'newest', 'song'],
      ...["' OR 1=1 --", '../../etc/passwd', '\u0000', '\ud800', '<script>', '{"a":1}', '%', '__proto__'],
      ...['json', 'jsonp', 'xml', '2.0.0', 'anna', 'ben', 'root', ...hers, `pl-${herPlaylist}`],
      ...['tr-0000000000000000000000', 'al-zzzzzzzzzzzzzzzzzzzzzz', 'fo-', 'ar-1', 'constructor'],
    ),
    fc.string({ maxLength: 40, unit: 'binary' }),
    fc.integer({ min: 1, max: 20_000 }).map((length) => 'ü'.repeat(length)),
  );

it.each(names)('%s answers whatever is sent in an envelope, and nothing of others', async (name) => {
  const sent = fc.dictionary(
    fc.constantFrom(...keysOf(name)),
    fc.oneof(hostile(), fc.array(hostile(), { maxLength: 4 })),
    { maxKeys: 8 },
  );
  const format = fc.constantFrom('', 'xml', 'json', 'jsonp');
  await fc.assert(
    fc.asyncProperty(sent, fc.constantFrom('GET', 'POST'), format, async (wanted, method, asFormat) => {
      // A longer address is refused before any call: it is sent as a form.
      const isLong = encodeURIComponent(JSON.stringify(wanted).toWellFormed()).length > 8_000;
      const answer = await ben.ask(name, wanted, { method: isLong ? 'POST' : method, format: asFormat });
      // These two say trouble by a status, too; what they say stands in an envelope all the same.
      if (name === 'getTranscodeStream') expect([200, 400, 404, 410]).toContain(answer.status);
      else if (name === 'getTranscodeDecision') expect([200, 405]).toContain(answer.status);
      else expect(answer.status).toBe(200);
      const type = answer.headers.get('content-type') ?? '';
      if (/^(?:audio\/|image\/|application\/zip)/.test(type)) return;
      expect(type).toMatch(/^(?:text\/xml|application\/json|text\/javascript); charset=utf-8$/);
      if (type.startsWith('text/xml')) expect(parseXml(answer.text).name).toBe('subsonic-response');
      expect(answer.text).not.toContain('Its log says more');
      expect(answer.text).not.toContain(mark);
      expect(answer.text).not.toContain(anna.secret);
    }),
    // Made smaller by hand: each try is a call.
    { numRuns, endOnFailure: true },
  );
  expect(lines.filter((line) => line.includes('a call of an app failed'))).toEqual([]);
});

it('leaves what is another’s as it was', async () => {
  expect(await annas.get('getPlaylist', { id: herPlaylist }, 'playlist')).toMatchObject({
    name: mark,
    comment: mark,
    public: false,
  });
});

it('tells no app password, token or salt to the log, to administrators, to backups or to any file', async () => {
  const salt = 'a-salt-of-somebody';
  const token = 'f00df00df00df00df00df00df00df00d';
  for (const scheme of ['key', 'plain', 'hex', 'token'] as const)
    for (const method of ['GET', 'POST'] as const) await annas.ask('ping', {}, { scheme, method });
  const wrong = createApp(server.address, { username: 'anna', secret: `${anna.secret}x` });
  for (const scheme of ['key', 'plain', 'hex', 'token'] as const) await wrong.ask('ping', {}, { scheme });
  await annas.ask('ping', { u: 'anna', t: token, s: salt }, { scheme: 'none' });
  const asRoot = { token: server.mint('root') };
  const told = await Promise.all(
    ['POST api/backups', 'GET api/backups', 'GET api/diagnostics', 'GET api/log', 'GET api/apps'].map(
      async (target) => (await server.call(target, asRoot)).text,
    ),
  );
  const dump = server.state.prepare('SELECT name, last_client FROM app_passwords').all();
  const all = [...lines, ...told, JSON.stringify(dump)].join('\n');
  const secrets = [anna.secret, Buffer.from(anna.secret).toString('hex'), salt, token];
  for (const secret of secrets) expect(all).not.toContain(secret);
  // Databases with what waits beside them, backups and whatever else the server has written.
  const files = readdirSync(server.folder, { recursive: true, withFileTypes: true }).filter((one) =>
    one.isFile(),
  );
  expect(files.map(({ name }) => name)).toEqual(expect.arrayContaining(['state.db', 'secret.key']));
  for (const { parentPath, name } of files) {
    const bytes = readFileSync(join(parentPath, name));
    expect([name, secrets.filter((secret) => bytes.includes(secret))]).toEqual([name, []]);
  }
});

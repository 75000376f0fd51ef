import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { type Endpoint, endpoints } from '@tonearm/contract';
import { library } from '@tonearm/testkit';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startWholeServer, type WholeServer } from './whole-server.ts';

/** Stands in every file that must never be answered. */
const canary = 'CANARY-7f3a';

let server: WholeServer;
let token: string;

/** Waiting ends with what is waited for; this only matters on a machine that is busy. */
const patience = { timeout: 150_000, interval: 50 };

const scanned = async (): Promise<void> => {
  const status = async (): Promise<unknown> =>
    JSON.parse((await server.call('GET api/collection_status', { token })).text);
  const isScanned = { song_count: 2, is_scanning: false };
  await vi.waitFor(async () => expect(await status()).toMatchObject(isScanned), patience);
};

beforeAll(async () => {
  server = await startWholeServer();
  await server.createUser('root');
  token = server.mint('root');
  const music = `${server.folder}/music`;
  await library().album('Picnic', 2, { artist: 'Anna' }).file('Anna/notes.txt', canary).writeTo(music);
  mkdirSync(`${server.folder}/outside`);
  for (const file of ['outside/secret.mp3', 'outside/secret.txt', 'secret.mp3', 'data/secret.mp3']) {
    writeFileSync(`${server.folder}/${file}`, canary);
  }
  writeFileSync(`${music}/Anna/.hidden.mp3`, canary);
  symlinkSync(`${server.folder}/outside`, `${music}/link`);
  symlinkSync(`${server.folder}/outside/secret.mp3`, `${music}/linked.mp3`);
  symlinkSync('/etc/passwd', `${music}/passwd.mp3`);
  await server.call('PUT api/mount_dirs', { token, body: [{ source: music, name: 'Music' }] });
  await scanned();
});
afterAll(() => server[Symbol.asyncDispose]());

const ups = [
  '..',
  '%2e%2e',
  '.%2e',
  '%2E.',
  '%252e%252e',
  '..%00',
  '%00..',
  '..;',
  '.. ',
  '%c0%ae%c0%ae',
  '%e0%80%ae%e0%80%ae',
  '%uff0e%uff0e',
  '．．',
  '...',
  '....',
  '.',
];
const slashes = ['/', '%2f', '%2F', '%252f', '\\', '%5c', '//', '/./', '%c0%af', '%e2%88%95'];
const targets = ['secret.mp3', 'outside/secret.mp3', 'data/state.db', 'data/secret.key', 'etc/passwd'];

/** Ways out, through each way to write `..` and each way to write a slash. */
const climbing = ups.flatMap((up) =>
  slashes.flatMap((slash) => [
    `Music${slash}${up}${slash}${targets[(up.length + slash.length) % targets.length]}`,
    `${up}${slash}${up}${slash}${up}${slash}${up}${slash}etc${slash}passwd`,
  ]),
);

const others = [
  '/etc/passwd',
  '%2fetc%2fpasswd',
  'file:///etc/passwd',
  'C:%5cWindows%5cwin.ini',
  '%5c%5chost%5cshare',
  'proc/self/environ',
  '/proc/self/fd/3',
  'Music/proc/self/environ',
  'Music/Anna/notes.txt',
  'Music/Anna/.hidden.mp3',
  'Music/link/secret.mp3',
  'Music/linked.mp3',
  'Music/passwd.mp3',
  'Music%00/Anna',
  'Music/Anna/Picnic%00.mp3',
  'Music/ANNA/../Anna/notes.txt',
  'data/state.db',
  `Music/${'a/'.repeat(2000)}x`,
  `Music/${'%2e%2e%2f'.repeat(400)}etc%2fpasswd`,
  'Music/%',
  'Music/%zz',
  'Music/%e9%ff',
  'mus%C3%ADc/e%CC%81',
  '%F0%9F%92%BF',
  'Music/Anna/Picnic/',
  '.',
  '%2e',
  'Music/.',
];

/** Sends a path as it stands: no client of ours tidies it. */
const getRaw = (path: string, version: number | undefined): Promise<{ status: number; body: string }> =>
  new Promise((resolve, reject) => {
    const call = request(
      {
        port: server.port,
        host: '127.0.0.1',
        path,
        headers: {
          authorization: `Bearer ${token}`,
          ...(version === undefined ? {} : { 'accept-version': String(version) }),
        },
      },
      (answer) => {
        let body = '';
        answer.setEncoding('latin1').on('data', (text: string) => {
          body += text;
        });
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body }));
      },
    );
    call.on('error', reject);
    call.end();
  });

const table = Object.entries(endpoints) as [string, Endpoint][];
const readers = table
  .filter(([, { path, method }]) => method === 'GET' && /\{\w+\*\??\}$/.test(path))
  .map(([name, { path, answer, version }]) => [name, path.replace(/\{.*$/, ''), answer, version] as const);

it.each(readers)('%s gives nothing away whatever the path', async (name, prefix, answerSchema, version) => {
  const encoded = (text: string): string =>
    text.replace(/[^\x21-\x7e]/g, (character) => encodeURIComponent(character));
  let tried = 0;
  for (const path of [...climbing, ...others]) {
    const answer = await getRaw(`/api${prefix}${encoded(path)}`, version);
    expect([path, answer.body.includes(canary) || answer.body.includes('root:x:')]).toEqual([path, false]);
    // A list of nothing is an answer; only a song or its picture is found or not.
    const fine = typeof answerSchema === 'string' ? [400, 404] : [200, 400, 404];
    expect([path, fine.includes(answer.status), answer.status]).toEqual([path, true, answer.status]);
    if (/^(browse|flatten)/.test(name)) expect([path, answer.body.includes('secret')]).toEqual([path, false]);
    tried += 1;
  }
  expect(tried).toBeGreaterThan(300);
});

it('takes names with awkward parts for unknown on calls that write', async () => {
  for (const path of ['..%2f..%2fetc%2fpasswd', 'Music%2f..']) {
    for (const call of ['PUT api/lastfm/now_playing/', 'POST api/lastfm/scrobble/']) {
      const answer = await server.call(`${call}${path}`, { token });
      expect([path, answer.status]).toEqual([path, 404]);
    }
  }
});

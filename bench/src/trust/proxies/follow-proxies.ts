import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { library, startProduct, tempFolder } from '@tonearm/testkit';
import { createFindings, type Findings } from '../findings.ts';
import type { HarnessResult } from '../harness.ts';
import { flagsFor, type Recipe, readRecipes } from './recipes.ts';
import { runProxy, versionOf } from './run-proxy.ts';
import { type Answer, type Call, callThrough, openEvents } from './through-proxy.ts';

const account = { username: 'anna', password: 'anna plays on' };
/** What proxies mistake for something else when they take addresses apart. */
const album = '50%20off #1? a+b & “c” ünï';
const scanDeadlineMs = 30_000;
/** A playlist as long as people make them: some 12 MB. */
const manyTracks = 200_000;
/** Events wait for nothing but the network; a proxy that collects them holds them for minutes. */
const eventDeadlineMs = 3_000;
/** More than one address may try in a minute. */
const guesses = 48;

interface Scene {
  readonly recipe: Recipe;
  readonly findings: Findings;
  readonly send: (call: Call) => Promise<Answer>;
  readonly port: number;
  readonly api: string;
}

const checkSetup = async ({ send, api, recipe, findings }: Scene, music: string): Promise<string> => {
  const page = await send({ path: `${recipe.basePath}/` });
  findings.hold('the web client', page.status === 200 && page.body.includes('<html'), String(page.status));
  if (recipe.basePath !== '') {
    const { status, headers } = await send({ path: recipe.basePath });
    const target = new URL(String(headers['location']), 'https://music.example.org/music').pathname;
    findings.hold(
      'the address without its slash leads on',
      status >= 300 && status < 400 && target === '/music/',
      `${status} ${String(headers['location'])}`,
    );
  }
  const open = await send({ path: `${api}/users` });
  findings.hold(
    'setup is open to the local network',
    open.status === 200,
    `${open.status} ${open.body.toString()}`,
  );
  await send({ path: `${api}/mount_dirs`, method: 'PUT', body: [{ name: 'Music', source: music }] });
  const { username: name, password } = account;
  await send({ path: `${api}/user`, method: 'POST', body: { name, password, admin: true } });
  const signedIn = await send({ path: `${api}/auth`, method: 'POST', body: account });
  findings.hold('signing in', signedIn.status === 200, String(signedIn.status));
  findings.hold('no cookies', signedIn.headers['set-cookie'] === undefined);
  return (JSON.parse(signedIn.body.toString()) as { token: string }).token;
};

const untilScanned = async ({ send, api }: Scene, token: string): Promise<{ path: string }[]> => {
  const deadline = performance.now() + scanDeadlineMs;
  while (performance.now() < deadline) {
    const answer = await send({ path: `${api}/flatten`, token });
    const songs = JSON.parse(answer.body.toString()) as { path: string }[];
    if (songs.length === 3) return songs;
    await sleep(200);
  }
  throw new Error('the scan found nothing');
};

const checkReading = async (scene: Scene, token: string): Promise<string> => {
  const { send, api, findings } = scene;
  const songs = await untilScanned(scene, token);
  const folder = (songs[0]?.path ?? '').split('/').slice(0, -1).join('/');
  for (const [how, path] of [
    ['with %2F', encodeURIComponent(folder)],
    ['with slashes', folder.split('/').map(encodeURIComponent).join('/')],
  ] as const) {
    const list = await send({ path: `${api}/browse/${path}?limit=2`, token });
    const total = list.headers['x-total-count'];
    findings.hold(
      `a list of an odd name ${how}`,
      list.status === 200 && total === '3',
      `${list.status} ${String(total)}`,
    );
  }
  const audio = `${api}/audio/${encodeURIComponent(songs[0]?.path ?? '')}?auth_token=${token}`;
  const whole = await send({ path: audio });
  const range = await send({ path: audio, headers: { range: 'bytes=100-299' } });
  findings.hold(
    'a song with its length',
    whole.status === 200 && whole.headers['content-length'] === String(whole.body.length),
  );
  findings.hold(
    'a range of it',
    range.status === 206 &&
      range.body.equals(whole.body.subarray(100, 300)) &&
      range.headers['content-range'] === `bytes 100-299/${whole.body.length}`,
    `${range.status} ${String(range.headers['content-range'])}`,
  );
  const head = await send({ path: audio, method: 'HEAD' });
  findings.hold(
    'its HEAD',
    head.status === 200 && head.headers['content-length'] === String(whole.body.length),
    String(head.status),
  );
  const again = await send({ path: audio, headers: { 'if-none-match': String(whole.headers['etag']) } });
  findings.hold('what is known is not sent again', again.status === 304, String(again.status));
  return songs[0]?.path ?? '';
};

const checkWriting = async (
  { send, api, port, findings }: Scene,
  token: string,
  song: string,
): Promise<void> => {
  const events = openEvents(port, { path: `${api}/scan_events`, token });
  const isFirst = await events.until(1, eventDeadlineMs);
  await send({ path: `${api}/trigger_index`, method: 'POST', token });
  findings.hold(
    'events of a scan as they happen',
    isFirst && (await events.until(2, eventDeadlineMs)),
    isFirst ? 'only the first' : 'none',
  );
  events.close();
  const tracks = Array.from({ length: manyTracks }, () => song);
  const saved = await send({ path: `${api}/playlist/Long`, method: 'PUT', token, body: { tracks } });
  findings.hold(
    `a playlist of ${manyTracks} songs`,
    saved.status === 200,
    `${saved.status} ${saved.body.toString()}`,
  );
};

const checkAddresses = async ({ send, api, findings }: Scene): Promise<void> => {
  const guess = (at: number) =>
    send({
      path: `${api}/auth`,
      method: 'POST',
      from: '127.0.0.2',
      headers: { 'x-forwarded-for': `198.51.100.${at}` },
      body: { username: `name${at}`, password: 'guess' },
    });
  const statuses = (await Promise.all(Array.from({ length: guesses }, (_, at) => guess(at)))).map(
    ({ status }) => status,
  );
  const refused = statuses.filter((status) => status === 429).length;
  findings.hold(
    'guesses of one address are counted, whatever it calls itself',
    refused > 0,
    statuses.join(' '),
  );
  const other = await send({ path: `${api}/auth`, method: 'POST', from: '127.0.0.3', body: account });
  findings.hold('and another one is let in', other.status === 200, String(other.status));
};

const followRecipe = async (recipe: Recipe): Promise<HarnessResult> => {
  const findings = createFindings();
  await using folder = await tempFolder();
  const music = join(folder.path, 'music');
  await library().album(album, 3, { artist: 'Anna' }).writeTo(music);
  await using product = await startProduct({
    dataFolder: join(folder.path, 'data'),
    argv: [...flagsFor(recipe), '--log-level', 'error'],
  });
  await using proxy = await runProxy(recipe, {
    folder: join(folder.path, 'proxy'),
    productPort: Number(new URL(product.address).port),
  });
  const scene: Scene = {
    recipe,
    findings,
    port: proxy.port,
    api: `${recipe.basePath}/api`,
    send: (call) => callThrough(proxy.port, call),
  };
  try {
    const token = await checkSetup(scene, music);
    const song = await checkReading(scene, token);
    await checkWriting(scene, token, song);
    await checkAddresses(scene);
  } catch (error) {
    findings.hold('everything is answered', false, `${(error as Error).message}\n${proxy.printed()}`);
  }
  return findings.result();
};

/** Runs every recipe of the page on reverse proxies in front of the product, and uses the product through it. */
export const followProxies = async (): Promise<HarnessResult> => {
  const results: HarnessResult[] = [];
  for (const recipe of readRecipes()) {
    const version = versionOf(recipe.proxy);
    const name = `${recipe.proxy} ${version ?? ''} ${recipe.basePath || 'at the root'}`;
    const result =
      version === null ? { lines: ['is not installed'], isGood: false } : await followRecipe(recipe);
    results.push({ ...result, lines: result.lines.map((line) => `${name}: ${line}`) });
  }
  return { lines: results.flatMap(({ lines }) => lines), isGood: results.every(({ isGood }) => isGood) };
};

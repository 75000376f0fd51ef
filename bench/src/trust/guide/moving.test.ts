import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { library, startProduct, tempFolder } from '@tonearm/testkit';
import { expect, it, vi } from 'vitest';
import { blocksOf, readPage } from './pages.ts';

const account = { username: 'anna', password: 'anna plays "on" $HOME' };

/** What the page needs and not every machine has; `--json` of curl came with 7.82. */
const hasPrograms = ['jq --version', 'curl --json x --version'].every(
  (line) => spawnSync('sh', ['-c', line]).status === 0,
);

/** The script of the page with the five values of somebody's own. */
const scriptWith = (values: Readonly<Record<string, string>>): string => {
  const [block] = blocksOf(readPage('docs/guide/moving.md')).filter(({ language }) => language === 'sh');
  const lines = (block?.text ?? '').split('\n').map((line) => {
    const name = /^([A-Z]+)=[^$]*$/.exec(line)?.[1];
    return name !== undefined && name in values ? `${name}='${values[name]}'` : line;
  });
  return lines.join('\n');
};

const caller = (address: string) => {
  let token = '';
  const call = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const answer = await fetch(`${address}api/${path}`, {
      method,
      headers: { 'Content-Type': 'application/json', authorization: `Bearer ${token}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return text === '' ? null : (JSON.parse(text) as unknown);
  };
  const signIn = async (): Promise<void> => {
    token = ((await call('POST', 'auth', account)) as { token: string }).token;
  };
  return { call, signIn };
};

it.runIf(hasPrograms)('brings a playlist from an m3u file, whatever is in its names', async () => {
  await using folder = await tempFolder();
  const music = folder.join('my [music] & more');
  await library().album('a | b & c #1 “ü”', 3, { artist: 'Anna' }).writeTo(music);
  await using product = await startProduct({ dataFolder: folder.join('data') });
  const { call, signIn } = caller(product.address);
  const { username: name, password } = account;
  await call('PUT', 'mount_dirs', [{ name: 'Music & more', source: music }]);
  await call('POST', 'user', { name, password, admin: true });
  await signIn();
  await vi.waitFor(async () => expect(await call('GET', 'flatten')).toHaveLength(3), { timeout: 150_000 });
  const songs = ((await call('GET', 'flatten')) as { path: string }[]).map(({ path }) => path);
  const file = join(folder.path, 'from elsewhere.m3u');
  const paths = songs.map((path) => `${music}/${path.split('/').slice(1).join('/')}`);
  const lines = ['\ufeff#EXTM3U', '#EXTINF:3,Anna', ...paths, `${music}/gone.mp3`, '/elsewhere/x.mp3', ''];
  writeFileSync(file, lines.join('\r\n'));

  const script = scriptWith({
    SERVER: product.address.replace(/\/$/, ''),
    FOLDER: music,
    SOURCE: 'Music & more',
    FILE: file,
    NAME: 'Fünf / Songs?',
  });
  const ran = spawnSync('sh', ['-e', '-c', script], { input: `${name}\n${password}\n`, encoding: 'utf8' });
  expect([ran.status, ran.stderr]).toEqual([0, '']);
  expect(await call('GET', 'playlists')).toMatchObject([{ name: 'Fünf / Songs?' }]);
  const saved = encodeURIComponent('Fünf / Songs?');
  expect(((await call('GET', `playlist/${saved}`)) as { path: string }[]).map(({ path }) => path)).toEqual(
    songs,
  );
  expect(await call('GET', `playlist_entries/${saved}`)).toEqual([
    ...songs,
    'Music & more/gone.mp3',
    '/elsewhere/x.mp3',
  ]);
});

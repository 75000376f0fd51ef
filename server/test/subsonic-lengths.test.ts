import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ffmpegHere, library } from '@tonearm/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addApp, createApp, type Json, type TestApp } from './subsonic-app.ts';
import { scanMusic } from './subsonic-scanned.ts';
import { startWholeServer, type WholeServer } from './whole-server.ts';

/** Programs that this process has started and that still run, by their names. */
const childrenNamed = (name: string): number =>
  readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
      const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return stat.includes(`(${name}`) && state !== 'Z' && parent === String(process.pid);
    } catch {
      return false;
    }
  }).length;

const program = ffmpegHere();

const titles = ['flac', 'mp3'] as const;

interface Wish {
  readonly title: string;
  readonly format: string;
  readonly maxBitRate: number;
  readonly timeOffset: number;
}

/** Sixty of them: each song in each format, at several rates and from two places. */
const wishes: readonly Wish[] = titles.flatMap((title) =>
  ['mp3', 'opus', 'aac'].flatMap((format) =>
    [32, 40, 48, 64, 96].flatMap((maxBitRate) =>
      [0, 1].map((timeOffset): Wish => ({ title, format, maxBitRate, timeOffset })),
    ),
  ),
);

describe.skipIf(program === null /* no ffmpeg could be found or installed, as was said */)('a length', () => {
  let server: WholeServer;
  let app: TestApp;
  let ids: ReadonlyMap<string, string>;
  beforeAll(async () => {
    server = await startWholeServer({ flags: ['--ffmpeg', program ?? ''] });
    const music = library();
    for (const end of titles) music.song(`a/${end}.${end}`, { title: end, seconds: 3 });
    await music.song('a/long.wav', { title: 'long', seconds: 600 }).writeTo(join(server.folder, 'music'));
    await server.createUser('root');
    await scanMusic(server, titles.length + 1);
    app = createApp(server.address, await addApp(server, 'root'));
    const { song } = await app.get<{ song: Json[] }>('search3', { query: '', songCount: 9 }, 'searchResult3');
    ids = new Map(song.map(({ id, title }) => [String(title), String(id)]));
  });
  afterAll(() => server[Symbol.asyncDispose]());

  const headersOf = ({ headers }: Response) =>
    ['content-type', 'content-length', 'accept-ranges', 'x-content-duration'].map((name) =>
      headers.get(name),
    );

  it('that is promised is what is sent, to the byte, and told by HEAD as by GET', async () => {
    expect(wishes).toHaveLength(60);
    for (const { title, ...wish } of wishes) {
      const wanted = { id: ids.get(title), estimateContentLength: true, ...wish };
      const head = await app.fetch('stream', wanted, { method: 'HEAD' });
      const whole = await app.fetch('stream', wanted);
      const bytes = (await whole.arrayBuffer()).byteLength;
      expect([title, wish, whole.status, head.status]).toEqual([title, wish, 200, 200]);
      expect([title, wish, headersOf(head)]).toEqual([title, wish, headersOf(whole)]);
      expect([title, wish, Number(whole.headers.get('content-length'))]).toEqual([title, wish, bytes]);
      expect(bytes).toBeGreaterThan(1000);
    }
  });

  it('is kept by no program of somebody who has gone', async () => {
    const answer = await app.fetch('stream', { id: ids.get('long'), format: 'mp3', maxBitRate: 128 });
    const reader = answer.body?.getReader();
    await reader?.read();
    expect(childrenNamed('ffmpeg')).toBe(1);
    await reader?.cancel();
    await expect.poll(() => childrenNamed('ffmpeg'), { timeout: 30_000 }).toBe(0);
  });
});

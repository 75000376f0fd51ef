import { existsSync, mkdirSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { buildSong, makePicture } from '@tonearm/testkit';
import type { FastifyInstance } from 'fastify';
import sharp from 'sharp';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addressOf, appWith, as, createStoredFiles, type StoredFiles } from '../../../test/stored-files.ts';
import { systemClock } from '../../platform/clock.ts';
import { silentLog } from '../../platform/log.ts';
import { createArtwork } from './artwork.ts';
import { createArtworkRoutes } from './artwork-routes.ts';
import { createPictureProcesses, type PictureProcesses } from './picture-processes.ts';
import { createThumbnailCache, type ThumbnailCache } from './thumbnail-cache.ts';

interface Running {
  readonly app: FastifyInstance;
  readonly cache: ThumbnailCache;
  /** Jobs that reached the picture processes. */
  readonly jobs: string[];
  readonly colors: [string, string][];
  stop(): Promise<void>;
}

const sharedProcesses = createPictureProcesses({ clock: systemClock, log: silentLog });
afterAll(() => sharedProcesses.dispose());

let files: StoredFiles;
let running: Running;
let isServed: boolean;

const start = async (
  options: { limitBytes?: number; processes?: PictureProcesses; cacheFolder?: string } = {},
): Promise<Running> => {
  const cache = createThumbnailCache({
    folder: options.cacheFolder ?? join(files.root, 'data/artwork'),
    limitBytes: options.limitBytes ?? 1e9,
    clock: systemClock,
    log: silentLog,
  });
  const processes = options.processes ?? sharedProcesses;
  const jobs: string[] = [];
  const colors: [string, string][] = [];
  const counted: PictureProcesses = {
    ...processes,
    run: (job, manner) => {
      jobs.push(Buffer.from(job.path).toString());
      return processes.run(job, manner);
    },
  };
  const artwork = createArtwork({
    lookup: files.lookup,
    foldersOf: (source) => (isServed ? [source] : []),
    dataFolder: join(files.root, 'data'),
    cache,
    processes: counted,
    clock: systemClock,
    onColor: (path, color) => colors.push([path, color]),
  });
  const app = await appWith(createArtworkRoutes({ artwork, clock: systemClock }));
  const stop = async (): Promise<void> => {
    await app.close();
    cache.close();
  };
  return { app, cache, jobs, colors, stop };
};

beforeEach(async () => {
  files = createStoredFiles();
  isServed = true;
  running = await start();
});
afterEach(async () => {
  await running.stop();
  files.dispose();
});

const ask = (
  path: string,
  query = '',
  headers: Record<string, string> = {},
  method: 'GET' | 'HEAD' = 'GET',
) =>
  running.app.inject({
    method,
    url: `${addressOf('thumbnail', path)}${query}`,
    headers: { ...as('anna'), ...headers },
  });

const webp = { accept: 'image/avif,image/webp,*/*;q=0.8' };
const png = (width: number, height = width, colour: [number, number, number] = [10, 200, 30]) =>
  makePicture({ width, height, colour }).data;

describe('GET /thumbnail', () => {
  it('answers a picture file in the size that was asked for', async () => {
    const path = files.put('a/Folder.png', png(2000), 'picture');
    for (const [query, side] of [
      ['', 400],
      ['?size=small', 400],
      ['?size=large', 1200],
      ['?size=native', 2000],
    ] as const) {
      const answer = await ask(path, query);
      expect(answer.statusCode).toBe(200);
      expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ width: side, height: side });
    }
  });

  it('answers the picture inside a song', async () => {
    const picture = { data: png(500), mime: 'image/png' };
    const path = files.put('a.flac', buildSong({ format: 'flac', tags: {}, picture }).data);
    const answer = await ask(path);
    expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ width: 400, format: 'jpeg' });
  });

  it('pads a long picture unless told not to', async () => {
    const path = files.put('a.png', png(800, 400), 'picture');
    expect(await sharp((await ask(path)).rawPayload).metadata()).toMatchObject({ width: 400, height: 400 });
    const plain = await ask(path, '?pad=false');
    expect(await sharp(plain.rawPayload).metadata()).toMatchObject({ width: 400, height: 200 });
  });

  it('answers WebP to who takes it and JPEG to all others, and says so to caches', async () => {
    const path = files.put('a.png', png(100), 'picture');
    const [first, second] = [
      await ask(path, '', webp),
      await ask(path, '', { accept: 'image/webp;q=0, */*' }),
    ];
    expect(first.headers).toMatchObject({
      'content-type': 'image/webp',
      vary: expect.stringMatching(/accept/i),
    });
    expect(second.headers['content-type']).toBe('image/jpeg');
    expect(first.headers.etag).not.toBe(second.headers.etag);
  });

  it('is made once, kept on disk, and still there after a restart', async () => {
    const path = files.put('a.png', png(600), 'picture');
    const first = await ask(path);
    expect((await ask(path)).rawPayload).toEqual(first.rawPayload);
    await running.stop();
    running = await start();
    const again = await ask(path);
    expect([again.rawPayload, again.headers.etag]).toEqual([first.rawPayload, first.headers.etag]);
    expect(running.jobs).toEqual([]);
  });

  it('is made once for many who ask at the same time', async () => {
    const path = files.put('a.png', png(600), 'picture');
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(path)));
    expect(new Set(answers.map((answer) => answer.headers.etag)).size).toBe(1);
    expect(running.jobs).toHaveLength(1);
  });

  it('is shared by songs that hold the same picture', async () => {
    const picture = { data: png(500), mime: 'image/png' };
    const paths = ['a', 'b'].map((title) =>
      files.put(`${title}.mp3`, buildSong({ format: 'mp3', tags: { title }, picture }).data),
    );
    const etags = [];
    for (const path of paths) etags.push((await ask(path)).headers.etag);
    expect(etags[0]).toBe(etags[1]);
    const stored = readdirSync(running.cache.folder, { recursive: true, withFileTypes: true });
    expect(stored.filter((entry) => entry.name.includes('-small-'))).toHaveLength(1);
  });

  it('answers 304 to who has it, and a changed picture at once', async () => {
    const path = files.put('a.png', png(100), 'picture');
    const { etag = '', 'cache-control': cacheControl } = (await ask(path)).headers;
    expect(cacheControl).toContain('private');
    const known = await ask(path, '', { 'if-none-match': `${etag}` });
    expect([known.statusCode, known.body, known.headers.etag]).toEqual([304, '', etag]);
    writeFileSync(files.realPath('a.png'), png(100, 100, [200, 10, 10]));
    const changed = await ask(path, '', { 'if-none-match': `${etag}` });
    expect(changed.statusCode).toBe(200);
    const [red = 0, green = 255] = await sharp(changed.rawPayload).raw().toBuffer();
    expect(red).toBeGreaterThan(green + 100);
  });

  it('answers HEAD with the headers of GET', async () => {
    const path = files.put('a.png', png(100), 'picture');
    const [head, whole] = [await ask(path, '', {}, 'HEAD'), await ask(path)];
    expect(head.body).toBe('');
    expect(head.headers['content-length']).toBe(String(whole.rawPayload.length));
    expect(head.headers.etag).toBe(whole.headers.etag);
  });

  it.each(['?size=huge', '?size=', '?pad=maybe', '?pad=1', '?size=small&size=large'])(
    'answers 400 to %s',
    async (query) => {
      const path = files.put('a.png', png(100), 'picture');
      expect((await ask(path, query)).json()).toMatchObject({
        status: 400,
        code: 'invalid_thumbnail_options',
      });
    },
  );

  it('answers 404 where there is no picture', async () => {
    const song = files.put('plain.mp3', buildSong({ format: 'mp3', tags: {} }).data);
    const gone = files.put('gone.png', png(10), 'picture');
    rmSync(files.realPath('gone.png'));
    for (const path of [song, gone, 'music', 'music/none.png', '../etc/passwd', '']) {
      expect((await ask(path)).statusCode, path).toBe(404);
    }
  });

  it('answers 404 once its source is not served any more, made before or not', async () => {
    const path = files.put('a.png', png(10), 'picture');
    const etag = `${(await ask(path)).headers.etag}`;
    isServed = false;
    expect((await ask(path)).statusCode).toBe(404);
    expect((await ask(path, '', { 'if-none-match': etag })).statusCode).toBe(404);
  });

  it('answers 404 for a link that leaves the source', async () => {
    mkdirSync(join(files.root, 'outside'));
    writeFileSync(join(files.root, 'outside/a.png'), png(10));
    const path = files.put('link.png', 'x', 'picture');
    rmSync(files.realPath('link.png'));
    symlinkSync(join(files.root, 'outside/a.png'), files.realPath('link.png'));
    expect((await ask(path)).json()).toMatchObject({ code: 'artwork_not_found' });
  });

  it.each([
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>1</script></svg>'],
    ['words', 'no picture at all, only words'],
    ['nothing', ''],
  ])('answers 415 for %s, and remembers it', async (_, text) => {
    const path = files.put('a.png', text, 'picture');
    expect((await ask(path)).json()).toMatchObject({ status: 415, code: 'unsupported_picture' });
    expect((await ask(path)).statusCode).toBe(415);
    expect(running.jobs).toHaveLength(1);
  });

  it('tells the colour of what it makes', async () => {
    const path = files.put('a.png', png(100, 100, [0x33, 0x66, 0x99]), 'picture');
    await ask(path);
    expect(running.colors).toEqual([[path, '#336699']]);
  });
});

describe('the processes that decode', () => {
  /** A clock whose next deadline has passed as soon as it is set. */
  const impatientClock = () => {
    const state = { isNextPassed: false };
    const schedule = (delayMs: number, task: () => void): (() => void) => {
      const isPassed = state.isNextPassed && delayMs === limits.deadlineMs;
      if (isPassed) state.isNextPassed = false;
      return systemClock.schedule(isPassed ? 0 : delayMs, task);
    };
    return { state, schedule };
  };
  const limits = { deadlineMs: 20_000, idleMs: 60_000 };

  it('are killed at the deadline, and others take over', async () => {
    const clock = impatientClock();
    const processes = createPictureProcesses({ clock, log: silentLog, limits });
    await running.stop();
    running = await start({ processes });
    const path = files.put('slow.png', png(3000), 'picture');
    clock.state.isNextPassed = true;
    expect((await ask(path)).statusCode).toBe(415);
    expect((await ask(files.put('quick.png', png(20), 'picture'))).statusCode).toBe(200);
    expect((await ask(path)).statusCode).toBe(415);
    expect(running.jobs).toHaveLength(2);
    processes.dispose();
  });

  it('end when there is nothing to do, and start again', async () => {
    const idle = { deadlineMs: 20_000, idleMs: 1 };
    const processes = createPictureProcesses({ clock: systemClock, log: silentLog, limits: idle });
    await running.stop();
    running = await start({ processes });
    for (const name of ['a.png', 'b.png', 'c.png']) {
      expect((await ask(files.put(name, png(20), 'picture'))).statusCode).toBe(200);
      await delay(100);
    }
    processes.dispose();
  });

  it('are not bothered by who went away while waiting', async () => {
    const job = {
      path: Buffer.from(files.realPath('none')),
      folders: [files.musicFolder],
      forbidden: '/nowhere',
      kind: 'picture' as const,
      options: null,
      cacheFolder: running.cache.folder,
    };
    const controller = new AbortController();
    const first = [1, 2].map(() => sharedProcesses.run(job, { isBackground: false }));
    const manner = { isBackground: false, signal: controller.signal };
    const taken = sharedProcesses.run(job, manner).catch(() => 'taken back');
    controller.abort();
    expect(await taken).toBe('taken back');
    expect(await Promise.all(first)).toEqual([{ kind: 'absent' }, { kind: 'absent' }]);
  });
});

describe('the cache', () => {
  const storedBytes = (): number =>
    readdirSync(running.cache.folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.name.includes('-small-'))
      .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);

  it('stays within its limit, and forgets what was used least recently', async () => {
    await running.stop();
    running = await start({ limitBytes: 6000 });
    for (let number = 0; number < 12; number += 1) {
      const path = files.put(`${number}.png`, png(380, 380, [number * 20, 9, 9]), 'picture');
      expect((await ask(path)).statusCode).toBe(200);
      expect(storedBytes()).toBeLessThanOrEqual(6000);
    }
    expect(storedBytes()).toBeGreaterThan(0);
    expect((await ask('music/0.png')).statusCode).toBe(200);
  });

  it('makes again what somebody took out of its folder', async () => {
    const path = files.put('a.png', png(100), 'picture');
    const first = await ask(path);
    for (const entry of readdirSync(running.cache.folder, { withFileTypes: true })) {
      if (entry.isDirectory()) rmSync(join(running.cache.folder, entry.name), { recursive: true });
    }
    expect((await ask(path)).rawPayload).toEqual(first.rawPayload);
  });

  it('makes again what its index does not know', async () => {
    const path = files.put('a.png', png(100), 'picture');
    const first = await ask(path);
    await running.stop();
    rmSync(join(files.root, 'data/artwork/index.db'));
    running = await start();
    expect((await ask(path)).rawPayload).toEqual(first.rawPayload);
  });

  it('starts empty when its index is damaged', async () => {
    await running.stop();
    writeFileSync(join(files.root, 'data/artwork/index.db'), 'nonsense '.repeat(1000));
    running = await start();
    expect((await ask(files.put('a.png', png(100), 'picture'))).statusCode).toBe(200);
  });

  it('does without when nothing can be written', async () => {
    await running.stop();
    writeFileSync(join(files.root, 'in-the-way'), '');
    running = await start({ cacheFolder: join(files.root, 'in-the-way/artwork') });
    const path = files.put('a.png', png(100), 'picture');
    expect((await ask(path)).statusCode).toBe(200);
    expect((await ask(path)).statusCode).toBe(200);
    expect(existsSync(join(files.root, 'in-the-way/artwork'))).toBe(false);
  });
});

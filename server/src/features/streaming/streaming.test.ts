import {
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buildSong } from '@tonearm/testkit';
import fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addressOf, appWith, as, createStoredFiles, type StoredFiles } from '../../../test/stored-files.ts';
import { hostFiles } from '../../platform/bucket/test-host-files.ts';
import { systemClock } from '../../platform/clock.ts';
import { createContainers } from './containers.ts';
import { createStreamActivity } from './stream-activity.ts';
import { createStreamingRoutes } from './streaming-routes.ts';

let files: StoredFiles;
let app: FastifyInstance;
let isServed: boolean;
beforeEach(async () => {
  files = createStoredFiles();
  isServed = true;
  app = await appWith(
    createStreamingRoutes({
      lookup: files.lookup,
      sound: { find: async (paths) => paths.map(() => null) },
      transcoding: {
        findMade: async () => null,
        known: Promise.resolve(),
        formats: () => [],
        contentTypeOf: () => '',
        open: async () => Promise.reject(new Error('none')),
      },
      activity: createStreamActivity(systemClock),
      foldersOf: (source) => (isServed ? [source, join(files.root, 'sibling')] : []),
      dataFolder: join(files.root, 'data'),
      media: hostFiles,
      containers: createContainers(),
      clock: systemClock,
    }),
  );
});
afterEach(async () => {
  await app.close();
  files.dispose();
});

const ask = (path: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  app.inject({ method, url: addressOf('audio', path), headers: { ...as('anna'), ...headers } });

const longAgo = new Date('2001-02-03T04:05:06Z');

const putOld = (name: string, bytes: string | Buffer): string => {
  const path = files.put(name, bytes);
  utimesSync(files.realPath(name), longAgo, longAgo);
  return path;
};

const descriptorCount = (): number => readdirSync('/proc/self/fd').length;

describe('GET /audio', () => {
  it('answers the whole file with everything a player needs', async () => {
    const path = putOld('a.flac', 'some sound');
    const answer = await ask(path);
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toBe('some sound');
    expect(answer.headers).toMatchObject({
      'content-type': 'audio/flac',
      'content-length': '10',
      'accept-ranges': 'bytes',
      'cache-control': expect.stringContaining('private'),
      'last-modified': 'Sat, 03 Feb 2001 04:05:06 GMT',
      'x-content-type-options': 'nosniff',
      etag: expect.stringMatching(/^"[\w-]{22}"$/),
    });
    expect(answer.headers).not.toHaveProperty('content-encoding');
    expect(answer.headers).not.toHaveProperty('content-range');
  });

  it('says what a song is though its name says otherwise', async () => {
    const wav = buildSong({ format: 'wav', tags: {} }).data;
    expect((await ask(putOld('a.mp3', wav))).headers['content-type']).toBe('audio/wav');
    const tagged = buildSong({ format: 'mp3', tags: { title: 'Behind a tag' } }).data;
    expect((await ask(putOld('a.flac', tagged))).headers['content-type']).toBe('audio/mpeg');
  });

  it('believes the name where the content tells nothing', async () => {
    expect((await ask(putOld('a.wma', 'words'))).headers['content-type']).toBe('audio/x-ms-wma');
    expect((await ask(putOld('a.html', '<script>'))).headers['content-type']).toBe(
      'application/octet-stream',
    );
  });

  it('answers the same bytes as cutting the file does, for any range', async () => {
    const bytes = Buffer.from(Array.from({ length: 300 }, (_, at) => at % 256));
    const path = files.put('a.mp3', bytes);
    await fc.assert(
      fc.asyncProperty(fc.nat(299), fc.nat(400), async (start, length) => {
        const answer = await ask(path, { range: `bytes=${start}-${start + length}` });
        const end = Math.min(start + length, 299);
        expect(answer.statusCode).toBe(206);
        expect(answer.rawPayload).toEqual(bytes.subarray(start, end + 1));
        expect(answer.headers).toMatchObject({
          'content-range': `bytes ${start}-${end}/300`,
          'content-length': String(end - start + 1),
        });
      }),
      { numRuns: 100 },
    );
  });

  it('answers 206 for all of the file when it is asked for as a range', async () => {
    const answer = await ask(files.put('a.mp3', 'abc'), { range: 'bytes=0-' });
    expect([answer.statusCode, answer.body, answer.headers['content-range']]).toEqual([
      206,
      'abc',
      'bytes 0-2/3',
    ]);
  });

  it('answers 416 with the length when nothing of a range is there', async () => {
    const answer = await ask(files.put('a.mp3', 'abc'), { range: 'bytes=3-' });
    expect(answer.json()).toMatchObject({ status: 416, code: 'range_not_satisfiable' });
    expect(answer.headers['content-range']).toBe('bytes */3');
  });

  it('answers an empty file', async () => {
    const path = files.put('a.mp3', '');
    expect(await ask(path)).toMatchObject({ statusCode: 200, body: '' });
    expect((await ask(path, { range: 'bytes=0-' })).statusCode).toBe(416);
  });

  it('answers 304 to who has it already, and 412 to who wants another', async () => {
    const path = putOld('a.mp3', 'abc');
    const { etag, 'last-modified': modified } = (await ask(path)).headers as Record<string, string>;
    const known = await ask(path, { 'if-none-match': etag ?? '' });
    expect([known.statusCode, known.body, known.headers.etag]).toEqual([304, '', etag]);
    expect((await ask(path, { 'if-modified-since': modified ?? '' })).statusCode).toBe(304);
    expect((await ask(path, { 'if-match': '"other"' })).json()).toMatchObject({ status: 412 });
    const older = new Date(longAgo.getTime() - 1000).toUTCString();
    expect((await ask(path, { 'if-unmodified-since': older })).statusCode).toBe(412);
  });

  it('answers the whole of a changed file to who continues the old one', async () => {
    const path = putOld('a.mp3', 'abcdef');
    const { etag, 'last-modified': modified } = (await ask(path)).headers as Record<string, string>;
    const range = 'bytes=3-';
    expect((await ask(path, { range, 'if-range': etag ?? '' })).body).toBe('def');
    expect((await ask(path, { range, 'if-range': modified ?? '' })).body).toBe('def');
    writeFileSync(files.realPath('a.mp3'), 'ABCDEF');
    const fresh = await ask(path, { range, 'if-range': etag ?? '' });
    expect([fresh.statusCode, fresh.body]).toEqual([200, 'ABCDEF']);
    expect(fresh.headers.etag).not.toBe(etag);
  });

  it('answers HEAD with the headers of GET, whole even when a range is asked for', async () => {
    const path = putOld('a.mp3', 'abc');
    const before = descriptorCount();
    const [head, whole] = [await ask(path, { range: 'bytes=1-' }, 'HEAD'), await ask(path)];
    expect([head.statusCode, head.body]).toEqual([200, '']);
    const withoutDate = ({ date: _, ...headers }: Record<string, unknown>) => headers;
    expect(withoutDate(head.headers)).toEqual(withoutDate(whole.headers));
    await expect.poll(descriptorCount).toBeLessThanOrEqual(before);
  });

  it('keeps any name in Content-Disposition on one line', async () => {
    const answer = await ask(files.put('a "b"\n\u{1f3b5} é%.mp3', 'x'));
    expect(answer.headers['content-disposition']).toBe(
      `inline; filename="a _b___ __.mp3"; filename*=UTF-8''a%20%22b%22%0A%F0%9F%8E%B5%20%C3%A9%25.mp3`,
    );
  });

  it('answers 404 for what is not a song of the collection', async () => {
    const picture = files.put('cover.jpg', 'x', 'picture');
    const gone = files.put('gone.mp3', 'x');
    files.forget(gone);
    for (const path of ['', 'music', 'music/../music/gone.mp3', '/etc/passwd', picture, gone, 'nothing']) {
      expect((await ask(path)).statusCode, path).toBe(404);
    }
  });

  it('answers 404 once its source is not served any more, though the collection still knows it', async () => {
    const path = files.put('a.mp3', 'abc');
    const before = descriptorCount();
    isServed = false;
    expect((await ask(path)).json()).toMatchObject({ status: 404, code: 'song_not_found' });
    await expect.poll(descriptorCount).toBeLessThanOrEqual(before);
  });

  it('answers 404 for a link out of every source and follows one into a sibling', async () => {
    mkdirSync(join(files.root, 'sibling'));
    mkdirSync(join(files.root, 'data'));
    writeFileSync(join(files.root, 'sibling/s.mp3'), 'sibling');
    writeFileSync(join(files.root, 'data/s.mp3'), 'data');
    const turn = async (target: string) => {
      const name = `${target.replace(/\W/g, '')}.mp3`;
      const path = files.put(name, 'x');
      rmSync(files.realPath(name));
      symlinkSync(target, files.realPath(name));
      return (await ask(path)).body;
    };
    expect(await turn(join(files.root, 'sibling/s.mp3'))).toBe('sibling');
    expect(await turn(join(files.root, 'data/s.mp3'))).toContain('song_not_found');
    expect(await turn('/etc/hostname')).toContain('song_not_found');
  });
});

describe('a stream over a real connection', () => {
  const listen = async (): Promise<number> => {
    await app.listen({ host: '127.0.0.1', port: 0 });
    return (app.server.address() as AddressInfo).port;
  };

  it('keeps no descriptor of a thousand listeners that hang up', async () => {
    const path = files.put('long.mp3', Buffer.alloc(4 * 1024 * 1024, 1));
    const port = await listen();
    const hangUp = (isEarly: boolean) =>
      new Promise<void>((resolve) => {
        const url = `http://127.0.0.1:${port}${addressOf('audio', path)}`;
        const request = get(url, { headers: as('anna'), agent: false });
        request.on('response', (response) => response.once('data', () => request.destroy()));
        request.on('error', () => {});
        request.on('close', () => resolve());
        if (isEarly) request.on('socket', (socket) => socket.once('connect', () => request.destroy()));
      });
    const before = descriptorCount();
    for (let round = 0; round < 50; round += 1) {
      await Promise.all(Array.from({ length: 20 }, (_, at) => hangUp(at % 4 === 0)));
    }
    await expect.poll(descriptorCount).toBeLessThanOrEqual(before);
  });

  it('cuts the connection when the file shrinks under it, so that a part is not taken for the whole', async () => {
    const size = 32 * 1024 * 1024;
    const path = files.put('long.mp3', Buffer.alloc(size, 1));
    const port = await listen();
    const outcome = await new Promise<string>((resolve) => {
      const url = `http://127.0.0.1:${port}${addressOf('audio', path)}`;
      get(url, { headers: as('anna') }, (response) => {
        let received = 0;
        response.once('data', () => {
          response.pause();
          truncateSync(files.realPath('long.mp3'), 1024);
          response.resume();
        });
        response.on('data', (chunk: Buffer) => {
          received += chunk.length;
        });
        response.on('end', () => resolve(`ended after ${received}`));
        response.on('error', () => resolve('cut'));
      });
    });
    expect(outcome).toBe('cut');
  });

  it('answers the promised length when the file grows under it', async () => {
    const path = files.put('long.mp3', Buffer.alloc(1024 * 1024, 1));
    const port = await listen();
    const answer = await fetch(`http://127.0.0.1:${port}${addressOf('audio', path)}`, {
      headers: { ...as('anna'), connection: 'close' },
    });
    writeFileSync(files.realPath('long.mp3'), Buffer.alloc(1024 * 1024, 2), { flag: 'a' });
    expect((await answer.arrayBuffer()).byteLength).toBe(1024 * 1024);
  });
});

import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSong } from '@tonearm/testkit';
import sharp from 'sharp';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { png, startTestArtwork, startTestProcesses, type TestArtwork } from './test-artwork.ts';

const sharedProcesses = startTestProcesses();
afterAll(() => sharedProcesses.dispose());

let artwork: TestArtwork;
beforeEach(async () => {
  artwork = await startTestArtwork(sharedProcesses);
});
afterEach(() => artwork.dispose());

const webp = { accept: 'image/avif,image/webp,*/*;q=0.8' };

describe('GET /thumbnail', () => {
  it('answers a picture file in the size that was asked for', async () => {
    const path = artwork.files.put('a/Folder.png', png(2000), 'picture');
    for (const [query, side] of [
      ['', 400],
      ['?size=small', 400],
      ['?size=large', 1200],
      ['?size=native', 2000],
    ] as const) {
      const answer = await artwork.ask(path, query);
      expect(answer.statusCode).toBe(200);
      expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ width: side, height: side });
    }
  });

  it('answers the picture inside a song', async () => {
    const picture = { data: png(500), mime: 'image/png' };
    const path = artwork.files.put('a.flac', buildSong({ format: 'flac', tags: {}, picture }).data);
    const answer = await artwork.ask(path);
    expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ width: 400, format: 'jpeg' });
  });

  it('pads a long picture unless told not to', async () => {
    const path = artwork.files.put('a.png', png(800, 400), 'picture');
    expect(await sharp((await artwork.ask(path)).rawPayload).metadata()).toMatchObject({
      width: 400,
      height: 400,
    });
    const plain = await artwork.ask(path, '?pad=false');
    expect(await sharp(plain.rawPayload).metadata()).toMatchObject({ width: 400, height: 200 });
  });

  it('answers WebP to who takes it and JPEG to all others, kept by the one who asked alone', async () => {
    const path = artwork.files.put('a.png', png(100), 'picture');
    const [first, second] = [
      await artwork.ask(path, '', webp),
      await artwork.ask(path, '', { accept: 'image/webp;q=0, */*' }),
    ];
    expect(first.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'private, no-cache',
    });
    // Else a page could not read again what its picture elements were sent.
    expect(first.headers.vary).toBeUndefined();
    expect(second.headers['content-type']).toBe('image/jpeg');
    expect(first.headers.etag).not.toBe(second.headers.etag);
  });

  it('is made once, kept on disk, and still there after a restart', async () => {
    const path = artwork.files.put('a.png', png(600), 'picture');
    const first = await artwork.ask(path);
    expect((await artwork.ask(path)).rawPayload).toEqual(first.rawPayload);
    await artwork.restart();
    const again = await artwork.ask(path);
    expect([again.rawPayload, again.headers.etag]).toEqual([first.rawPayload, first.headers.etag]);
    expect(artwork.running.jobs).toEqual([]);
  });

  it('is made once for many who ask at the same time', async () => {
    const path = artwork.files.put('a.png', png(600), 'picture');
    const answers = await Promise.all(Array.from({ length: 20 }, () => artwork.ask(path)));
    expect(new Set(answers.map((answer) => answer.headers.etag)).size).toBe(1);
    expect(artwork.running.jobs).toHaveLength(1);
  });

  it('is shared by songs that hold the same picture', async () => {
    const picture = { data: png(500), mime: 'image/png' };
    const paths = ['a', 'b'].map((title) =>
      artwork.files.put(`${title}.mp3`, buildSong({ format: 'mp3', tags: { title }, picture }).data),
    );
    const etags = [];
    for (const path of paths) etags.push((await artwork.ask(path)).headers.etag);
    expect(etags[0]).toBe(etags[1]);
    const stored = readdirSync(artwork.running.cache.folder, { recursive: true, withFileTypes: true });
    expect(stored.filter((entry) => entry.name.includes('-small-'))).toHaveLength(1);
  });

  it('answers 304 to who has it, and a changed picture at once', async () => {
    const path = artwork.files.put('a.png', png(100), 'picture');
    const { etag = '', 'cache-control': cacheControl } = (await artwork.ask(path)).headers;
    expect(cacheControl).toContain('private');
    const known = await artwork.ask(path, '', { 'if-none-match': `${etag}` });
    expect([known.statusCode, known.body, known.headers.etag]).toEqual([304, '', etag]);
    writeFileSync(artwork.files.realPath('a.png'), png(100, 100, [200, 10, 10]));
    const changed = await artwork.ask(path, '', { 'if-none-match': `${etag}` });
    expect(changed.statusCode).toBe(200);
    const [red = 0, green = 255] = await sharp(changed.rawPayload).raw().toBuffer();
    expect(red).toBeGreaterThan(green + 100);
  });

  it('answers HEAD with the headers of GET', async () => {
    const path = artwork.files.put('a.png', png(100), 'picture');
    const [head, whole] = [await artwork.ask(path, '', {}, 'HEAD'), await artwork.ask(path)];
    expect(head.body).toBe('');
    expect(head.headers['content-length']).toBe(String(whole.rawPayload.length));
    expect(head.headers.etag).toBe(whole.headers.etag);
  });

  it.each(['?size=huge', '?size=', '?pad=maybe', '?pad=1', '?size=small&size=large'])(
    'answers 400 to %s',
    async (query) => {
      const path = artwork.files.put('a.png', png(100), 'picture');
      expect((await artwork.ask(path, query)).json()).toMatchObject({
        status: 400,
        code: 'invalid_thumbnail_options',
      });
    },
  );

  it('answers 404 where there is no picture', async () => {
    const song = artwork.files.put('plain.mp3', buildSong({ format: 'mp3', tags: {} }).data);
    const gone = artwork.files.put('gone.png', png(10), 'picture');
    rmSync(artwork.files.realPath('gone.png'));
    for (const path of [song, gone, 'music', 'music/none.png', '../etc/passwd', '']) {
      expect((await artwork.ask(path)).statusCode, path).toBe(404);
    }
  });

  it('answers 404 once its source is not served any more, made before or not', async () => {
    const path = artwork.files.put('a.png', png(10), 'picture');
    const etag = `${(await artwork.ask(path)).headers.etag}`;
    artwork.setServed(false);
    expect((await artwork.ask(path)).statusCode).toBe(404);
    expect((await artwork.ask(path, '', { 'if-none-match': etag })).statusCode).toBe(404);
  });

  it('answers 404 for a link that leaves the source', async () => {
    mkdirSync(join(artwork.files.root, 'outside'));
    writeFileSync(join(artwork.files.root, 'outside/a.png'), png(10));
    const path = artwork.files.put('link.png', 'x', 'picture');
    rmSync(artwork.files.realPath('link.png'));
    symlinkSync(join(artwork.files.root, 'outside/a.png'), artwork.files.realPath('link.png'));
    expect((await artwork.ask(path)).json()).toMatchObject({ code: 'artwork_not_found' });
  });

  it.each([
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>1</script></svg>'],
    ['words', 'no picture at all, only words'],
    ['nothing', ''],
  ])('answers 415 for %s, and remembers it', async (_, text) => {
    const path = artwork.files.put('a.png', text, 'picture');
    expect((await artwork.ask(path)).json()).toMatchObject({ status: 415, code: 'unsupported_picture' });
    expect((await artwork.ask(path)).statusCode).toBe(415);
    expect(artwork.running.jobs).toHaveLength(1);
  });

  it('gives way to the next best that can be shown', async () => {
    const [broken, empty, gone, good] = ['broken.tif', 'empty.png', 'gone.png', 'good.png'].map((name) =>
      artwork.files.put(name, name === 'good.png' ? png(30) : 'no picture', 'picture'),
    ) as [string, string, string, string];
    artwork.files.forget(gone);
    artwork.files.standIn(broken, [gone, empty, good]);
    const shown = await artwork.ask(broken);
    expect(shown.statusCode).toBe(200);
    expect(shown.rawPayload).toEqual((await artwork.ask(good)).rawPayload);
    const again = await artwork.ask(broken, '', { 'if-none-match': `${shown.headers.etag}` });
    expect(again.statusCode).toBe(304);
    expect(artwork.running.jobs).toHaveLength(3);
    artwork.files.standIn(broken, [gone, empty]);
    expect((await artwork.ask(broken)).json()).toMatchObject({ code: 'unsupported_picture' });
  });

  it('tells the colour of what it makes', async () => {
    const path = artwork.files.put('a.png', png(100, 100, [0x33, 0x66, 0x99]), 'picture');
    await artwork.ask(path);
    expect(artwork.running.colors).toEqual([[path, '#336699']]);
  });
});

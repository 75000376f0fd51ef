import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSong, makePicture } from '@tonearm/testkit';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startWholeServer, type WholeServer } from './whole-server.ts';

const song = buildSong({ format: 'mp3', tags: { title: 'Mine' }, seconds: 1 }).data;

let server: WholeServer;
let token: string;
beforeEach(async () => {
  server = await startWholeServer();
  await server.createUser('anna', undefined, true);
  token = server.mint('anna');
});
afterEach(() => server[Symbol.asyncDispose]());

const makeSource = (name: string): { source: string; name: string } => {
  const source = join(server.folder, name);
  mkdirSync(source);
  writeFileSync(join(source, 'a.mp3'), song);
  writeFileSync(join(source, 'Folder.png'), makePicture({ width: 100, colour: [1, 2, 3] }).data);
  return { source, name };
};

const statusOf = async (path: string): Promise<number> =>
  (await server.call(`GET api/${path}`, { token })).status;

describe('a music source that is taken out of the list', () => {
  it('is not served from that moment on, also while the library cannot be changed yet', async () => {
    const [shared, mine] = [makeSource('shared'), makeSource('mine')];
    await server.call('PUT api/mount_dirs', { token, body: [shared, mine] });
    await expect.poll(() => statusOf('audio/mine%2Fa.mp3')).toBe(200);
    await expect.poll(() => statusOf('thumbnail/mine%2FFolder.png')).toBe(200);
    const library = new Database(join(server.folder, 'data/library.db'), { timeout: 10_000 });
    try {
      library.exec('BEGIN IMMEDIATE');
      await server.call('PUT api/mount_dirs', { token, body: [shared] });
      expect(await statusOf('audio/mine%2Fa.mp3')).toBe(404);
      expect(await statusOf('thumbnail/mine%2FFolder.png')).toBe(404);
      expect(await statusOf('audio/shared%2Fa.mp3')).toBe(200);
      expect(await statusOf('thumbnail/shared%2FFolder.png')).toBe(200);
    } finally {
      library.close();
    }
  });
});

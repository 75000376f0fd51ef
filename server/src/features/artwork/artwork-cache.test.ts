import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { png, startTestArtwork, startTestProcesses, type TestArtwork } from './test-artwork.ts';

const sharedProcesses = startTestProcesses();
afterAll(() => sharedProcesses.dispose());

let artwork: TestArtwork;
beforeEach(async () => {
  artwork = await startTestArtwork(sharedProcesses);
});
afterEach(() => artwork.dispose());

describe('the cache of thumbnails', () => {
  const storedBytes = (): number =>
    readdirSync(artwork.running.cache.folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.name.includes('-small-'))
      .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);

  it('stays within its limit, and forgets what was used least recently', async () => {
    await artwork.restart({ limitBytes: 6000 });
    for (let number = 0; number < 12; number += 1) {
      const path = artwork.files.put(`${number}.png`, png(380, 380, [number * 20, 9, 9]), 'picture');
      expect((await artwork.ask(path)).statusCode).toBe(200);
      expect(storedBytes()).toBeLessThanOrEqual(6000);
    }
    expect(storedBytes()).toBeGreaterThan(0);
    expect((await artwork.ask('music/0.png')).statusCode).toBe(200);
  });

  it('makes again what somebody took out of its folder', async () => {
    const path = artwork.files.put('a.png', png(100), 'picture');
    const first = await artwork.ask(path);
    for (const entry of readdirSync(artwork.running.cache.folder, { withFileTypes: true })) {
      if (entry.isDirectory()) rmSync(join(artwork.running.cache.folder, entry.name), { recursive: true });
    }
    expect((await artwork.ask(path)).rawPayload).toEqual(first.rawPayload);
  });

  it('makes again what its index does not know', async () => {
    const path = artwork.files.put('a.png', png(100), 'picture');
    const first = await artwork.ask(path);
    await artwork.stop();
    rmSync(join(artwork.files.root, 'data/artwork/index.db'));
    await artwork.start();
    expect((await artwork.ask(path)).rawPayload).toEqual(first.rawPayload);
  });

  it('starts empty when its index is damaged', async () => {
    const path = artwork.files.put('a.png', png(100), 'picture');
    const first = await artwork.ask(path);
    await artwork.stop();
    writeFileSync(join(artwork.files.root, 'data/artwork/index.db'), 'nonsense '.repeat(1000));
    await artwork.start();
    expect((await artwork.ask(path)).rawPayload).toEqual(first.rawPayload);
  });

  it('does without when nothing can be written', async () => {
    await artwork.stop();
    writeFileSync(join(artwork.files.root, 'in-the-way'), '');
    await artwork.start({ cacheFolder: join(artwork.files.root, 'in-the-way/artwork') });
    const path = artwork.files.put('a.png', png(100), 'picture');
    expect((await artwork.ask(path)).statusCode).toBe(200);
    expect((await artwork.ask(path)).statusCode).toBe(200);
    expect(existsSync(join(artwork.files.root, 'in-the-way/artwork'))).toBe(false);
  });
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFakeClock } from '@tonearm/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openLibraryReader, openLibraryWriter } from '../../library/open-library.ts';
import { createColorReading } from '../../library/read/color-reading.ts';
import { AppError } from '../../platform/app-error.ts';
import type { AppEvents } from '../../platform/app-events.ts';
import { createEvents } from '../../platform/events.ts';
import { silentLog } from '../../platform/log.ts';
import { createArtworkColors } from './artwork-colors.ts';

let folder: string;
let writer: ReturnType<typeof openLibraryWriter>;
let reader: ReturnType<typeof openLibraryReader>;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'colors-'));
  writer = openLibraryWriter(folder);
  reader = openLibraryReader(folder);
  writer.raw.exec(
    "INSERT INTO library_sources (id, name, position, real_path, state) VALUES (1, 'm', 0, '/m', 'available')",
  );
});
afterEach(() => {
  reader.close();
  writer.close();
  rmSync(folder, { recursive: true });
});

const addFolder = (id: number, path: string, artworkPath: string | null): void => {
  writer.raw
    .prepare(
      `INSERT INTO directories (id, source_id, parent_id, name, virtual_path, sort_key, walk_key,
       artwork_path, added_at) VALUES (?, 1, NULL, ?, ?, x'00', x'00', ?, 0)`,
    )
    .run(id, path, path, artworkPath);
};

const storedColor = (id: number): unknown =>
  writer.raw.prepare('SELECT artwork_color FROM directories WHERE id = ?').pluck().get(id);

/** Colours over the test's library; a picture's colour is what the table says, an error where it says so. */
const colorsOver = (known: Record<string, string | null>, pictureMs = 0) => {
  const clock = createFakeClock();
  const events = createEvents<AppEvents>((error) => {
    throw error;
  });
  const asked: string[] = [];
  const scan = { isRunning: false };
  const colors = createArtworkColors({
    artwork: {
      color: async (path) => {
        asked.push(path);
        if (pictureMs > 0) await new Promise<void>((resolve) => clock.schedule(pictureMs, resolve));
        if (known[path] === 'gone') throw new AppError('artwork_not_found', 'gone');
        return known[path] ?? null;
      },
    },
    store: createColorReading(reader.raw),
    setArtworkColor: (id, color) => {
      writer.raw.prepare('UPDATE directories SET artwork_color = ? WHERE id = ?').run(color, id);
    },
    isScanning: () => scan.isRunning,
    events,
    clock,
    log: silentLog,
  });
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 40; turn += 1) await clock.advance(1000);
  };
  return { colors, clock, events, asked, scan, settle };
};

describe('colours of pictures', () => {
  it('are found for every folder that shows one, some time after the start and after each change', async () => {
    addFolder(1, 'm', null);
    addFolder(2, 'm/a', 'm/a/Folder.jpg');
    addFolder(5000, 'm/b', 'm/b/1.mp3');
    const { colors, events, asked, settle } = colorsOver({
      'm/a/Folder.jpg': '#111111',
      'm/b/1.mp3': '#222222',
      'm/c/1.mp3': '#333333',
    });
    colors.start();
    expect(asked).toEqual([]);
    await settle();
    expect([storedColor(1), storedColor(2), storedColor(5000)]).toEqual([null, '#111111', '#222222']);
    addFolder(5001, 'm/c', 'm/c/1.mp3');
    events.emit('collection-changed', { revision: 2 });
    await settle();
    expect(storedColor(5001)).toBe('#333333');
    expect(asked).toHaveLength(3);
    await colors.stop();
  });

  it('wait while a scan runs, and go on after it, whether it changed anything or not', async () => {
    addFolder(1, 'm/a', 'm/a/1.jpg');
    addFolder(2, 'm/b', 'm/b/2.jpg');
    const known = { 'm/a/1.jpg': '#111111', 'm/b/2.jpg': '#222222' };
    const { colors, clock, asked, scan, settle } = colorsOver(known, 2000);
    scan.isRunning = true;
    colors.start();
    await settle();
    expect(asked).toEqual([]);
    scan.isRunning = false;
    while (asked.length === 0) await clock.advance(500);
    scan.isRunning = true;
    await settle();
    expect(asked).toEqual(['m/a/1.jpg']);
    scan.isRunning = false;
    await settle();
    expect([storedColor(1), storedColor(2)]).toEqual(['#111111', '#222222']);
    await colors.stop();
  });

  it('go on past pictures that are gone or cannot be shown', async () => {
    addFolder(1, 'm/a', 'm/a/gone.jpg');
    addFolder(2, 'm/b', 'm/b/broken.jpg');
    addFolder(3, 'm/c', 'm/c/good.jpg');
    const { colors, settle } = colorsOver({
      'm/a/gone.jpg': 'gone',
      'm/b/broken.jpg': null,
      'm/c/good.jpg': '#abcdef',
    });
    colors.start();
    await settle();
    expect([1, 2, 3].map(storedColor)).toEqual([null, null, '#abcdef']);
    await colors.stop();
  });

  it('are kept when a thumbnail brought them, for the folder around the picture', async () => {
    addFolder(1, 'm/a', 'm/a/Folder.jpg');
    addFolder(2, 'm/a/cd1', 'm/a/Folder.jpg');
    const { colors } = colorsOver({});
    colors.report('m/a/Folder.jpg', '#123456');
    colors.report('m/a/other.jpg', '#999999');
    await expect.poll(() => storedColor(1)).toBe('#123456');
    colors.report('m/a/Folder.jpg', '#654321');
    await expect.poll(() => storedColor(1)).toBe('#654321');
    expect(storedColor(2)).toBeNull();
    await colors.stop();
  });

  it('are not looked for any more once stopped', async () => {
    addFolder(1, 'm/a', 'm/a/Folder.jpg');
    const { colors, asked, settle } = colorsOver({ 'm/a/Folder.jpg': '#111111' });
    colors.start();
    await colors.stop();
    await settle();
    expect(asked).toEqual([]);
  });

  it('let go at once when they are stopped, while a slow picture is looked at and in the rest after it', async () => {
    addFolder(1, 'm/a', 'm/a/slow.jpg');
    addFolder(2, 'm/b', 'm/b/next.jpg');
    for (const waitMs of [8_000, 12_000]) {
      const { colors, clock, asked } = colorsOver({ 'm/a/slow.jpg': '#111111' }, 9_000);
      colors.start();
      await clock.advance(5_000 + waitMs);
      let isStopped = false;
      const stopping = colors.stop().then(() => {
        isStopped = true;
      });
      if (waitMs < 9_000) await clock.advance(1_000);
      await new Promise((resolve) => setImmediate(resolve));
      expect(isStopped).toBe(true);
      await stopping;
      expect(asked).toEqual(['m/a/slow.jpg']);
      expect(clock.pendingCount()).toBe(0);
      writer.raw.exec('UPDATE directories SET artwork_color = NULL');
    }
  });
});

import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { createFakeClock, type TempFolder, tempFolder } from '@tonearm/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MigrationError } from '../db/migrate.ts';
import { openLibraryWriter } from '../library/open-library.ts';
import { openState } from './open-state.ts';
import { createStateCheck } from './state-check.ts';

let folder: TempFolder;
beforeEach(async () => {
  folder = await tempFolder();
});
afterEach(() => folder[Symbol.asyncDispose]());

/** A closed `state.db` with people, a playlist and dates, of several pages each. */
const fill = (): void => {
  const state = openState(folder.path);
  state.raw.exec(`
    INSERT INTO users VALUES (1, 'anna', '', 1, NULL, NULL, 0);
    INSERT INTO playlist_contents VALUES (1, 200, 0, 200, 0);
    WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 199)
      INSERT INTO playlist_chunks SELECT 1, i, '["' || hex(randomblob(200)) || '"]' FROM n;
    WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
      INSERT INTO first_seen SELECT randomblob(16), i FROM n;`);
  state.close();
};

/** Overwrites a page in the middle of a table. */
const damage = (table: string): void => {
  const state = openState(folder.path);
  const pages = state.raw
    .prepare<[string], number>("SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf' ORDER BY path")
    .pluck()
    .all(table);
  const page = pages[Math.floor(pages.length / 2)] ?? 0;
  const pageBytes = Number(state.raw.pragma('page_size', { simple: true }));
  state.close();
  const file = openSync(folder.join('state.db'), 'r+');
  writeSync(file, Buffer.alloc(pageBytes, 0xee), 0, pageBytes, (page - 1) * pageBytes);
  closeSync(file);
};

const checkAfterStart = async (isStoppedMeanwhile = false, waitsMs = 0): Promise<unknown[]> => {
  const clock = createFakeClock();
  const lines: unknown[] = [];
  const check = createStateCheck({
    dataFolder: folder.path,
    clock,
    log: {
      error: (message, fields) => lines.push(`${message} ${JSON.stringify(fields)}`),
    },
    onLibraryDamage: (what) => lines.push(`library: ${what}`),
  });
  const startedMs = clock.monotonicMs();
  const scanMs = 9_000 + waitsMs;
  check.start(() => clock.monotonicMs() - startedMs < scanMs);
  await clock.advance(scanMs);
  await check.settled();
  expect(lines).toEqual([]);
  // Beside a scan it waits until none ran twice.
  await clock.advance(waitsMs === 0 ? 2_000 : 12_000);
  if (isStoppedMeanwhile) check.close();
  await check.settled();
  check.close();
  return lines;
};

describe('a damaged state.db', () => {
  it('is not started with when what people made is damaged, and the sentence says what is wrong', () => {
    fill();
    damage('playlist_chunks');
    expect(() => openState(folder.path)).toThrow(MigrationError);
    expect(() => openState(folder.path)).toThrow(/is damaged \(.*page.*\)\. Put back a copy of state\.db/);
  });

  it('is started with when dates are damaged, and the log says so soon after', async () => {
    fill();
    damage('first_seen');
    openState(folder.path).close();
    expect(await checkAfterStart()).toEqual([
      expect.stringMatching(/^state\.db is damaged: .*put back a copy.*page/),
    ]);
  });

  it('is not looked for beside a scan', async () => {
    fill();
    damage('first_seen');
    expect(await checkAfterStart(false, 10_000)).toHaveLength(1);
  });

  it('is not spoken of when it is sound', async () => {
    fill();
    expect(await checkAfterStart()).toEqual([]);
  });

  it('is not looked for any longer once the server stops', async () => {
    fill();
    damage('first_seen');
    expect(await checkAfterStart(true)).toEqual([]);
  });
});

describe('a damaged library.db', () => {
  /** A song whose title goes on in pages of its own. */
  const fillLibrary = (): void => {
    fill();
    const { raw, close } = openLibraryWriter(folder.path);
    raw.exec(`
      INSERT INTO library_sources (id, name, position, real_path, state) VALUES (1, 'Music', 0, '/x', 'pending');
      INSERT INTO directories (id, source_id, name, virtual_path, sort_key, walk_key, added_at)
        VALUES (1, 1, 'Music', 'Music', x'00', x'00', 0);`);
    raw
      .prepare(
        `INSERT INTO songs (directory_id, name, sort_key, walk_key, size_bytes, mtime_us, title, has_picture, added_at)
         VALUES (1, 'x.mp3', x'00', x'00', 1, 1, ?, 0, 0)`,
      )
      .run('A title that goes on '.repeat(1000));
    close();
  };

  const spoilPage = (which: 'overflow' | 'leaf'): void => {
    const { raw, close } = openLibraryWriter(folder.path);
    const page = raw
      .prepare("SELECT pageno FROM dbstat WHERE name = 'songs' AND pagetype = ? ORDER BY path DESC")
      .pluck()
      .get(which) as number;
    close();
    const file = openSync(folder.join('library.db'), 'r+');
    writeSync(file, Buffer.alloc(4096, 0x05), 0, 4096, (page - 1) * 4096);
    closeSync(file);
  };

  it.each(['leaf', 'overflow'] as const)(
    'is told of soon after the start: a page of the kind %s',
    async (which) => {
      fillLibrary();
      spoilPage(which);
      expect(await checkAfterStart()).toEqual([expect.stringMatching(/^library: /)]);
    },
  );

  it('is nothing to tell of when it is whole, or not there', async () => {
    fillLibrary();
    expect(await checkAfterStart()).toEqual([]);
    rmSync(folder.join('library.db'));
    expect(await checkAfterStart()).toEqual([]);
  });
});

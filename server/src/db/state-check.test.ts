import { closeSync, openSync, writeSync } from 'node:fs';
import { createFakeClock, type TempFolder, tempFolder } from '@tonearm/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openState } from './databases.ts';
import { MigrationError } from './migrate.ts';
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

const checkAfterStart = async (isStoppedMeanwhile = false): Promise<unknown[]> => {
  const clock = createFakeClock();
  const lines: unknown[] = [];
  const check = createStateCheck({
    dataFolder: folder.path,
    clock,
    log: {
      error: (message, fields) => lines.push(`${message} ${JSON.stringify(fields)}`),
    },
  });
  check.start();
  await clock.advance(9_000);
  expect(lines).toEqual([]);
  await clock.advance(2_000);
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
    expect(() => openState(folder.path)).toThrow(/is damaged \(.*page.*\)\. Put back a copy of it/);
  });

  it('is started with when dates are damaged, and the log says so soon after', async () => {
    fill();
    damage('first_seen');
    openState(folder.path).close();
    expect(await checkAfterStart()).toEqual([
      expect.stringMatching(/^state\.db is damaged: .*put back a copy.*page/),
    ]);
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

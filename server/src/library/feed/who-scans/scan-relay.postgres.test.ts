import type { ScanStatus } from '@tonearm/contract';
import { expect, it } from 'vitest';
import { makeDatabase } from '../../../../test/test-postgres.ts';
import { migrateFeed } from '../postgres-feed-store.ts';
import { createPostgresScanRelay } from './postgres-scan-relay.ts';

const status = (files: number): ScanStatus =>
  ({
    phase: 'read',
    is_scanning: true,
    is_queued: false,
    files_found: files,
    files_to_read: files,
    files_read: 1,
    files_per_second: 7,
    part_done: 0.5,
    current_folder: 'Music/Pünktchen',
    problem_count: 0,
    song_count: 3,
    started_at: 1,
    finished_at: null,
    last_result: null,
    rebuilt: null,
    storage: { state: 'ok', free_bytes: null },
  }) as unknown as ScanStatus;

it('hands on what is told and asked for between processes, each wish once', async () => {
  await using made = await makeDatabase();
  const database = made.open();
  await migrateFeed(database);
  const session = await made.open().openSession();
  const heard: string[] = [];
  session.onNotify((channel) => heard.push(channel));
  const hearing: (() => void)[] = [];
  const signals = { on: (_channel: string, hear: () => void) => void hearing.push(hear) };
  const [one, other] = [made.open(), made.open()].map((each) =>
    createPostgresScanRelay({ database: each, signals }),
  );
  await session.query('LISTEN library_scans');
  expect(await other?.told()).toBeNull();
  await one?.tell(status(4));
  await one?.tell(status(5));
  expect(await other?.told()).toEqual(status(5));
  await other?.wish({ kind: 'everything' });
  await other?.wish({ kind: 'retry', paths: ['Music/a'] });
  await one?.wish({ kind: 'forget', source: 'Müsik' });
  const taken = await Promise.all([one?.takeWishes(), other?.takeWishes()]);
  expect(taken.flat()).toHaveLength(3);
  expect(taken.flat()).toEqual(
    expect.arrayContaining([
      { kind: 'everything' },
      { kind: 'retry', paths: ['Music/a'] },
      { kind: 'forget', source: 'Müsik' },
    ]),
  );
  expect(await one?.takeWishes()).toEqual([]);
  await expect.poll(() => heard.length).toBe(5);
  expect(hearing).toHaveLength(2);
  await session.close();
});

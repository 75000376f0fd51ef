import { expect, it } from 'vitest';
import { troubleWords } from '../../platform/storage-trouble.ts';
import { soundStorage } from '../../platform/storage-watch.ts';
import type { ScannerStore } from './scanner-store.ts';
import { rebuiltLately, statesOf, storageToWire } from './scanner-wire.ts';

it('tells for a week that the library was made anew', () => {
  const rebuilt = { at: 1_000_000, reason: 'damaged' } as const;
  const week = 7 * 24 * 60 * 60;
  const told = (seconds: number) => rebuiltLately(rebuilt, (rebuilt.at + seconds) * 1000);
  expect([told(0), told(week - 1)]).toEqual([rebuilt, rebuilt]);
  expect([told(week), told(week + 1), rebuiltLately(null, 0)]).toEqual([null, null, null]);
});

it('tells whether anything can be saved, and why not', () => {
  expect(storageToWire(soundStorage)).toEqual({
    state: 'ok',
    free_bytes: soundStorage.freeBytes,
    since: soundStorage.since,
  });
  expect(storageToWire({ code: 'full', freeBytes: 7, since: 9 })).toEqual({
    state: troubleWords.full,
    free_bytes: 7,
    since: 9,
  });
});

it('tells of every source of the list what the last scan found, in the order of the list', () => {
  const away = {
    name: 'Away',
    state: 'away',
    reason: 'folder_missing',
    counts: null,
    awaySince: 12,
    isKept: true,
    songCount: 5,
    missingCount: 2,
  } as const;
  const store = { sources: () => [away] } as unknown as ScannerStore;
  const sources = ['New', 'Away'].map((name) => ({ name, realPath: `/${name}` }));
  const [fresh, known] = statesOf(sources, store);
  expect(fresh).toEqual({
    name: 'New',
    source: '/New',
    state: 'pending',
    reason: null,
    reason_code: null,
    reason_counts: null,
    song_count: 0,
    missing_count: 0,
    away_since: null,
    is_kept: false,
  });
  expect(known).toMatchObject({
    name: 'Away',
    state: 'away',
    reason_code: 'folder_missing',
    reason: expect.stringMatching(/\w/),
    song_count: 5,
    missing_count: 2,
    away_since: 12,
    is_kept: true,
  });
});

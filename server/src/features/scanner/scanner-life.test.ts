import { createFakeClock, type FakeClock } from '@tonearm/testkit';
import { beforeEach, expect, it } from 'vitest';
import { defaultModelSettings } from '../../library/model/model-settings.ts';
import type { AppEvents } from '../../platform/app-events.ts';
import { createEvents, type Events } from '../../platform/events.ts';
import { silentLog } from '../../platform/log.ts';
import { soundStorage } from '../../platform/storage-watch.ts';
import type { FromScanProcess, ToScanProcess } from '../scan/index.ts';
import type { ScanLinkHandlers } from './scan-link.ts';
import { createScanner, type Scanner } from './scanner.ts';
import type { ScannerStore } from './scanner-store.ts';

let clock: FakeClock;
let events: Events<AppEvents>;
let sent: ToScanProcess[];
let handlers: ScanLinkHandlers;
let calls: string[];
let noted: unknown[];
let errors: unknown[];
let scanned: boolean[];
let idle: number;
let scanner: Scanner;

const store = {
  revision: () => 5,
  songCount: () => 3,
  problemCount: () => 1,
  sources: () => [{ name: 'Music' }],
  awayNames: () => ['Old'],
  isScanned: () => false,
  rebuilt: () => null,
} as unknown as ScannerStore;

beforeEach(() => {
  clock = createFakeClock();
  events = createEvents<AppEvents>((error) => {
    throw error;
  });
  [sent, calls, noted, errors, scanned, idle] = [[], [], [], [], [], 0];
  scanner = createScanner({
    link: (given) => {
      handlers = given;
      return {
        send: (message) => sent.push(message),
        cancel: () => calls.push('cancel'),
        published: () => {},
        abandon: async () => void calls.push('abandon'),
        close: async () => void calls.push('close'),
      };
    },
    store,
    sources: () => [{ name: 'Music', realPath: '/music' }],
    buckets: () => [],
    settings: () => ({ albumArtPattern: 'x', reindexEverySeconds: 60 }),
    model: () => defaultModelSettings,
    corrections: () => [],
    followsLinksOutside: false,
    events,
    clock,
    log: { ...silentLog, error: (_, details) => errors.push(details) },
    noteFirstSeen: (batch) => noted.push(batch),
    storage: () => soundStorage,
    onTrouble: () => {},
    onDamaged: () => {},
    onScanned: (areFoldersChanged) => scanned.push(areFoldersChanged),
    onIdle: () => {
      idle += 1;
    },
  });
});

const kinds = (): string[] => sent.map(({ kind }) => kind);
const lastRequest = () => sent.findLast((message) => message.kind === 'scan')?.request;
const say = (message: FromScanProcess): void => handlers.onMessage(message);
const endScan = (result: 'completed' | 'failed' = 'completed', error: string | null = null): void =>
  say({ kind: 'ended', result, error, trouble: null, areFoldersChanged: false });
const progress = {
  ...{ filesFound: 9, filesToRead: 8, filesRead: 6, partWalked: 0.5 },
  ...{ currentFolder: 'Music/a', problemCount: 4 },
};

it('shows nothing of a scan before the first', () => {
  expect(scanner.status()).toMatchObject({
    phase: 'idle',
    is_scanning: false,
    is_queued: false,
    files_found: 0,
    files_per_second: 0,
    part_done: 0,
    current_folder: null,
    problem_count: 1,
    started_at: null,
    finished_at: null,
    last_result: null,
  });
  expect(scanner.collectionStatus()).toEqual({
    is_scanning: false,
    is_first_scan: true,
    song_count: 3,
    revision: 5,
    away_sources: ['Old'],
  });
});

it('shows when a scan began and ended, and where it is while it runs only', async () => {
  const startedAt = Math.floor(clock.nowMs() / 1000);
  scanner.start();
  say({ kind: 'progress', progress: { ...progress, phase: 'read' } });
  expect(scanner.status()).toMatchObject({ files_per_second: 0, started_at: startedAt, finished_at: null });
  await clock.advance(3_000);
  expect(scanner.status()).toMatchObject({
    files_per_second: 2,
    problem_count: 4,
    part_done: 0.375,
    current_folder: 'Music/a',
  });
  expect(scanner.collectionStatus().is_scanning).toBe(true);
  endScan();
  await clock.advance(1_000);
  expect(scanner.status()).toMatchObject({
    phase: 'idle',
    files_found: 9,
    files_read: 6,
    files_per_second: 0,
    current_folder: null,
    problem_count: 1,
    started_at: startedAt,
    finished_at: startedAt + 3,
  });
});

it('tells whoever listens of every step: when it is asked, begins, goes on and ends', () => {
  const seen: string[] = [];
  scanner.onStatus(({ phase, is_queued: isQueued }) => seen.push(isQueued ? `${phase} and another` : phase));
  const step = (work: () => void): string[] => {
    seen.length = 0;
    work();
    return [...new Set(seen)];
  };
  expect(step(() => scanner.start())).toEqual(['walk']);
  expect(step(() => say({ kind: 'progress', progress: { ...progress, phase: 'read' } }))).toEqual(['read']);
  expect(step(() => scanner.trigger())).toEqual(['read and another']);
  expect(step(() => endScan())).toEqual(['idle', 'walk']);
  expect(step(() => endScan())).toEqual(['idle']);
  expect(step(() => events.emit('music-rules-changed', undefined))).toEqual(['walk']);
  expect(step(() => scanner.retryProblems(['Music/a']))).toEqual(['walk and another']);
  expect(step(() => events.emit('storage-changed', { code: 'ok', freeBytes: 1, since: 0 }))).toEqual([
    'walk and another',
  ]);
});

it('hands over the dates at which songs first came', () => {
  scanner.start();
  const batch = { dates: [] } as never;
  say({ kind: 'first-seen', batch });
  expect(noted).toEqual([batch]);
});

it('says once in the log that scans fail, until they fail in another way', () => {
  scanner.start();
  for (const error of ['full', 'full', 'broken', 'broken']) {
    endScan('failed', error);
    scanner.trigger();
  }
  expect(errors).toEqual([{ error: 'full' }, { error: 'broken' }]);
  endScan();
  scanner.trigger();
  endScan('failed', 'broken');
  expect(errors).toHaveLength(3);
});

it('takes folders for changed after a scan that nobody saw the end of', () => {
  scanner.start();
  handlers.onDeath(new Error('gone'));
  expect([scanner.status().last_result, scanned]).toEqual(['failed', []]);
  // Without a scan, it is no end of one.
  handlers.onDeath(new Error('gone again'));
  expect(idle).toBe(1);
  scanner.trigger();
  endScan();
  scanner.trigger();
  endScan();
  expect(scanned).toEqual([true, false]);
});

it('tries again what stands in the report, some of it or all', () => {
  scanner.start();
  endScan();
  scanner.retryProblems(['Music/a']);
  expect(lastRequest()).toMatchObject({ folders: ['Music/a'], retry: ['Music/a'] });
  endScan();
  scanner.retryProblems(null);
  expect(lastRequest()).toMatchObject({ folders: null, retry: null });
});

it('cancels only a scan that runs', () => {
  scanner.cancel();
  expect(calls).toEqual([]);
  scanner.start();
  scanner.cancel();
  expect(calls).toEqual(['cancel']);
});

it('does nothing by itself before it is started', async () => {
  events.emit('sources-changed', undefined);
  events.emit('settings-changed', { needsScan: true });
  events.emit('music-rules-changed', undefined);
  scanner.trigger();
  scanner.setArtworkColor(1, '#112233');
  scanner.beginAnew();
  await clock.advance(1_000_000);
  expect(sent).toEqual([]);
  scanner.start();
  expect(kinds()).toEqual(['scan']);
});

it('does nothing after it was stopped, and says of no scan that all is done', async () => {
  scanner.start();
  scanner.setArtworkColor(1, '#112233');
  await scanner.stop();
  expect(calls).toEqual(['close']);
  endScan('failed');
  events.emit('sources-changed', undefined);
  events.emit('storage-changed', { code: 'ok', freeBytes: 1, since: 0 });
  events.emit('settings-changed', { needsScan: true });
  events.emit('music-rules-changed', undefined);
  scanner.trigger();
  await clock.advance(1_000_000);
  expect([kinds(), idle]).toEqual([['scan'], 0]);
});

it('hands colours of pictures on', async () => {
  scanner.start();
  scanner.setArtworkColor(1, '#112233');
  await clock.advance(60_000);
  expect(sent.at(-1)).toEqual({ kind: 'colors', colors: new Map([[1, '#112233']]) });
});

it('keeps a source only where there is one, and asks for no scan', () => {
  scanner.start();
  expect(() => scanner.keep('Nothing')).toThrow('There is no music source of this name.');
  scanner.keep('Music');
  expect(kinds()).toEqual(['scan', 'keep']);
  expect(scanner.status().is_queued).toBe(false);
});

it('follows no moves of a library that is let go of', async () => {
  const told = { library: 'x', moves: [{ id: 3, from: 'a', to: 'b' }] };
  scanner.start();
  await scanner.letGo();
  say({ kind: 'moves', told, isLast: true });
  await clock.advance(1);
  expect(kinds()).toEqual(['scan']);
  expect(calls).toEqual(['abandon']);
  scanner.beginAnew();
  expect(kinds()).toEqual(['scan', 'scan']);
});

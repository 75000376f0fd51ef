import { createFakeClock, type FakeClock } from '@tonearm/testkit';
import { beforeEach, describe, expect, it } from 'vitest';
import { defaultModelSettings, type ModelSettings } from '../../library/model/model-settings.ts';
import type { AppEvents } from '../../platform/app-events.ts';
import { createEvents, type Events } from '../../platform/events.ts';
import { silentLog } from '../../platform/log.ts';
import { soundStorage } from '../../platform/storage-watch.ts';
import type { FromScanProcess, ToScanProcess } from '../scan/index.ts';
import type { ScanLinkHandlers } from './scan-link.ts';
import { createScanner, type Scanner } from './scanner.ts';
import type { ScannerStore } from './scanner-store.ts';

const store: ScannerStore = {
  revision: () => 5,
  songCount: () => 3,
  problemCount: () => 1,
  problems: () => [],
  givenUp: () => [],
  sources: () => [
    {
      name: 'Music',
      state: 'available',
      reason: null,
      counts: null,
      awaySince: null,
      isKept: false,
      songCount: 3,
      missingCount: 0,
    },
  ],
  awayNames: () => [],
  isScanned: () => true,
  rebuilt: () => null,
};

let clock: FakeClock;
let events: Events<AppEvents>;
let sent: ToScanProcess[];
let handlers: ScanLinkHandlers;
let isCancelled: boolean;
let isAbandoned: boolean;
let damage: string[];
let scanned: boolean[];
let idle: number;
let troubles: string[];
let settings: { albumArtPattern: string; reindexEverySeconds: number };
let model: ModelSettings;
let scanner: Scanner;

const scans = () => sent.filter((message) => message.kind === 'scan');
const say = (message: FromScanProcess) => handlers.onMessage(message);
const endScan = (result: 'completed' | 'cancelled' | 'failed' = 'completed', areFoldersChanged = false) =>
  say({ kind: 'ended', result, error: null, trouble: null, areFoldersChanged });
const wholeScans = () => scans().filter(({ request }) => request.folders === null);
/** Something changes in a folder every ten seconds. */
const lookIntoFolders = async (times: number) => {
  for (let count = 0; count < times; count += 1) {
    scanner.triggerFolders(['Music/a']);
    endScan();
    await clock.advance(10_000);
  }
};

beforeEach(() => {
  clock = createFakeClock();
  events = createEvents<AppEvents>((error) => {
    throw error;
  });
  sent = [];
  scanned = [];
  idle = 0;
  troubles = [];
  isCancelled = false;
  isAbandoned = false;
  damage = [];
  settings = { albumArtPattern: 'x', reindexEverySeconds: 0 };
  model = defaultModelSettings;
  scanner = createScanner({
    storage: () => soundStorage,
    onTrouble: (trouble) => troubles.push(trouble),
    link: (given) => {
      handlers = given;
      return {
        send: (message) => {
          sent.push(message);
          if (message.kind === 'scan') isCancelled = false;
        },
        cancel: () => {
          isCancelled = true;
        },
        published: () => {},
        abandon: async () => {
          isAbandoned = true;
        },
        close: async () => {},
      };
    },
    store,
    sources: () => [{ name: 'Music', realPath: '/music' }],
    buckets: () => [],
    settings: () => settings,
    model: () => model,
    corrections: () => [],
    followsLinksOutside: false,
    events,
    clock,
    log: silentLog,
    noteFirstSeen: () => {},
    onDamaged: (error) => damage.push(error),
    onScanned: (areFoldersChanged) => scanned.push(areFoldersChanged),
    onIdle: () => {
      idle += 1;
    },
  });
});

describe('the controller of scans', () => {
  it('scans at start, and once more however often it is asked meanwhile', () => {
    scanner.start();
    expect(scans()).toHaveLength(1);
    expect(scanner.status()).toMatchObject({ is_scanning: true, is_queued: false, phase: 'walk' });
    scanner.trigger();
    scanner.trigger();
    events.emit('sources-changed', undefined);
    expect(scanner.status().is_queued).toBe(true);
    expect(scans()).toHaveLength(1);
    endScan();
    expect(scans()).toHaveLength(2);
    endScan();
    expect(scans()).toHaveLength(2);
    expect(scanner.status()).toMatchObject({ is_scanning: false, phase: 'idle', last_result: 'completed' });
    expect(scanned).toEqual([false, false]);
  });

  it('looks into no folder where only the rules of the music changed, and hands the new ones over', () => {
    scanner.start();
    model = { ...model, articles: 'Der' };
    events.emit('music-rules-changed', undefined);
    expect(scanner.status().is_queued).toBe(true);
    endScan();
    expect(scans().map(({ request }) => [request.folders, request.model.articles])).toEqual([
      [null, defaultModelSettings.articles],
      [[], 'Der'],
    ]);
    endScan();
    expect(scans()).toHaveLength(2);
  });

  it('scans every period, counted from the end of the last scan', async () => {
    settings = { ...settings, reindexEverySeconds: 60 };
    scanner.start();
    await clock.advance(300_000);
    expect(scans()).toHaveLength(1);
    endScan();
    await clock.advance(59_000);
    expect(scans()).toHaveLength(1);
    await clock.advance(1000);
    expect(scans()).toHaveLength(2);
    endScan();
    settings = { ...settings, reindexEverySeconds: 0 };
    events.emit('settings-changed', { needsScan: false });
    await clock.advance(10_000_000);
    expect(scans()).toHaveLength(2);
  });

  it('scans every period however often folders are looked into', async () => {
    settings = { ...settings, reindexEverySeconds: 60 };
    scanner.start();
    endScan();
    await lookIntoFolders(7);
    expect(wholeScans()).toHaveLength(2);
  });

  it('scans every period also when the scan of the period was cancelled before it began', async () => {
    settings = { ...settings, reindexEverySeconds: 60 };
    scanner.start();
    endScan();
    scanner.triggerFolders(['Music/a']);
    await clock.advance(60_000);
    expect(scanner.status().is_queued).toBe(true);
    scanner.cancel();
    endScan('cancelled');
    expect(wholeScans()).toHaveLength(1);
    await clock.advance(60_000);
    expect(wholeScans()).toHaveLength(2);
  });

  it('scans when the picture pattern changes', () => {
    scanner.start();
    endScan();
    events.emit('settings-changed', { needsScan: true });
    expect(scans()).toHaveLength(2);
  });

  it('tries a scan that failed again after a minute, and goes on after its thread died', async () => {
    scanner.start();
    endScan('failed');
    await clock.advance(60_000);
    expect(scans()).toHaveLength(2);
    handlers.onDeath(new Error('gone'));
    expect(scanner.status()).toMatchObject({ is_scanning: false, last_result: 'failed' });
    scanner.trigger();
    expect(scans()).toHaveLength(3);
  });

  it('waits longer after each scan that fails, and scans at once when the disk takes something again', async () => {
    settings = { ...settings, reindexEverySeconds: 0 };
    scanner.start();
    for (const minutes of [1, 2, 4, 8, 16, 32, 60, 60]) {
      const count = scans().length;
      endScan('failed');
      await clock.advance(minutes * 60_000 - 1);
      expect(scans()).toHaveLength(count);
      await clock.advance(1);
      expect(scans()).toHaveLength(count + 1);
    }
    endScan('failed');
    const count = scans().length;
    events.emit('storage-changed', { code: 'ok', freeBytes: 1, since: 0 });
    expect(scans()).toHaveLength(count + 1);
  });

  it('tries a scan that failed again though folders are looked into meanwhile', async () => {
    scanner.start();
    endScan('failed');
    await lookIntoFolders(7);
    expect(wholeScans()).toHaveLength(2);
    scanner.triggerFolders(['Music/a']);
    endScan();
    await clock.advance(600_000);
    expect(wholeScans()).toHaveLength(2);
  });

  it('scans everything a minute after a look into a folder failed, however far the period is and though more fail', async () => {
    settings = { ...settings, reindexEverySeconds: 86_400 };
    scanner.start();
    endScan();
    scanner.triggerFolders(['Music/a']);
    endScan('failed');
    await clock.advance(59_000);
    scanner.triggerFolders(['Music/a']);
    endScan('failed');
    expect(wholeScans()).toHaveLength(1);
    await clock.advance(1000);
    expect(wholeScans()).toHaveLength(2);
    endScan();
    await clock.advance(86_399_000);
    expect(wholeScans()).toHaveLength(2);
    await clock.advance(1000);
    expect(wholeScans()).toHaveLength(3);
  });

  it('tells of folders that came in a scan that was cancelled once one has completed', () => {
    scanner.start();
    endScan('cancelled', true);
    expect(scanned).toEqual([]);
    scanner.trigger();
    endScan();
    scanner.trigger();
    endScan();
    expect(scanned).toEqual([true, false]);
  });

  it('cancels the running scan and what was asked for', () => {
    scanner.start();
    scanner.trigger();
    scanner.cancel();
    expect(isCancelled).toBe(true);
    endScan('cancelled');
    expect(scans()).toHaveLength(1);
    expect(scanner.status().last_result).toBe('cancelled');
    scanner.trigger();
    expect(isCancelled).toBe(false);
  });

  it('says when nothing follows a scan, however that ended', () => {
    scanner.start();
    scanner.trigger();
    endScan();
    expect(idle).toBe(0);
    endScan('failed');
    expect(idle).toBe(1);
    scanner.trigger();
    endScan('cancelled');
    expect(idle).toBe(2);
  });

  it('says that a scan found no room, and scans when there is some', () => {
    scanner.start();
    say({ kind: 'ended', result: 'failed', error: 'full', trouble: 'full', areFoldersChanged: true });
    expect(troubles).toEqual(['full']);
    events.emit('storage-changed', { code: 'full', freeBytes: 1, since: 0 });
    expect(scans()).toHaveLength(1);
    events.emit('storage-changed', { code: 'ok', freeBytes: 1e9, since: 0 });
    expect(scans()).toHaveLength(2);
  });

  it('scans again for songs that moved and could not be followed: when there is room, or after a while', async () => {
    const moved = { library: 'x', moves: [{ id: 1, from: 'a', to: 'b' }] };
    const { emit, settle } = events;
    Object.assign(events, { settle: async () => false });
    const endWithMoves = async () => {
      say({ kind: 'moves', told: moved, isLast: true });
      endScan();
      await expect.poll(() => scanner.status().is_scanning).toBe(false);
    };
    scanner.start();
    await endWithMoves();
    expect(scanner.status().last_result).toBe('completed');
    emit('storage-changed', { code: 'ok', freeBytes: 1e9, since: 0 });
    expect(scans()).toHaveLength(2);
    await endWithMoves();
    await clock.advance(120_000);
    expect(scans()).toHaveLength(3);
    Object.assign(events, { settle });
    await endWithMoves();
    emit('storage-changed', { code: 'ok', freeBytes: 1e9, since: 0 });
    await clock.advance(10_000_000);
    expect(scans()).toHaveLength(3);
  });

  it('tells nothing more to whoever stopped listening', () => {
    const seen: string[] = [];
    const stopFirst = scanner.onStatus(() => seen.push('first'));
    scanner.onStatus(() => seen.push('second'));
    scanner.start();
    expect(seen).toContain('first');
    stopFirst();
    seen.length = 0;
    scanner.cancel();
    const progress = { phase: 'read', filesFound: 1, filesToRead: 1, filesRead: 1 } as const;
    say({ kind: 'progress', progress: { ...progress, currentFolder: 'Music', problemCount: 0 } });
    expect(new Set(seen)).toEqual(new Set(['second']));
  });

  it('shows how far the scan is', async () => {
    const seen: number[] = [];
    scanner.onStatus((status) => seen.push(status.files_read));
    scanner.start();
    await clock.advance(2000);
    say({
      kind: 'progress',
      progress: {
        phase: 'read',
        filesFound: 10,
        filesToRead: 8,
        filesRead: 4,
        currentFolder: 'Music/a',
        problemCount: 2,
      },
    });
    expect(scanner.status()).toMatchObject({
      phase: 'read',
      files_found: 10,
      files_to_read: 8,
      files_read: 4,
      files_per_second: 2,
      current_folder: 'Music/a',
      problem_count: 2,
      song_count: 3,
    });
    expect(seen.at(-1)).toBe(4);
  });

  it('lets go of a damaged library, scans nothing meanwhile, and begins anew with its successor', async () => {
    const revisions: number[] = [];
    events.on('collection-changed', ({ revision }) => revisions.push(revision));
    scanner.start();
    say({ kind: 'damaged', error: 'malformed' });
    expect(damage).toEqual(['malformed']);
    await scanner.letGo();
    expect(isAbandoned).toBe(true);
    scanner.setArtworkColor(1, '#112233');
    await clock.advance(120_000);
    expect(sent.map(({ kind }) => kind)).toEqual(['scan']);
    expect(scanner.status()).toMatchObject({ is_scanning: false, last_result: 'failed' });
    scanner.beginAnew();
    expect(revisions).toEqual([5]);
    expect(scans()).toHaveLength(2);
  });

  it('tells of changes and moves, and acknowledges moves that were followed', async () => {
    const told: unknown[] = [];
    events.on('collection-changed', (value) => told.push(value));
    events.on('songs-moved', (value) => told.push(value));
    scanner.start();
    say({ kind: 'changed', revision: 9 });
    const moved = { library: 'x', moves: [{ id: 12, from: 'a', to: 'b' }] };
    say({ kind: 'moves', told: moved, isLast: true });
    expect(told).toEqual([{ revision: 9 }, moved]);
    await expect.poll(() => sent.at(-1)).toEqual({ kind: 'moves-followed', identity: 'x', lastId: 12 });
    expect(scanner.collectionStatus()).toMatchObject({ revision: 9, is_first_scan: false });
  });

  it('has not ended before the last part of what moved is followed', async () => {
    const part = (id: number) => ({ library: 'x', moves: [{ id, from: `a${id}`, to: `b${id}` }] });
    const isFollowed = (lastId: number) =>
      expect.poll(() => sent.at(-1)).toEqual({ kind: 'moves-followed', identity: 'x', lastId });
    scanner.start();
    say({ kind: 'moves', told: part(1), isLast: false });
    endScan();
    await isFollowed(1);
    expect(scanner.status().is_scanning).toBe(true);
    say({ kind: 'moves', told: part(2), isLast: true });
    await isFollowed(2);
    expect(scanner.status()).toMatchObject({ is_scanning: false, last_result: 'completed' });
  });

  it('ends one scan only once, though songs of it are followed when its process dies', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    events.on('songs-moved', () => promise);
    scanner.start();
    say({ kind: 'moves', told: { library: 'x', moves: [{ id: 1, from: 'a', to: 'b' }] }, isLast: true });
    endScan();
    handlers.onDeath(new Error('gone'));
    scanner.trigger();
    resolve();
    await expect.poll(() => sent.at(-1)?.kind).toBe('moves-followed');
    expect(scanner.status()).toMatchObject({ is_scanning: true, last_result: 'failed' });
  });

  it('drops songs that are really gone also when the first try fails, and not when it is cancelled', async () => {
    const lastRequest = () => scans().at(-1)?.request;
    scanner.start();
    endScan();
    scanner.forget('Music');
    endScan('failed');
    scanner.triggerFolders(['Music/a']);
    expect(lastRequest()).toMatchObject({ folders: ['Music/a'], forget: [] });
    endScan();
    await clock.advance(60_000);
    expect(lastRequest()).toMatchObject({ folders: null, forget: ['Music'] });
    endScan('cancelled');
    scanner.trigger();
    expect(lastRequest()).toMatchObject({ folders: null, forget: [] });
  });

  it('knows only the sources there are', () => {
    scanner.start();
    endScan();
    expect(() => scanner.forget('Nothing')).toThrow('There is no music source of this name.');
    scanner.keep('Music');
    expect(sent.at(-1)).toEqual({ kind: 'keep', source: 'Music' });
    scanner.forget('Music');
    expect(scans().at(-1)).toMatchObject({ request: { forget: ['Music'], folders: null } });
  });
});

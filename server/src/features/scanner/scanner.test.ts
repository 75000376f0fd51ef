import { beforeEach, describe, expect, it } from 'vitest';
import { defaultModelSettings } from '../../library/model/model-settings.ts';
import { createTestScans, type TestScans } from './test-scans.ts';

let test: TestScans;
beforeEach(() => {
  test = createTestScans();
});

describe('the controller of scans', () => {
  it('scans at start, and once more however often it is asked meanwhile', () => {
    test.scanner.start();
    expect(test.scans()).toHaveLength(1);
    expect(test.scanner.status()).toMatchObject({ is_scanning: true, is_queued: false, phase: 'walk' });
    test.scanner.trigger();
    test.scanner.trigger();
    test.events.emit('sources-changed', undefined);
    expect(test.scanner.status().is_queued).toBe(true);
    expect(test.scans()).toHaveLength(1);
    test.endScan();
    expect(test.scans()).toHaveLength(2);
    test.endScan();
    expect(test.scans()).toHaveLength(2);
    expect(test.scanner.status()).toMatchObject({
      is_scanning: false,
      phase: 'idle',
      last_result: 'completed',
    });
    expect(test.scanned).toEqual([false, false]);
  });

  it('looks into no folder where only the rules of the music changed, and hands the new ones over', () => {
    test.scanner.start();
    test.model = { ...test.model, articles: 'Der' };
    test.events.emit('music-rules-changed', undefined);
    expect(test.scanner.status().is_queued).toBe(true);
    test.endScan();
    expect(test.scans().map(({ request }) => [request.folders, request.model.articles])).toEqual([
      [null, defaultModelSettings.articles],
      [[], 'Der'],
    ]);
    test.endScan();
    expect(test.scans()).toHaveLength(2);
  });

  it('scans when the picture pattern changes', () => {
    test.scanner.start();
    test.endScan();
    test.events.emit('settings-changed', { needsScan: true });
    expect(test.scans()).toHaveLength(2);
  });

  it('tells of folders that came in a scan that was cancelled once one has completed', () => {
    test.scanner.start();
    test.endScan('cancelled', true);
    expect(test.scanned).toEqual([]);
    test.scanner.trigger();
    test.endScan();
    test.scanner.trigger();
    test.endScan();
    expect(test.scanned).toEqual([true, false]);
  });

  it('cancels the running scan and what was asked for', () => {
    test.scanner.start();
    test.scanner.trigger();
    test.scanner.cancel();
    expect(test.isCancelled).toBe(true);
    test.endScan('cancelled');
    expect(test.scans()).toHaveLength(1);
    expect(test.scanner.status().last_result).toBe('cancelled');
    test.scanner.trigger();
    expect(test.isCancelled).toBe(false);
  });

  it('says when nothing follows a scan, however that ended', () => {
    test.scanner.start();
    test.scanner.trigger();
    test.endScan();
    expect(test.idle).toBe(0);
    test.endScan('failed');
    expect(test.idle).toBe(1);
    test.scanner.trigger();
    test.endScan('cancelled');
    expect(test.idle).toBe(2);
  });

  it('tells nothing more to whoever stopped listening', () => {
    const seen: string[] = [];
    const stopFirst = test.scanner.onStatus(() => seen.push('first'));
    test.scanner.onStatus(() => seen.push('second'));
    test.scanner.start();
    expect(seen).toContain('first');
    stopFirst();
    seen.length = 0;
    test.scanner.cancel();
    const progress = { phase: 'read', filesFound: 1, filesToRead: 1, filesRead: 1, partWalked: 1 } as const;
    test.say({ kind: 'progress', progress: { ...progress, currentFolder: 'Music', problemCount: 0 } });
    expect(new Set(seen)).toEqual(new Set(['second']));
  });

  it('shows how far the scan is', async () => {
    const seen: number[] = [];
    test.scanner.onStatus((status) => seen.push(status.files_read));
    test.scanner.start();
    await test.clock.advance(2000);
    test.say({
      kind: 'progress',
      progress: {
        phase: 'read',
        filesFound: 10,
        filesToRead: 8,
        filesRead: 4,
        partWalked: 0.25,
        currentFolder: 'Music/a',
        problemCount: 2,
      },
    });
    expect(test.scanner.status()).toMatchObject({
      phase: 'read',
      files_found: 10,
      files_to_read: 8,
      files_read: 4,
      files_per_second: 2,
      part_done: 0.125,
      current_folder: 'Music/a',
      problem_count: 2,
      song_count: 3,
    });
    expect(seen.at(-1)).toBe(4);
  });

  it('lets go of a damaged library, scans nothing meanwhile, and begins anew with its successor', async () => {
    const revisions: number[] = [];
    test.events.on('collection-changed', ({ revision }) => revisions.push(revision));
    test.scanner.start();
    test.say({ kind: 'damaged', error: 'malformed' });
    expect(test.damage).toEqual(['malformed']);
    await test.scanner.letGo();
    expect(test.isAbandoned).toBe(true);
    test.scanner.setArtworkColor(1, '#112233');
    await test.clock.advance(120_000);
    expect(test.sent.map(({ kind }) => kind)).toEqual(['scan']);
    expect(test.scanner.status()).toMatchObject({ is_scanning: false, last_result: 'failed' });
    test.scanner.beginAnew();
    expect(revisions).toEqual([5]);
    expect(test.scans()).toHaveLength(2);
  });

  it('drops songs that are really gone also when the first try fails, and not when it is cancelled', async () => {
    const lastRequest = () => test.scans().at(-1)?.request;
    test.scanner.start();
    test.endScan();
    test.scanner.forget('Music');
    test.endScan('failed');
    test.scanner.triggerFolders(['Music/a']);
    expect(lastRequest()).toMatchObject({ folders: ['Music/a'], forget: [] });
    test.endScan();
    await test.clock.advance(60_000);
    expect(lastRequest()).toMatchObject({ folders: null, forget: ['Music'] });
    test.endScan('cancelled');
    test.scanner.trigger();
    expect(lastRequest()).toMatchObject({ folders: null, forget: [] });
  });

  it('knows only the sources there are', () => {
    test.scanner.start();
    test.endScan();
    expect(() => test.scanner.forget('Nothing')).toThrow('There is no music source of this name.');
    test.scanner.keep('Music');
    expect(test.sent.at(-1)).toEqual({ kind: 'keep', source: 'Music' });
    test.scanner.forget('Music');
    expect(test.scans().at(-1)).toMatchObject({ request: { forget: ['Music'], folders: null } });
  });
});

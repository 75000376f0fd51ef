import { beforeEach, describe, expect, it } from 'vitest';
import { createTestScans, type TestScans } from './test-scans.ts';

let test: TestScans;
beforeEach(() => {
  test = createTestScans();
});

describe('the controller of scans', () => {
  it('scans every period, counted from the end of the last scan', async () => {
    test.settings = { ...test.settings, reindexEverySeconds: 60 };
    test.scanner.start();
    await test.clock.advance(300_000);
    expect(test.scans()).toHaveLength(1);
    test.endScan();
    await test.clock.advance(59_000);
    expect(test.scans()).toHaveLength(1);
    await test.clock.advance(1000);
    expect(test.scans()).toHaveLength(2);
    test.endScan();
    test.settings = { ...test.settings, reindexEverySeconds: 0 };
    test.events.emit('settings-changed', { needsScan: false });
    await test.clock.advance(10_000_000);
    expect(test.scans()).toHaveLength(2);
  });

  it('scans every period however often folders are looked into', async () => {
    test.settings = { ...test.settings, reindexEverySeconds: 60 };
    test.scanner.start();
    test.endScan();
    await test.lookIntoFolders(7);
    expect(test.wholeScans()).toHaveLength(2);
  });

  it('scans every period also when the scan of the period was cancelled before it began', async () => {
    test.settings = { ...test.settings, reindexEverySeconds: 60 };
    test.scanner.start();
    test.endScan();
    test.scanner.triggerFolders(['Music/a']);
    await test.clock.advance(60_000);
    expect(test.scanner.status().is_queued).toBe(true);
    test.scanner.cancel();
    test.endScan('cancelled');
    expect(test.wholeScans()).toHaveLength(1);
    await test.clock.advance(60_000);
    expect(test.wholeScans()).toHaveLength(2);
  });

  it('tries a scan that failed again after a minute, and goes on after its thread died', async () => {
    test.scanner.start();
    test.endScan('failed');
    await test.clock.advance(60_000);
    expect(test.scans()).toHaveLength(2);
    test.handlers.onDeath(new Error('gone'));
    expect(test.scanner.status()).toMatchObject({ is_scanning: false, last_result: 'failed' });
    test.scanner.trigger();
    expect(test.scans()).toHaveLength(3);
  });

  it('waits longer after each scan that fails, and scans at once when the disk takes something again', async () => {
    test.settings = { ...test.settings, reindexEverySeconds: 0 };
    test.scanner.start();
    for (const minutes of [1, 2, 4, 8, 16, 32, 60, 60]) {
      const count = test.scans().length;
      test.endScan('failed');
      await test.clock.advance(minutes * 60_000 - 1);
      expect(test.scans()).toHaveLength(count);
      await test.clock.advance(1);
      expect(test.scans()).toHaveLength(count + 1);
    }
    test.endScan('failed');
    const count = test.scans().length;
    test.events.emit('storage-changed', { code: 'ok', freeBytes: 1, since: 0 });
    expect(test.scans()).toHaveLength(count + 1);
  });

  it('tries a scan that failed again though folders are looked into meanwhile', async () => {
    test.scanner.start();
    test.endScan('failed');
    await test.lookIntoFolders(7);
    expect(test.wholeScans()).toHaveLength(2);
    test.scanner.triggerFolders(['Music/a']);
    test.endScan();
    await test.clock.advance(600_000);
    expect(test.wholeScans()).toHaveLength(2);
  });

  it('scans everything a minute after a look into a folder failed, however far the period is and though more fail', async () => {
    test.settings = { ...test.settings, reindexEverySeconds: 86_400 };
    test.scanner.start();
    test.endScan();
    test.scanner.triggerFolders(['Music/a']);
    test.endScan('failed');
    await test.clock.advance(59_000);
    test.scanner.triggerFolders(['Music/a']);
    test.endScan('failed');
    expect(test.wholeScans()).toHaveLength(1);
    await test.clock.advance(1000);
    expect(test.wholeScans()).toHaveLength(2);
    test.endScan();
    await test.clock.advance(86_399_000);
    expect(test.wholeScans()).toHaveLength(2);
    await test.clock.advance(1000);
    expect(test.wholeScans()).toHaveLength(3);
  });

  it('says that a scan found no room, and scans when there is some', () => {
    test.scanner.start();
    test.say({ kind: 'ended', result: 'failed', error: 'full', trouble: 'full', areFoldersChanged: true });
    expect(test.troubles).toEqual(['full']);
    test.events.emit('storage-changed', { code: 'full', freeBytes: 1, since: 0 });
    expect(test.scans()).toHaveLength(1);
    test.events.emit('storage-changed', { code: 'ok', freeBytes: 1e9, since: 0 });
    expect(test.scans()).toHaveLength(2);
  });
});

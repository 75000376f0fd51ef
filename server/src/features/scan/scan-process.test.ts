import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { library, tempFolder } from '@tonearm/testkit';
import { describe, expect, it } from 'vitest';
import { createTestScanner } from './tests/test-scan.ts';

/** How long a change may take to show here; far more than it takes on an idle machine. */
const patience = { timeout: 150_000, interval: 50 };

describe('the scan process', () => {
  it('scans, and watches for what changes afterwards', async () => {
    await using folder = await tempFolder();
    const root = folder.join('music');
    await library().album('Picnic', 3).brokenFile('broken.mp3', 'text').writeTo(root);
    await using test = createTestScanner(folder.join('data'), { hasProcess: true, isWatching: true });
    test.sources = [{ name: 'Music', realPath: root }];
    await test.scan();
    expect(test.songs()).toHaveLength(3);
    // The scan that follows once all folders are watched has begun when the start time changes.
    const begun = test.scanner.status().started_at;
    expect(begun).not.toBeNull();
    await expect
      .poll(async () => {
        await library().song('Picnic/new.flac', { title: 'New' }).writeTo(root);
        return test.song('Music/Picnic/new.flac')?.['title'];
      }, patience)
      .toBe('New');
    mkdirSync(`${root}/fresh/deep`, { recursive: true });
    await library().song('fresh/deep/one.mp3', { title: 'One' }).writeTo(root);
    await expect.poll(() => test.song('Music/fresh/deep/one.mp3'), patience).toBeDefined();
    await library().song('fresh/deep/two.mp3', { title: 'Two' }).writeTo(root);
    await expect.poll(() => test.song('Music/fresh/deep/two.mp3'), patience).toBeDefined();
    renameSync(`${root}/fresh`, `${root}/renamed`);
    await expect.poll(() => test.song('Music/renamed/deep/one.mp3'), patience).toBeDefined();
    await expect.poll(() => test.song('Music/fresh/deep/one.mp3'), patience).toBeUndefined();
    rmSync(`${root}/renamed/deep/two.mp3`);
    await expect
      .poll(() => test.song('Music/renamed/deep/two.mp3')?.['missing_since_ms'], patience)
      .not.toBeNull();
    writeFileSync(`${root}/renamed/.nomedia`, '');
    await expect.poll(() => test.directory('Music/renamed')?.['missing_since_ms'], patience).not.toBeNull();
    await test.settled();
  }, 600_000);
});

import { createFakeClock, library, tempFolder } from '@tonearm/testkit';
import { expect, it, vi } from 'vitest';
import { createAppStore } from '../../../library/read/apps/app-store.ts';
import { createTestScanner } from './test-scan.ts';

/** Longer than apps are told of what was, in milliseconds. */
const longMs = 60_000;

it('the library is as it was to apps where only colours of pictures were written, which they are not told of', async () => {
  await using folder = await tempFolder();
  const music = folder.join('music');
  await library().song('a/1.mp3').picture('a/cover.png').writeTo(music);
  const clock = createFakeClock();
  await using test = createTestScanner(folder.join('data'), { clock });
  test.sources = [{ name: 'Music', realPath: music }];
  await test.scan();
  const { scanner, library: raw } = test;
  let nowMs = 0;
  const apps = createAppStore(raw, () => nowMs);
  const told = (): unknown[] => {
    nowMs += longMs;
    return [apps.state(), apps.changedAtMs()];
  };
  const before = told();
  const [id, color] = [
    "SELECT id FROM directories WHERE name = 'a'",
    'SELECT artwork_color FROM directories',
  ].map((sql) => raw.prepare(`${sql} ORDER BY id DESC LIMIT 1`).pluck());
  scanner.setArtworkColor(id?.get() as number, '#123456');
  await clock.advance(longMs);
  await vi.waitFor(() => expect(color?.get()).toBe('#123456'));
  expect(told()).toEqual(before);
  await library().song('a/2.mp3').writeTo(music);
  await test.scan();
  const after = told();
  expect(after[0]).not.toBe(before[0]);
  expect(after[1]).toBeGreaterThan(before[1] as number);
});

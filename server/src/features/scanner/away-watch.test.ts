import { mkdirSync, writeFileSync } from 'node:fs';
import { createFakeClock, tempFolder } from '@tonearm/testkit';
import { expect, it } from 'vitest';
import { createAwayWatch } from './away-watch.ts';

it('notices a drive that is plugged in again, and not what a system leaves on its place', async () => {
  await using folder = await tempFolder();
  const clock = createFakeClock();
  let isBack = false;
  const watch = createAwayWatch({
    clock,
    awayFolders: () => [folder.join('music')],
    onBack: () => {
      isBack = true;
    },
  });
  watch.start();
  await clock.advance(60_000);
  mkdirSync(folder.join('music', 'lost+found'), { recursive: true });
  writeFileSync(folder.join('music', '.hidden'), '');
  await clock.advance(60_000);
  expect(isBack).toBe(false);
  mkdirSync(folder.join('music', 'Album'));
  await expect
    .poll(async () => {
      await clock.advance(30_000);
      return isBack;
    })
    .toBe(true);
  watch.stop();
  isBack = false;
  await clock.advance(120_000);
  expect(isBack).toBe(false);
});

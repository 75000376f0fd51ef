import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createFakeClock, tempFolder } from '@tonearm/testkit';
import { expect, it } from 'vitest';
import { createAwayWatch } from './away-watch.ts';

it('notices a drive that is plugged in again, and not what lies in its place', async () => {
  await using folder = await tempFolder();
  const clock = createFakeClock();
  let isBack = false;
  let looks = 0;
  /** A look begins only when the one before it has ended. */
  const endLook = async (): Promise<void> => {
    const enough = looks + 2;
    await expect
      .poll(async () => {
        await clock.advance(30_000);
        return looks;
      })
      .toBeGreaterThanOrEqual(enough);
  };
  const watch = createAwayWatch({
    clock,
    awayFolders: () => {
      looks += 1;
      return [folder.join('music')];
    },
    onBack: () => {
      isBack = true;
    },
  });
  watch.start();
  await endLook();
  mkdirSync(folder.join('music', 'lost+found'), { recursive: true });
  writeFileSync(folder.join('music', '.hidden'), '');
  for (const name of ['NOT_MOUNTED.txt', 'cover.jpg']) writeFileSync(folder.join('music', name), '');
  symlinkSync('nowhere', folder.join('music', 'link'));
  await endLook();
  expect(isBack).toBe(false);
  mkdirSync(folder.join('music', 'Album'));
  await endLook();
  expect(isBack).toBe(true);
  watch.stop();
  isBack = false;
  await clock.advance(120_000);
  expect(isBack).toBe(false);
});

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ffmpegHere, type LibraryBuilder, library } from '@tonearm/testkit';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loudestSample } from '../src/browser.ts';
import { browseRoute, button, currentTitle, main, player, songIn } from '../src/parts.ts';
import { openStage, type Stage } from '../src/stage.ts';

const program = ffmpegHere();

/** Sound of 40.25 s. Files that are written in one go tell less of their length, so it is no pipe. */
const encoded = (ending: string, title: string, ...argv: string[]): Buffer => {
  const folder = mkdtempSync(join(tmpdir(), 'tonearm-converted-'));
  try {
    const file = join(folder, `song.${ending}`);
    const sound = ['-f', 'lavfi', '-i', 'anoisesrc=r=22050:d=40.25:a=0.3'];
    execFileSync(program ?? '', ['-v', 'error', ...sound, '-metadata', `title=${title}`, ...argv, file]);
    return readFileSync(file);
  } finally {
    rmSync(folder, { recursive: true });
  }
};
/** Chromium plays the last one alone, which takes more data than some want. */
const kinds = (): LibraryBuilder =>
  library()
    .file('Kinds/1.wv', encoded('wv', 'Packed', '-c:a', 'wavpack'))
    .file('Kinds/2.m4a', encoded('m4a', 'Apple', '-c:a', 'alac'))
    .file('Kinds/3.flac', encoded('flac', 'Usual', '-c:a', 'flac'));

const position = (page: Page): Promise<number> =>
  player(page)
    .getByRole('slider', { name: 'Position' })
    .evaluate((slider) => (slider as HTMLInputElement).valueAsNumber);

describe.skipIf(program === null /* none could be found or installed, as was said */)(
  'songs that the browser does not play',
  () => {
    let stage: Stage;
    beforeAll(async () => {
      stage = await openStage(kinds(), { environment: { TONEARM_FFMPEG: program ?? '' } });
    });
    afterAll(() => stage[Symbol.asyncDispose]());

    it('are played converted, to any place and for their whole length', () =>
      stage.play(
        async (page) => {
          const asked: string[] = [];
          page.on('request', (request) => asked.push(decodeURIComponent(request.url())));
          await button(main(page), 'Play').click();
          await expect.poll(() => position(page)).toBeGreaterThan(0);
          expect(await currentTitle(page)).toContain('Packed');
          const askedOfIt = asked.filter((url) => url.includes('/audio/') && url.includes('1.wv'));
          expect(askedOfIt.length).toBeGreaterThan(0);
          expect(askedOfIt.filter((url) => !url.includes('format=opus'))).toEqual([]);
          expect(await loudestSample(page)).toBeGreaterThan(0.01);
          const bar = player(page).getByRole('slider', { name: 'Position' });
          expect(Number(await bar.getAttribute('max'))).toBeCloseTo(40.25, 1);
          // What stands still is where it was sent, however long looking takes.
          await button(player(page), 'Pause').click();
          await bar.focus();
          await page.keyboard.press('PageUp');
          await expect.poll(() => position(page)).toBeGreaterThan(30.5);
          expect(await position(page)).toBeLessThan(38);
          await button(player(page), 'Next song').click();
          await expect.poll(() => currentTitle(page)).toContain('Apple');
          await expect.poll(() => position(page)).toBeGreaterThan(0.2);
        },
        { at: browseRoute('Music/Kinds') },
      ));

    it('come with less data to who wants that', () =>
      stage.play(
        async (page) => {
          await page.getByLabel('Sound quality in this browser').selectOption('low');
          const asked = page.waitForResponse((answer) =>
            answer.url().includes('3.flac?format=opus&quality=low'),
          );
          await page.goto(page.url().replace(/#.*/, browseRoute('Music/Kinds')));
          await songIn(page, 'Usual').click();
          expect((await asked).headers()['content-type']).toContain('opus');
          await expect.poll(() => currentTitle(page)).toContain('Usual');
          await expect.poll(() => position(page)).toBeGreaterThan(0);
        },
        { at: '#/settings/preferences' },
      ));
  },
);

import { join } from 'node:path';
import type { MountDir } from '@tonearm/contract';
import type { Page } from 'playwright-core';
import { keptFolder } from '../libraries.ts';
import type { Figure } from '../report.ts';
import { type ServedLibrary, scanEnd, serve } from '../served-library.ts';
import { type BenchBrowser, openBenchBrowser, withoutMouse } from '../web/bench-browser.ts';
import { cutRecording, hasFfmpeg, partFormats } from '../web/cut-recording.ts';
import { type SeamFigures, seamIn } from '../web/seam-analysis.ts';
import { recordPage, takeRecording } from '../web/sound-recorder.ts';

const rate = 44_100;
/** Short parts are played whole, one after the other; long ones from some seconds before their end. */
const lengths = { short: { parts: 6, seconds: 6 }, long: { parts: 3, seconds: 31 } } as const;
/** Heard of a long part before and after its end, in seconds. */
const heardAfterSeconds = 9;
const heardBeforeSeconds = 15;

type Engine = 'desktop' | 'base';
type Length = keyof typeof lengths;

interface Run {
  readonly engine: Engine;
  readonly format: keyof typeof partFormats;
  readonly length: Length;
}

const position = (page: Page): Promise<number> =>
  page
    .getByRole('slider', { name: 'Position' })
    .evaluate((slider) => Number((slider as HTMLInputElement).value));

const wait = (page: Page, seconds: number): Promise<void> => page.waitForTimeout(seconds * 1000);

/** Plays the parts. @returns the figures of each change from one to the next */
const play = async (
  browser: BenchBrowser,
  served: ServedLibrary,
  run: Run,
): Promise<(SeamFigures | null)[]> => {
  const { parts, seconds } = lengths[run.length];
  const cut = cutRecording(keptFolder('playback'), { format: run.format, parts, seconds });
  const tracks = cut.files.map((file) => file.replace(/^music/, 'Parts').replaceAll('\\', '/'));
  await served.client.json('playlist/parts', { method: 'PUT', body: { tracks } });
  await using bench = await browser.open({ isListenedTo: 'elsewhere' });
  const { page } = bench;
  if (run.engine === 'base') await withoutMouse(page);
  await recordPage(page, run.engine === 'base');
  await page.goto(`${served.product.address}#/playlist/parts`);
  // The first press of all brings the desktop engine.
  await page.getByRole('main').getByRole('heading').first().click();
  await page.waitForLoadState('networkidle');
  await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click();
  if (run.length === 'short') {
    await wait(page, parts * seconds + 2);
    const { samples } = await takeRecording(page);
    return cut.cuts.slice(1, -1).map((seamFrame) =>
      seamIn({
        ...{ recording: samples, source: cut.source, seamFrame, beforeFrames: 2000, afterFrames: 2000 },
        ...{ near: seamFrame + rate, reach: 3 * rate },
      }),
    );
  }
  const figures: (SeamFigures | null)[] = [];
  for (const seamFrame of cut.cuts.slice(1, -1)) {
    await takeRecording(page);
    const slider = page.getByRole('slider', { name: 'Position' });
    while ((await position(page)) < seconds - heardBeforeSeconds) {
      await slider.press('ArrowRight');
      await wait(page, 0.2);
    }
    await wait(page, seconds - (await position(page)) + heardAfterSeconds);
    const { samples } = await takeRecording(page);
    const near = samples.length - heardAfterSeconds * rate;
    // Next to the change, and from element to element around it.
    for (const [before, after] of [
      [0.05, 0.05],
      [7.6, 7],
    ] as const)
      figures.push(
        seamIn({
          ...{ recording: samples, source: cut.source, seamFrame, near, reach: 2.5 * rate },
          ...{ beforeFrames: Math.round(before * rate), afterFrames: Math.round(after * rate) },
        }),
      );
  }
  return figures;
};

const figuresOf = ({ engine, format, length }: Run, seams: readonly (SeamFigures | null)[]): Figure[] => {
  const found = seams.filter((seam) => seam !== null);
  const gapsMs = found.map(({ gapFrames }) => (gapFrames / rate) * 1000);
  const widest = gapsMs.reduce((most, gap) => (Math.abs(gap) > Math.abs(most) ? gap : most), 0);
  const jump = Math.max(...found.map((seam) => seam.jump));
  const name = `${engine}.${format}.${length}`;
  const each = gapsMs.map((gap) => gap.toFixed(2)).join(', ');
  return [
    { name: `${name}.gap`, value: Math.abs(widest), unit: 'ms', note: `${each}` },
    { name: `${name}.jump`, value: jump, unit: 'ratio', note: 'largest step to that of the source' },
    {
      name: `${name}.lost`,
      value: seams.length - found.length,
      unit: 'count',
      note: 'changes that were not found',
    },
  ];
};

const mount = async (served: ServedLibrary): Promise<void> => {
  const body: MountDir[] = [{ name: 'Parts', source: join(keptFolder('playback'), 'music') }];
  await served.client.json('mount_dirs', { method: 'PUT', body });
  await served.client.json('trigger_index', { method: 'POST' });
  await scanEnd(served.client);
};

/**
 * What is between tracks: parts of one recording, encoded apart, are played one after the other in Chromium, all that leaves
 * the page is recorded and laid over the recording. A gap is silence or sound of nobody between the parts; below
 * zero, something is missing or sounds twice. The size of the library does not matter.
 */
export const playbackSuite = async (): Promise<Figure[]> => {
  if (!hasFfmpeg()) throw new Error('the parts are encoded by ffmpeg, which is not installed here');
  const formats = Object.keys(partFormats) as (keyof typeof partFormats)[];
  const runs: Run[] = formats.flatMap((format) => [
    { engine: 'desktop', format, length: 'short' },
    { engine: 'desktop', format, length: 'long' },
    { engine: 'base', format, length: 'short' },
  ]);
  const folder = keptFolder('playback');
  for (const { format, length } of runs) cutRecording(folder, { format, ...lengths[length] });
  await using served = await serve(keptFolder('data-playback'));
  await mount(served);
  await using browser = await openBenchBrowser(served);
  const figures: Figure[] = [];
  for (const run of runs) figures.push(...figuresOf(run, await play(browser, served, run)));
  return figures;
};

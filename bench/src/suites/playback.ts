import { join } from 'node:path';
import type { MountDir } from '@tonearm/contract';
import type { Page } from 'playwright-core';
import { keptFolder } from '../libraries.ts';
import type { Figure } from '../report.ts';
import { type ServedLibrary, scanEnd, serve } from '../served-library.ts';
import { cutRecording, hasFfmpeg, partFormats } from '../web/cut-recording.ts';
import { startDelayingProxy } from '../web/delaying-proxy.ts';
import {
  type HeardBrowser,
  type HeardPage,
  openHeardChromium,
  openHeardFirefox,
  recordedRate as rate,
} from '../web/heard-page.ts';
import { type SeamFigures, seamIn } from '../web/seam-analysis.ts';

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

/** What is listened to, and how. */
interface Listening {
  readonly browser: HeardBrowser;
  readonly served: ServedLibrary;
  readonly isThrottled: boolean;
}

type Cut = ReturnType<typeof cutRecording>;

/** Plays the parts. @returns the figures of each change from one to the next */
const play = async (
  { browser, served, isThrottled }: Listening,
  run: Run,
): Promise<(SeamFigures | null)[]> => {
  const cut = cutRecording(keptFolder('playback'), { format: run.format, ...lengths[run.length] });
  const tracks = cut.files.map((file) => file.replace(/^music/, 'Parts').replaceAll('\\', '/'));
  await served.client.json('playlist/parts', { method: 'PUT', body: { tracks } });
  await using heard = await browser.open({ hasBaseEngine: run.engine === 'base', isThrottled });
  const { page } = heard;
  await page.goto(`${served.product.address}#/playlist/parts`);
  // The first press of all brings the desktop engine.
  await page.getByRole('main').getByRole('heading').first().click();
  await page.waitForLoadState('networkidle');
  await heard.takeRecording();
  await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click();
  return await (run.length === 'short' ? shortSeams : longSeams)(heard, cut);
};

/** Parts are played whole. */
const shortSeams = async ({ page, takeRecording }: HeardPage, cut: Cut) => {
  const { parts, seconds } = lengths.short;
  await wait(page, parts * seconds + 2);
  const recording = await takeRecording();
  return cut.cuts.slice(1, -1).map((seamFrame) =>
    seamIn({
      ...{ recording, source: cut.source, seamFrame, beforeFrames: 2000, afterFrames: 2000 },
      ...{ near: seamFrame + rate, reach: 3 * rate },
    }),
  );
};

/** Parts are played from shortly before their ends: what lies next to a change, and from element to element around it. */
const longSeams = async ({ page, takeRecording }: HeardPage, cut: Cut) => {
  const { seconds } = lengths.long;
  const slider = page.getByRole('slider', { name: 'Position' });
  const figures: (SeamFigures | null)[] = [];
  for (const seamFrame of cut.cuts.slice(1, -1)) {
    await takeRecording();
    while ((await position(page)) < seconds - heardBeforeSeconds) {
      await slider.press('ArrowRight');
      await wait(page, 0.2);
    }
    await wait(page, seconds - (await position(page)) + heardAfterSeconds);
    const recording = await takeRecording();
    const near = recording.length - heardAfterSeconds * rate;
    for (const [before, after] of [
      [0.05, 0.05],
      [7.6, 7],
    ] as const)
      figures.push(
        seamIn({
          ...{ recording, source: cut.source, seamFrame, near, reach: 2.5 * rate },
          ...{ beforeFrames: Math.round(before * rate), afterFrames: Math.round(after * rate) },
        }),
      );
  }
  return figures;
};

const nameOf = ({ engine, format, length }: Run): string => `${engine}.${format}.${length}`;

/** The widest of some gaps, either way, and the note that tells each. */
const widestOf = (gapsMs: readonly number[]): Pick<Figure, 'value' | 'unit' | 'note'> => ({
  value: Math.max(0, ...gapsMs.map(Math.abs)),
  unit: 'ms',
  note: gapsMs.map((gap) => gap.toFixed(2)).join(', '),
});

const figuresOf = (run: Run, seams: readonly (SeamFigures | null)[]): Figure[] => {
  const found = seams.filter((seam) => seam !== null);
  const gapsMs = found.map(({ gapFrames }) => (gapFrames / rate) * 1000);
  const jumps = found.map((seam) => seam.jump);
  const name = nameOf(run);
  // Two elements learn from a change what a start takes in this browser, which has never been here before.
  const learnedFrom = run.engine === 'base' ? 1 : 0;
  const learnedMs = gapsMs.slice(learnedFrom);
  return [
    { name: `${name}.gap`, ...widestOf(learnedMs) },
    {
      name: `${name}.overlap`,
      value: Math.max(0, ...learnedMs.map((gap) => -gap)),
      unit: 'ms',
      note: 'sounded twice, or is missing',
    },
    ...(learnedFrom > 0 ? [{ name: `${name}.first`, ...widestOf(gapsMs.slice(0, learnedFrom)) }] : []),
    {
      name: `${name}.jump`,
      value: Math.max(...jumps),
      unit: 'ratio',
      note: `largest step to those around: ${jumps.map((jump) => jump.toFixed(2)).join(', ')}`,
    },
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

const runs = (Object.keys(partFormats) as (keyof typeof partFormats)[]).flatMap((format): Run[] => [
  { engine: 'desktop', format, length: 'short' },
  { engine: 'desktop', format, length: 'long' },
  { engine: 'base', format, length: 'short' },
]);

/** The parts, on a server that knows them. */
const serveParts = async (suite: string): Promise<ServedLibrary> => {
  if (!hasFfmpeg()) throw new Error('the parts are encoded by ffmpeg, which is not installed here');
  const folder = keptFolder('playback');
  for (const { format, length } of runs) cutRecording(folder, { format, ...lengths[length] });
  const served = await serve(keptFolder(`data-${suite}`));
  await mount(served);
  return served;
};

const playAll = async (listening: Listening, only: string): Promise<Figure[]> => {
  const figures: Figure[] = [];
  const wanted = runs.filter((run) => only.split(',').some((begin) => nameOf(run).startsWith(begin)));
  for (const run of wanted) {
    const found = figuresOf(run, await play(listening, run));
    // A run of a quarter of an hour that is broken off has said what it had.
    const told = found.map(({ name, value, note = '' }) => `${name} ${value.toFixed(2)} (${note})\n`);
    process.stderr.write(told.join(''));
    figures.push(...found);
  }
  return figures;
};

/**
 * What is between tracks: parts of one recording, encoded apart, are played one after the other in Chromium, all that leaves
 * the page is recorded and laid over the recording. A gap is silence or sound of nobody between the parts; below
 * zero, something is missing or sounds twice. The size of the library does not matter.
 */
export const playbackSuite = async (only: string): Promise<Figure[]> => {
  await using served = await serveParts('playback');
  await using browser = await openHeardChromium(served);
  return await playAll({ browser, served, isThrottled: false }, only);
};

/** What every answer comes later by where the way is long, in milliseconds. */
const addedDelayMs = 50;

/** The same over a way that takes longer, on a page that has a quarter of the processor. */
export const playbackSlowSuite = async (only: string): Promise<Figure[]> => {
  await using near = await serveParts('playback-slow');
  await using way = await startDelayingProxy(near.product.address, addedDelayMs);
  const { address } = way;
  const served = { ...near, product: { ...near.product, address }, apiRoot: new URL('api/', address).href };
  await using browser = await openHeardChromium(served);
  return await playAll({ browser, served, isThrottled: true }, only);
};

/** The same in Firefox, recorded where its sound goes: at a sound card that is none. */
export const playbackFirefoxSuite = async (only: string): Promise<Figure[]> => {
  await using served = await serveParts('playback-firefox');
  await using browser = await openHeardFirefox(served);
  return await playAll({ browser, served, isThrottled: false }, only);
};

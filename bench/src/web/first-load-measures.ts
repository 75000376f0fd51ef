import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { median } from '../percentiles.ts';
import type { Figure } from '../report.ts';
import type { ServedLibrary } from '../served-library.ts';
import type { BenchBrowser } from './bench-browser.ts';

const visits = 5;
const checkBundle = join(import.meta.dirname, '..', '..', '..', 'web', 'scripts', 'check-bundle.mjs');

interface Weight {
  readonly name: string;
  readonly kilobytes: number;
}

/** What a browser loads, as the check of the bundle weighs it. */
const weights = (): Figure[] => {
  const { stdout } = spawnSync(process.execPath, [checkBundle, '--json'], { encoding: 'utf8' });
  const all = JSON.parse(stdout) as Weight[];
  const kilobytesOf = (name: string): number => all.find((weight) => weight.name === name)?.kilobytes ?? 0;
  const [heaviest] = all
    .filter(({ name }) => name.startsWith('lazy '))
    .sort((a, b) => b.kilobytes - a.kilobytes);
  return [
    { name: 'load.signIn', value: kilobytesOf('sign-in JS'), unit: 'kB', note: 'JavaScript, gzip' },
    { name: 'load.shell', value: kilobytesOf('shell JS'), unit: 'kB', note: 'JavaScript, gzip' },
    { name: 'load.css', value: kilobytesOf('first-load CSS'), unit: 'kB', note: 'gzip' },
    { name: 'load.heaviestPart', value: heaviest?.kilobytes ?? 0, unit: 'kB', note: heaviest?.name ?? '' },
  ];
};

/** Largest contentful paint of the sign-in screen in a browser that was never here, in seconds. */
const signInPaintSeconds = async (browser: BenchBrowser, address: string): Promise<number> => {
  await using bench = await browser.open({ isSignedIn: false });
  const { page } = bench;
  await bench.throttle();
  await page.goto(address);
  await page.getByRole('button', { name: 'Login' }).waitFor();
  const paintMs = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? 0)).observe({
          type: 'largest-contentful-paint',
          buffered: true,
        });
      }),
  );
  return paintMs / 1000;
};

/** The first visit: what is loaded, and when the sign-in screen stands. */
export const firstLoadMeasures = async (browser: BenchBrowser, served: ServedLibrary): Promise<Figure[]> => {
  const samples: number[] = [];
  for (let visit = 0; visit < visits; visit += 1) {
    samples.push(await signInPaintSeconds(browser, served.product.address));
  }
  const note = `slow 4G, a quarter of the processor, median of ${visits}`;
  return [...weights(), { name: 'signIn.paint', value: median(samples), unit: 's', note }];
};

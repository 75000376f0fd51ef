import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { barChart, type ChartTheme, growthChart } from './charts.ts';

/** Figures of a page by their names. */
export type PageFigures = ReadonlyMap<string, number>;

const row = /^\| ([\w.]+) \| ([\d.]+) [^|]*\|/gm;

/** Reads the table of a page of results. */
export const figuresOf = (page: string): PageFigures =>
  new Map([...page.matchAll(row)].map(([, name = '', value]) => [name, Number(value)]));

/** Rates of the product and of those beside it in the same run; null where nobody ran beside. */
const rates = (figures: PageFigures): { label: string; value: number }[] | null => {
  const own = figures.get('scan.rate');
  const others = [
    { label: 'MPD', value: figures.get('scan.mpdRate') },
    { label: 'minidlna', value: figures.get('scan.minidlnaRate') },
    { label: 'Polaris', value: figures.get('scan.polarisRate') },
  ].flatMap(({ label, value }) => (value === undefined ? [] : [{ label, value }]));
  return own === undefined || others.length === 0 ? null : [{ label: 'Tonearm', value: own }, ...others];
};

const growing = [
  { label: 'search, common word', name: 'search.common.p95' },
  { label: 'search, two letters', name: 'search.twoLetter.p95' },
  { label: 'a folder', name: 'browse.p95' },
  { label: 'recent albums', name: 'recent.p95' },
] as const;

const themes: readonly ChartTheme[] = ['light', 'dark'];

/** Figures of the pages of one suite, by the size of the library, ascending; pages of light files where no other is. */
const pagesOf = (folder: string, suite: string): { songs: number; figures: PageFigures }[] => {
  const bySize = new Map<number, string>();
  for (const file of globSync(`${suite}-*.md`, { cwd: folder }).toSorted()) {
    const [, songs, light] = /-(\d+)(-light)?\.md$/.exec(file) ?? [];
    if (songs !== undefined && (light === undefined || !bySize.has(Number(songs))))
      bySize.set(Number(songs), file);
  }
  return [...bySize]
    .toSorted(([a], [b]) => a - b)
    .map(([songs, file]) => ({ songs, figures: figuresOf(readFileSync(join(folder, file), 'utf8')) }));
};

/**
 * Draws what the pages of a folder say, beside them: `peers-N-light.svg` for each size at which others ran in the same
 * run, and `growth-light.svg` where there are several sizes; the same for dark pages. @returns the files
 */
export const writeCharts = (folder: string): string[] => {
  const charts: { name: string; draw: (theme: ChartTheme) => string }[] = [];
  for (const { songs, figures } of pagesOf(folder, 'scan')) {
    const bars = rates(figures);
    const title = `First scan of ${songs.toLocaleString('en-US')} songs, files a second`;
    if (bars !== null) charts.push({ name: `peers-${songs}`, draw: (theme) => barChart(title, bars, theme) });
  }
  const served = pagesOf(folder, 'served');
  const series = growing.map(({ label, name }) => ({
    label,
    points: served.flatMap(({ songs, figures }) => {
      const value = figures.get(name);
      return value === undefined ? [] : [{ songs, value }];
    }),
  }));
  if (series.every(({ points }) => points.length > 1))
    charts.push({
      name: 'growth',
      draw: (theme) => growthChart('Answers as the library grows, p95 in ms', series, theme),
    });
  const charted = join(folder, 'charts');
  if (!existsSync(charted)) mkdirSync(charted, { recursive: true });
  return charts.flatMap(({ name, draw }) =>
    themes.map((theme) => {
      const file = join(charted, `${name}-${theme}.svg`);
      writeFileSync(file, draw(theme));
      return file;
    }),
  );
};

import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { tempFolder } from '@tonearm/testkit';
import { describe, expect, it } from 'vitest';
import { barChart, growthChart } from './charts.ts';
import { tableOf } from './report.ts';
import { figuresOf, writeCharts } from './write-charts.ts';

const page = (figures: Readonly<Record<string, number>>): string =>
  tableOf(
    Object.entries(figures).map(
      ([name, value]) => ({ name, value, unit: 'ms', budget: '', isMet: null }) as const,
    ),
  );

const answers = { 'browse.p95': 2, 'recent.p95': 2.5, 'search.common.p95': 6, 'search.twoLetter.p95': 7 };

describe('charts', () => {
  it('are made of the tables that the bench writes', async () => {
    await using folder = await tempFolder();
    const put = (name: string, figures: Readonly<Record<string, number>>): void =>
      writeFileSync(folder.join(name), page(figures));
    put('scan-1000.md', { 'scan.rate': 3401, 'scan.mpdRate': 1527, 'scan.polarisRate': 3000 });
    put('scan-2000-light.md', { 'scan.rate': 4000 });
    put('served-1000.md', answers);
    expect(writeCharts(folder.join('')).map((file) => basename(file))).toEqual([
      'peers-1000-light.svg',
      'peers-1000-dark.svg',
    ]);
    put('served-10000-light.md', { ...answers, 'search.common.p95': 9 });
    const files = writeCharts(folder.join(''));
    expect(files.map((file) => basename(file)).slice(2)).toEqual(['growth-light.svg', 'growth-dark.svg']);
    const [bars = '', , growth = ''] = files.map((file) => readFileSync(file, 'utf8'));
    expect(bars).toContain('>3,401<');
    expect(bars).toContain('>MPD<');
    expect(bars).toContain('>Polaris<');
    expect(growth).toContain('>10,000 songs<');
  });

  it('read figures as they stand, and nothing else', () => {
    expect([
      ...figuresOf('| figure | measured |\n| --- | --- |\n| scan.rate | 3401 files/s |  |  |  |\n'),
    ]).toEqual([['scan.rate', 3401]]);
  });

  it('draw lengths and heights in proportion', () => {
    const bars = barChart(
      't',
      [
        { label: 'a', value: 200 },
        { label: 'b', value: 100 },
      ],
      'light',
    );
    const lengths = [...bars.matchAll(/<rect [^>]*width="(\d+)"/g)].map(([, length]) => Number(length));
    expect(lengths[0]).toBe((lengths[1] ?? 0) * 2);
    const points = [10, 100, 1000].map((songs, index) => ({ songs, value: index * 5 }));
    const [line = ''] = growthChart('t', [{ label: 'a', points }], 'dark').match(/(?<=points=")[^"]+/) ?? [];
    const [first, second, third] = line.split(' ').map((point) => point.split(',').map(Number));
    expect((second?.[0] ?? 0) - (first?.[0] ?? 0)).toBe((third?.[0] ?? 0) - (second?.[0] ?? 0));
    expect((first?.[1] ?? 0) - (third?.[1] ?? 0)).toBe(2 * ((first?.[1] ?? 0) - (second?.[1] ?? 0)));
  });

  it('write sizes beside each other apart, from a thousand songs to a million', () => {
    const points = [1_000, 10_000, 100_000, 1_000_000].map((songs) => ({ songs, value: 1 }));
    const chart = growthChart('t', [{ label: 'a', points }], 'light');
    const labels = [
      ...chart.matchAll(/<text x="(\d+)"[^>]*text-anchor="(start|middle|end)"[^>]*>(1[0,]+[^<]*)</g),
    ];
    // A letter of twelve pixels is seven wide at most.
    const widths = labels.map(([, x, anchor, label = '']) => {
      const width = 7 * label.length;
      const left = Number(x) - { start: 0, middle: width / 2, end: width }[anchor as 'start'];
      return { left, right: left + width };
    });
    expect(widths).toHaveLength(4);
    for (const [index, { left }] of widths.entries())
      if (index > 0) expect(left).toBeGreaterThan((widths[index - 1]?.right ?? 0) + 6);
  });

  it('hold no sign that would end a text', () => {
    expect(barChart('<b> & "q"', [{ label: '<i>', value: 1 }], 'light')).not.toMatch(/<[bi]>|& /);
  });
});

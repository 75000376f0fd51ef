/** One bar: what it stands for, and how much. */
interface Bar {
  readonly label: string;
  readonly value: number;
}

/** A line over sizes of libraries, ascending. */
interface Series {
  readonly label: string;
  readonly points: readonly { readonly songs: number; readonly value: number }[];
}

/** A chart is written once for light pages and once for dark ones. */
export type ChartTheme = 'light' | 'dark';

const colours = {
  light: {
    text: '#24292f',
    quiet: '#57606a',
    line: '#d0d7de',
    own: '#b4520a',
    others: ['#8c959f', '#0a6fb4', '#2c7a3f', '#8250a8'],
  },
  dark: {
    text: '#e6edf3',
    quiet: '#9198a1',
    line: '#3d444d',
    own: '#f0883e',
    others: ['#767e87', '#58a6ff', '#56b366', '#bc8cff'],
  },
} as const;

const width = 640;
const font = 'font-family="system-ui, sans-serif"';

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** Three digits, and a sign between thousands. */
const shown = (value: number): string =>
  value >= 100 ? Math.round(value).toLocaleString('en-US') : String(Number(value.toPrecision(3)));

const text = (at: { x: number; y: number }, content: string, more: string): string =>
  `<text x="${at.x}" y="${at.y}" ${font} ${more}>${escaped(content)}</text>`;

const svg = (height: number, title: string, body: readonly string[]): string =>
  [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escaped(title)}">`,
    ...body,
    '</svg>',
    '',
  ].join('\n');

const barTop = 44;
const barStep = 34;
const barHeight = 22;
const labelWidth = 150;
const valueWidth = 110;

/**
 * Bars side by side; the first one is the product's own.
 * @param title what is measured, with its unit
 */
export const barChart = (title: string, bars: readonly Bar[], theme: ChartTheme): string => {
  const { text: ink, own, others } = colours[theme];
  const greatest = Math.max(...bars.map(({ value }) => value));
  const rows = bars.flatMap(({ label, value }, index) => {
    const y = barTop + index * barStep;
    const length = Math.max(1, Math.round((value / greatest) * (width - labelWidth - valueWidth)));
    const weight = index === 0 ? 'font-weight="600"' : '';
    return [
      text({ x: 0, y: y + 16 }, label, `font-size="15" ${weight} fill="${ink}"`),
      `<rect x="${labelWidth}" y="${y}" width="${length}" height="${barHeight}" rx="3" fill="${index === 0 ? own : others[0]}"/>`,
      text({ x: labelWidth + length + 8, y: y + 16 }, shown(value), `font-size="15" ${weight} fill="${ink}"`),
    ];
  });
  const head = text({ x: 0, y: 20 }, title, `font-size="16" font-weight="600" fill="${ink}"`);
  return svg(barTop + bars.length * barStep, title, [head, ...rows]);
};

const plot = { left: 56, right: 470, top: 44, bottom: 244 };
const plotHeight = 284;
const gridLines = 4;

/** The least of 1, 2 and 5 with zeros that is no less. */
const roundedUp = (value: number): number => {
  const unit = 10 ** Math.floor(Math.log10(value));
  return unit * ([1, 2, 5, 10].find((factor) => factor * unit >= value) ?? 10);
};

const wordHeight = 18;

/** Places for words beside the ends of lines: where they would cover each other, further up. */
const apart = (ends: readonly number[]): number[] => {
  const places: number[] = new Array<number>(ends.length).fill(0);
  let last = Number.POSITIVE_INFINITY;
  for (const [index, y] of [...ends.entries()].toSorted(([, a], [, b]) => b - a)) {
    last = Math.min(y, last - wordHeight);
    places[index] = last;
  }
  return places;
};

/** Words below the grid end where it ends. */
const anchorOf = (index: number, count: number): string => {
  if (index === 0) return 'start';
  return index === count - 1 ? 'end' : 'middle';
};

/**
 * How figures grow with the library, whose size goes up tenfold from one line of the grid to the next.
 * @param title what is measured, with its unit
 */
export const growthChart = (title: string, series: readonly Series[], theme: ChartTheme): string => {
  const { text: ink, quiet, line, own, others } = colours[theme];
  const points = series.flatMap((each) => each.points);
  const greatest = roundedUp(Math.max(...points.map(({ value }) => value)));
  const sizes = [...new Set(points.map(({ songs }) => songs))].toSorted((a, b) => a - b);
  const [least = 1, most = 1] = [sizes[0], sizes.at(-1)];
  const span = Math.log10(most / least) || 1;
  const xOf = (songs: number): number =>
    Math.round(plot.left + (Math.log10(songs / least) / span) * (plot.right - plot.left));
  const yOf = (value: number): number =>
    Math.round(plot.bottom - (value / greatest) * (plot.bottom - plot.top));
  const grid = Array.from({ length: gridLines + 1 }, (_, index) => (greatest / gridLines) * index).flatMap(
    (value) => [
      `<line x1="${plot.left}" x2="${plot.right}" y1="${yOf(value)}" y2="${yOf(value)}" stroke="${line}"/>`,
      text(
        { x: plot.left - 8, y: yOf(value) + 4 },
        shown(value),
        `font-size="12" text-anchor="end" fill="${quiet}"`,
      ),
    ],
  );
  const below = sizes.map((songs, index) =>
    text(
      { x: xOf(songs), y: plot.bottom + 20 },
      // Said once: with four sizes there is no room for it at each.
      index === sizes.length - 1 ? `${shown(songs)} songs` : shown(songs),
      `font-size="12" text-anchor="${anchorOf(index, sizes.length)}" fill="${quiet}"`,
    ),
  );
  const colourOf = (index: number): string => (index === 0 ? own : (others[index % others.length] ?? own));
  const words = apart(series.map((each) => yOf(each.points.at(-1)?.value ?? 0)));
  const lines = series.flatMap(({ label, points: along }, index) => [
    `<polyline fill="none" stroke-width="2.5" stroke="${colourOf(index)}" points="${along.map(({ songs, value }) => `${xOf(songs)},${yOf(value)}`).join(' ')}"/>`,
    ...along.map(
      ({ songs, value }) =>
        `<circle cx="${xOf(songs)}" cy="${yOf(value)}" r="3.5" fill="${colourOf(index)}"/>`,
    ),
    text(
      { x: plot.right + 12, y: (words[index] ?? 0) + 4 },
      label,
      `font-size="13" fill="${colourOf(index)}"`,
    ),
  ]);
  const head = text({ x: 0, y: 20 }, title, `font-size="16" font-weight="600" fill="${ink}"`);
  return svg(plotHeight, title, [head, ...grid, ...below, ...lines]);
};

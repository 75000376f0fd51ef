import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import { join } from 'node:path';

/** One figure of a run. */
export interface Figure {
  /** Key in budgets.json, below the size of the library. */
  readonly name: string;
  readonly value: number;
  readonly unit: 's' | 'ms' | 'MB' | 'files/s' | 'ratio' | 'fps' | 'kB' | 'count' | 'bytes';
  /** What the figure is compared with or how it was taken. */
  readonly note?: string;
}

/** A figure judged by its budget. */
export interface Judged extends Figure {
  readonly budget: string;
  readonly isMet: boolean | null;
}

/** Budgets by name: at most, or at least. */
export type Budgets = Readonly<Record<string, { readonly atMost?: number; readonly atLeast?: number }>>;

export const measurementsFolder = join(import.meta.dirname, '..', '..', 'docs', 'measurements');

/** Compares figures with budgets; a figure without one is only reported. */
export const judge = (figures: readonly Figure[], budgets: Budgets): Judged[] =>
  figures.map((figure) => {
    const budget = budgets[figure.name];
    if (budget?.atMost !== undefined) {
      return { ...figure, budget: `≤ ${budget.atMost}`, isMet: figure.value <= budget.atMost };
    }
    if (budget?.atLeast !== undefined) {
      return { ...figure, budget: `≥ ${budget.atLeast}`, isMet: figure.value >= budget.atLeast };
    }
    return { ...figure, budget: '', isMet: null };
  });

const shown = (value: number): string => {
  if (Math.abs(value) >= 100) return value.toFixed(0);
  return Math.abs(value) >= 10 ? value.toFixed(1) : value.toFixed(2);
};

const verdict = (isMet: boolean | null): string => {
  if (isMet === null) return '';
  return isMet ? 'met' : '**missed**';
};

/** A table of figures as Markdown. */
export const tableOf = (judged: readonly Judged[]): string =>
  [
    '| figure | measured | budget | | note |',
    '| --- | --- | --- | --- | --- |',
    ...judged.map(
      (figure) =>
        `| ${figure.name} | ${shown(figure.value)} ${figure.unit} | ${figure.budget} | ${verdict(figure.isMet)} | ${figure.note ?? ''} |`,
    ),
  ].join('\n');

/** The machine, named by cores and memory only. */
const machine = (): string =>
  `${availableParallelism()} cores, ${Math.round(totalmem() / 1024 ** 3)} GiB of memory, Node.js ${process.versions.node}`;

/** Writes a page of results to docs/measurements, replacing the one of the same name. */
export const writeReport = (name: string, title: string, judged: readonly Judged[]): string => {
  mkdirSync(measurementsFolder, { recursive: true });
  const file = join(measurementsFolder, `${name}.md`);
  const day = new Date().toISOString().slice(0, 10);
  writeFileSync(
    file,
    `# ${title}\n\n${machine()}. Measured on ${day} with \`npm run bench\`.\n\n${tableOf(judged)}\n`,
  );
  return file;
};

import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Area, createNearestTests, sourcesOf } from './areas.ts';
import { type Mutant, mutantsOf, mutated } from './mutants.ts';
import { createTestRunner, type Outcome, type TestRunner } from './test-runner.ts';

/** What a run found out about an area. */
export interface AreaScore {
  readonly area: string;
  /** Changes there are in all. */
  readonly all: number;
  readonly tried: number;
  readonly killed: number;
  readonly survivors: readonly Mutant[];
  /** Of changes that were noticed, how many were tried again without assertions, and how many noticed then. */
  readonly control: { readonly tried: number; readonly killed: number };
}

/** How a run is bounded and told about. */
export interface MutationOptions {
  /** Changes that are tried in an area. */
  readonly max: number;
  /** Which changes are drawn. */
  readonly seed: number;
  /** No change is begun after this time on `performance.now()`. */
  readonly untilMs: number;
  /** Part of a file's path: only changes of such files. */
  readonly file: string | null;
  /** Only changes that are told in this, as a former run printed those that no test noticed; all when null. */
  readonly again: string | null;
  /** How many files of tests a change is given to, the nearest: what these do not notice counts as not noticed. */
  readonly tests: number;
  readonly say: (line: string) => void;
}

const root = join(import.meta.dirname, '..', '..', '..');
/** Below the project's folder, so that packages are found; changes are made in the copy only. */
const copyFolder = join(root, '.cache', `mutations-${process.pid}`);
const copied = ['contract', 'server', 'testkit', 'package.json', 'tsconfig.base.json'];

const controlSize = 10;

const makeCopy = (): void => {
  rmSync(copyFolder, { recursive: true, force: true });
  mkdirSync(copyFolder, { recursive: true });
  const isSource = (path: string): boolean => !/\/(?:node_modules|dist)$/.test(path);
  for (const name of copied) {
    cpSync(join(root, name), join(copyFolder, name), { recursive: true, filter: isSource });
  }
};

/** Mulberry32: numbers from 0 to 1 that a seed repeats. */
const numbersFrom = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

const drawn = (mutants: readonly Mutant[], { max, seed }: MutationOptions): Mutant[] => {
  const next = numbersFrom(seed);
  return mutants
    .map((mutant) => ({ mutant, at: next() }))
    .sort((a, b) => a.at - b.at)
    .slice(0, max)
    .map(({ mutant }) => mutant);
};

/** How a change is told: where it is and what it is. */
const described = ({ file, line, before, after }: Mutant): string => {
  const short = (text: string): string => text.replace(/\s+/g, ' ').slice(0, 60);
  return `${file}:${line}  ${short(before)}  →  ${short(after)}`;
};

/** Changes that a former run told: of equal ones in a file the nearest, as lines may have moved since. */
const toldIn = (report: string, mutants: readonly Mutant[]): readonly Mutant[] => {
  const unlined = (told: string): string => told.replace(/:\d+ /, ' ');
  const found = report.split('\n').flatMap((row) => {
    const told = row.replace(/^survived +/, '');
    const line = Number(/:(\d+) /.exec(told)?.[1]);
    const equal = mutants.filter((mutant) => unlined(described(mutant)) === unlined(told));
    return equal.sort((a, b) => Math.abs(a.line - line) - Math.abs(b.line - line)).slice(0, 1);
  });
  return [...new Set(found)];
};

/** The changes to try: those of a former run, or some that are drawn. */
const chosen = (mutants: readonly Mutant[], options: MutationOptions): readonly Mutant[] =>
  options.again === null ? drawn(mutants, options) : toldIn(options.again, mutants);

/** A change that was noticed, and the file of tests that noticed; null when a loop did not end. */
interface Killed {
  readonly mutant: Mutant;
  readonly by: string | null;
}

/** Makes a change in the copy, runs some tests, and takes it back. */
const tryMutant = async (
  runner: TestRunner,
  mutant: Mutant,
  tests: readonly string[],
): Promise<Pick<Outcome, 'end' | 'redFile'>> => {
  if (tests.length === 0) return { end: 'green', redFile: null };
  const file = join(copyFolder, mutant.file);
  const source = readFileSync(file, 'utf8');
  writeFileSync(file, mutated(source, mutant));
  try {
    return await runner.run({ changed: file, tests });
  } finally {
    writeFileSync(file, source);
  }
};

/** @throws Error when tests do not pass on the unchanged sources, and so tell nothing */
const assertGreen = async (runner: TestRunner, tests: readonly string[]): Promise<void> => {
  const { end, failures } = await runner.run({ changed: null, tests });
  if (end === 'green') return;
  throw new Error(`the tests do not pass on the sources as they are: ${failures.join(', ')}`);
};

/**
 * How many changes the tests that noticed them notice without their assertions: by crashing. They have to pass without a
 * change, with their assertions and without.
 */
const countCrashes = async (killed: readonly Killed[]): Promise<AreaScore['control']> => {
  const again = killed
    .flatMap(({ mutant, by }) => (by === null ? [] : [{ mutant, by }]))
    .slice(0, controlSize);
  if (again.length === 0) return { tried: 0, killed: 0 };
  await using runner = createTestRunner(copyFolder, 'blind');
  await assertGreen(runner, [...new Set(again.map(({ by }) => by))]);
  let crashes = 0;
  for (const { mutant, by } of again) {
    if ((await tryMutant(runner, mutant, [by])).end !== 'green') crashes += 1;
  }
  return { tried: again.length, killed: crashes };
};

/** Tries drawn changes of an area. @throws Error when tests that noticed one fail without any */
export const runArea = async (area: Area, options: MutationOptions): Promise<AreaScore> => {
  makeCopy();
  try {
    return await tryArea(area, options);
  } finally {
    rmSync(copyFolder, { recursive: true, force: true });
  }
};

const tryArea = async (area: Area, options: MutationOptions): Promise<AreaScore> => {
  const files = sourcesOf(copyFolder, area).filter((file) => file.includes(options.file ?? ''));
  const mutants = files.flatMap((file) => mutantsOf(file, readFileSync(join(copyFolder, file), 'utf8')));
  await using runner = createTestRunner(copyFolder, 'asserting');
  const nearest = createNearestTests(copyFolder, area);
  const testsOf = (file: string): string[] =>
    nearest(file)
      .slice(0, options.tests)
      .map((test) => join(copyFolder, test));

  const survivors: Mutant[] = [];
  const killed: Killed[] = [];
  for (const mutant of chosen(mutants, options)) {
    if (performance.now() > options.untilMs) break;
    const { end, redFile } = await tryMutant(runner, mutant, testsOf(mutant.file));
    if (end === 'green') {
      survivors.push(mutant);
      options.say(`survived  ${described(mutant)}`);
    } else killed.push({ mutant, by: redFile });
    const tried = killed.length + survivors.length;
    if (tried % 10 === 0) options.say(`${area.name}: ${killed.length} of ${tried} noticed so far`);
  }
  await assertGreen(runner, [...new Set(killed.flatMap(({ by }) => by ?? []))]);
  const control = await countCrashes(killed);
  return {
    area: area.name,
    all: mutants.length,
    tried: killed.length + survivors.length,
    killed: killed.length,
    survivors,
    control,
  };
};

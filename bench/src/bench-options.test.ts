import { expect, it } from 'vitest';
import { type BenchOptions, benchHelp, readBenchOptions } from './bench-options.ts';

const optionsOf = (argv: readonly string[]): BenchOptions => {
  const options = readBenchOptions(argv);
  if (options === 'help') throw new Error('help was not asked for');
  return options;
};

const namesOf = (...argv: string[]): string[] => optionsOf(argv).sizes.map((size) => size.name);

it('gives light libraries a name of their own, except where there is no other', () => {
  expect(namesOf('--songs', '2000,100000,1000000')).toEqual(['2000', '100000', '1000000']);
  expect(namesOf('--songs', '2000,100000,1000000', '--light')).toEqual([
    '2000-light',
    '100000-light',
    '1000000',
  ]);
  expect(optionsOf(['--songs', '100000,100001']).sizes.map((size) => size.isLight)).toEqual([false, true]);
});

it('runs beside others, waits and reports unless it is told otherwise', () => {
  expect(readBenchOptions([])).toMatchObject({
    runs: 1,
    longestRestMs: 1_200_000,
    isAlone: false,
    isReported: true,
    scannedFolder: null,
  });
  expect(optionsOf(['--scanned', 'data']).scannedFolder).toBe('data');
  expect(
    readBenchOptions(['--alone', '--no-report', '--rest', '1', '--runs', '3', '--suite', 'web']),
  ).toMatchObject({
    suites: ['web'],
    runs: 3,
    longestRestMs: 1000,
    isAlone: true,
    isReported: false,
  });
});

it('refuses flags that there are not, and numbers that are none', () => {
  expect(() => readBenchOptions(['--no-mpd'])).toThrow("Unknown option '--no-mpd'");
  expect(() => readBenchOptions(['--songs', '1000,many'])).toThrow('many is not a number');
  expect(() => readBenchOptions(['--runs', '0'])).toThrow('0 is not a number');
});

it('has a help that names every flag', () => {
  expect(readBenchOptions(['--help'])).toBe('help');
  for (const flag of ['songs', 'light', 'suite', 'runs', 'rest', 'alone', 'only', 'scanned', 'no-report']) {
    expect(benchHelp).toContain(`--${flag}`);
  }
});

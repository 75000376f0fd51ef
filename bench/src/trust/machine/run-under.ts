import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Condition } from './conditions.ts';

/** What came of tests on a machine. */
export interface TestsEnded {
  readonly passed: number;
  /** Whole names of those that failed; files that could not be run, and a run that ended by itself. */
  readonly failed: readonly string[];
}

interface Report {
  readonly numPassedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

const failuresOf = ({ testResults }: Report): string[] =>
  testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (status === 'failed' && failed.length === 0) return [`${name}: ${message}`];
    return failed.map(({ fullName }) => `${name}: ${fullName}`);
  });

/**
 * Runs vitest as another machine would. Busy loops end with it.
 * @param argv for `vitest run`
 * @param vitest its program
 */
export const runTestsUnder = async (
  { environment, umask, busyLoops }: Condition,
  { vitest, cwd, argv }: { vitest: string; cwd: string; argv: readonly string[] },
): Promise<TestsEnded> => {
  // Beside the machine that is made up: its own clock and folders may not be what the report is read by.
  const folder = mkdtempSync(join(tmpdir(), 'tonearm-machine-'));
  const output = join(folder, 'report.json');
  const loops = Array.from({ length: busyLoops }, () => new Worker('for (;;);', { eval: true }));
  try {
    const reporters = ['--reporter=json', `--outputFile.json=${output}`];
    const child = spawn(
      '/bin/sh',
      [
        ...['-c', `umask ${umask} && exec "$@"`, 'sh'],
        ...[process.execPath, vitest, 'run', ...argv, ...reporters],
      ],
      { cwd, env: environment, stdio: ['ignore', 'ignore', 'inherit'] },
    );
    const [status] = (await once(child, 'close')) as [number | null];
    if (!existsSync(output)) return { passed: 0, failed: [`vitest ended with ${status} and no report`] };
    const report = JSON.parse(readFileSync(output, 'utf8')) as Report;
    const failed = failuresOf(report);
    const isUnexplained = status !== 0 && failed.length === 0;
    return {
      passed: report.numPassedTests,
      failed: isUnexplained ? [`vitest ended with ${status} and no failed test`] : failed,
    };
  } finally {
    await Promise.all(loops.map((loop) => loop.terminate()));
    rmSync(folder, { recursive: true, force: true });
  }
};

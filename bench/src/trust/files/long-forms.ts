import { projectFolder } from '../guide/pages.ts';
import { vitestProgram } from '../machine/change-machine.ts';
import { runTestsUnder, type TestsEnded } from '../machine/run-under.ts';

/** Tests of `npm test` that take another size from the environment. */
const runLonger = (files: readonly string[], environment: Record<string, string>): Promise<TestsEnded> =>
  runTestsUnder(
    { name: 'longer', umask: '022', busyLoops: 0, environment: { ...process.env, ...environment } },
    { vitest: vitestProgram, cwd: projectFolder, argv: [...files, '--testTimeout=3600000'] },
  );

const stringTests = ['strings', 'path-strings', 'every-string'].map(
  (name) => `server/test/contract-${name}.test.ts`,
);

/**
 * Runs the tests of strings with so many in every parameter.
 * @param options.isCareless whether the model keeps strings that are no Unicode as they are: the control
 */
export const runStrings = (options: {
  readonly strings: number;
  readonly isCareless?: boolean;
}): Promise<TestsEnded> =>
  runLonger(stringTests, {
    STRINGS: String(options.strings),
    STRINGS_MODEL: options.isCareless === true ? 'careless' : '',
  });

/**
 * Runs one storm of so many deeds.
 * @param options.isCareless whether a song comes that no scan has seen: the control
 */
export const runLongStorm = (options: {
  readonly deeds: number;
  readonly seed: number;
  readonly isCareless?: boolean;
}): Promise<TestsEnded> =>
  runLonger(['server/src/features/scan/tests/scan-storm.test.ts', '-t', 'equal to the folders'], {
    STORM_DEEDS: String(options.deeds),
    PROPERTY_SEED: String(options.seed),
    STORM_UNSEEN: options.isCareless === true ? '1' : '',
  });

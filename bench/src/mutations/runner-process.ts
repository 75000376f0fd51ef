/*
 * Runs tests for the harness of mutations, in a process of its own that can be ended when a change made a loop
 * endless. It is told which file changed and which tests to run, in order, and says whether all passed.
 */
import { join } from 'node:path';
import { BaseSequencer, createVitest, type TestSpecification } from 'vitest/node';

/** What the harness asks for. */
export interface Ask {
  /** The file that is changed now; null for none. */
  readonly changed: string | null;
  readonly tests: readonly string[];
}

/** What it is told in the end. */
export interface Told {
  readonly isGreen: boolean;
  readonly failures: readonly string[];
  /** The file of tests that did not pass first; null when there is none. */
  readonly redFile: string | null;
}

/** Nothing told yet. */
const untold: Told = { isGreen: true, failures: [], redFile: null };

/** What it is told meanwhile: a file was loaded, or a test has ended. */
export const alive = 'alive';

class AsGiven extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return Promise.resolve(files);
  }
}

const [root = '.', manner, longestTestMs] = process.argv.slice(2);
const isBlind = manner === 'blind';
/** As all tests are set up: a property draws the same examples in every run. */
const setupFiles = [join(root, 'testkit/src/property-test-setup.ts')];
if (isBlind) setupFiles.push(join(import.meta.dirname, 'blind-test-setup.ts'));
const sayAlive = (): void => {
  process.send?.(alive);
};
const vitest = await createVitest(
  {
    root,
    config: false,
    watch: false,
    pool: 'forks',
    isolate: false,
    maxWorkers: 1,
    bail: 1,
    reporters: [{ onTestModuleCollected: sayAlive, onTestCaseResult: sayAlive }],
    setupFiles,
    include: ['server/**/*.test.ts'],
    testTimeout: Number(longestTestMs),
    hookTimeout: Number(longestTestMs),
    sequence: { sequencer: AsGiven },
  },
  { server: { watch: null } },
);
await vitest.standalone();

/** The file that was changed before, and is as it was again. */
let restored: string | null = null;

const run = async ({ changed, tests }: Ask): Promise<Told> => {
  for (const file of [changed, restored]) if (file !== null) vitest.invalidateFile(file);
  restored = changed;
  const project = vitest.getRootProject();
  // Failures of the run before would end this one before it has begun.
  vitest.state.clearFiles(project, vitest.state.getFilepaths());
  const specifications = tests.map((test) => project.createSpecification(test));
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
  const isComplete = testModules.length === tests.length;
  const red = testModules.filter((module) => module.state() !== 'passed');
  const errors = red.flatMap((module) => [
    ...module.errors(),
    ...[...module.children.allTests('failed')].flatMap((test) => test.result().errors ?? []),
  ]);
  const failures = [...errors, ...(unhandledErrors as Error[])].map(({ message }) => message);
  // Without assertions, tests end before what they began: what goes wrong then is of no meaning.
  const areErrorsMeant = unhandledErrors.length > 0 && !isBlind;
  return {
    isGreen: isComplete && red.length === 0 && !areErrorsMeant,
    failures,
    redFile: red[0]?.moduleId ?? null,
  };
};

// Whoever asked is gone: so are the workers, and whatever they started. They are of the group that this process leads.
process.on('disconnect', () => process.kill(-process.pid, 'SIGKILL'));
process.on('message', (ask: Ask) => {
  void run(ask).then(
    (told) => process.send?.(told),
    (error: Error) => process.send?.({ ...untold, isGreen: false, failures: [error.message] }),
  );
});
process.send?.(untold);

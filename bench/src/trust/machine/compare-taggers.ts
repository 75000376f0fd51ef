import { projectFolder } from '../guide/pages.ts';
import type { HarnessResult } from '../harness.ts';
import { vitestProgram } from './change-machine.ts';
import { runTestsUnder } from './run-under.ts';

const test = 'server/src/features/scan/tests/tagged-albums.test.ts';

/** Runs the test of albums as programs and shops tag them with so many of each kind: some 400 files a round. */
export const compareTaggers = async (rounds: number): Promise<HarnessResult> => {
  const environment = { ...process.env, TAGGED_ROUNDS: String(rounds) };
  const { passed, failed } = await runTestsUnder(
    { name: 'taggers', umask: '022', busyLoops: 0, environment },
    { vitest: vitestProgram, cwd: projectFolder, argv: [test] },
  );
  return {
    lines: [
      ...failed,
      `${rounds} albums of each kind in each manner: ${passed} passed, ${failed.length} failed`,
    ],
    isGood: failed.length === 0 && passed > 0,
  };
};

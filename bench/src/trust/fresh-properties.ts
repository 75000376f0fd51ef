import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from './guide/pages.ts';
import type { HarnessResult } from './harness.ts';
import { vitestProgram } from './machine/change-machine.ts';
import { runTestsUnder } from './machine/run-under.ts';

const workspaces = '{contract,server,web,song-files,demo,testkit,bench}';

/** Files of tests that draw their examples, below the project. */
const propertyFiles = (): string[] =>
  globSync(`${workspaces}/{src,test}/**/*.test.{ts,tsx}`, { cwd: projectFolder })
    .filter((file) => readFileSync(join(projectFolder, file), 'utf8').includes("from 'fast-check'"))
    .toSorted();

/** Seeds of fast-check are whole numbers of 31 bits. */
const seeds = 2 ** 31;

interface Draw {
  readonly rounds: number;
  /** Files of tests, for vitest. */
  readonly argv?: readonly string[];
  /** From 0 to below 1, for each round. */
  readonly random?: () => number;
}

/**
 * Runs property tests with other examples every round.
 * @param say is told of each round when it has ended
 */
export const drawFreshProperties = async (
  { rounds, argv = propertyFiles(), random = Math.random }: Draw,
  say: (line: string) => void,
): Promise<HarnessResult> => {
  let isGood = true;
  for (let round = 1; round <= rounds; round += 1) {
    const seed = String(Math.floor(random() * seeds));
    const { passed, failed } = await runTestsUnder(
      { name: seed, umask: '022', busyLoops: 0, environment: { ...process.env, PROPERTY_SEED: seed } },
      { vitest: vitestProgram, cwd: projectFolder, argv },
    );
    isGood &&= failed.length === 0 && passed > 0;
    failed.forEach(say);
    say(`PROPERTY_SEED=${seed}: ${passed} passed, ${failed.length} failed`);
  }
  return { lines: [], isGood };
};

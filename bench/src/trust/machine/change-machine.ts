import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectFolder } from '../guide/pages.ts';
import type { HarnessResult } from '../harness.ts';
import { conditionsIn, findFaketime } from './conditions.ts';
import { runTestsUnder } from './run-under.ts';

/** Vitest as this project has it. */
export const vitestProgram = join(projectFolder, 'node_modules', 'vitest', 'vitest.mjs');

/**
 * Runs all unit and feature tests on each of the machines that need no root.
 * @param say is told of each machine when its tests have ended
 */
export const changeMachine = async (say: (line: string) => void): Promise<HarnessResult> => {
  const folder = mkdtempSync(join(tmpdir(), 'tonearm-machines-'));
  const faketime = findFaketime();
  if (faketime === undefined) say('dates are not changed: libfaketime is not installed');
  let isGood = true;
  try {
    for (const condition of conditionsIn(folder, faketime)) {
      const { passed, failed } = await runTestsUnder(condition, {
        vitest: vitestProgram,
        cwd: projectFolder,
        argv: [],
      });
      isGood &&= failed.length === 0 && passed > 0;
      failed.forEach(say);
      say(`${condition.name}: ${passed} passed, ${failed.length} failed`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return { lines: [], isGood };
};

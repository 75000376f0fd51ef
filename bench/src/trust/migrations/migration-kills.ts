import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { tempFolder } from '@tonearm/testkit';
import Database from 'better-sqlite3';
import { stateMigrations } from '../../../../server/src/state/migrations.ts';
import { openState } from '../../../../server/src/state/open-state.ts';
import { traced } from '../tracing.ts';
import { contentOf, writeOldState } from './old-state.ts';

const calls = ['pwrite64', 'fsync', 'fdatasync', 'ftruncate', 'unlink', 'rename'];

/** What came of it. */
interface MigrationKillResult {
  readonly schemas: number;
  readonly kills: number;
  readonly failures: readonly string[];
}

/** Starts an upgrade. @returns the signal that ended it, or null */
const upgrade = async (
  folder: string,
  { output, inject, kind }: { output: string; inject?: string; kind: string },
): Promise<string | null> => {
  const [command = '', ...argv] = [
    ...traced({ output, calls, ...(inject === undefined ? {} : { inject }) }),
    ...[process.execPath, join(import.meta.dirname, 'migrate-process.ts'), folder, kind],
  ];
  const child = spawn(command, argv, { stdio: 'ignore' });
  const [, signal] = (await once(child, 'exit')) as [number | null, string | null];
  return signal;
};

const contentAfter = (folder: string): string => {
  const state = openState(folder);
  try {
    return contentOf(state.raw);
  } finally {
    state.close();
  }
};

/** Numbers of calls at which it is killed, spread over all of them. */
const spread = (total: number, wanted: number): number[] =>
  Array.from(
    { length: Math.min(total, wanted) },
    (_, at) => 1 + Math.floor((at * total) / Math.min(total, wanted)),
  );

/**
 * Kills the upgrade of a `state.db` of every earlier version at calls that change the disk, and looks whether the next
 * start finds, or makes, exactly what an upgrade makes that nobody disturbs.
 * @param kind `naive` upgrades without transactions, to see that this is told of
 * @throws NoStraceError
 */
export const runMigrationKills = async (options: {
  schemas: readonly number[];
  killsEach: number;
  kind?: 'product' | 'naive';
}): Promise<MigrationKillResult> => {
  const { kind = 'product' } = options;
  await using root = await tempFolder();
  const failures: string[] = [];
  let kills = 0;
  for (const steps of options.schemas) {
    const [old, work, output] = ['old', 'work', 'calls'].map((name) => root.join(`${name}-${steps}`));
    if (old === undefined || work === undefined || output === undefined) continue;
    mkdirSync(old);
    writeOldState(old, steps);
    const again = (): void => {
      rmSync(work, { recursive: true, force: true });
      cpSync(old, work, { recursive: true });
    };
    again();
    await upgrade(work, { output, kind });
    const total = readFileSync(output, 'latin1')
      .split('\n')
      .filter((line) => /^\d+ +\S+ \w+\(/.test(line)).length;
    const expected = contentAfter(work);
    for (const nth of spread(total, options.killsEach)) {
      again();
      const inject = `${calls.join(',')}:signal=SIGKILL:when=${nth}`;
      if ((await upgrade(work, { output, inject, kind })) !== 'SIGKILL') continue;
      kills += 1;
      const where = `from ${stateMigrations[steps - 1]?.name}, killed at call ${nth} of ${total}`;
      try {
        if (contentAfter(work) !== expected) failures.push(`${where}: something else is there`);
        const copies = readdirSync(work).filter((name) => /^state\.db\.before-[^.]*$/.test(name));
        for (const copy of copies) new Database(join(work, copy), { fileMustExist: true }).close();
      } catch (error) {
        failures.push(`${where}: ${(error as Error).message}`);
      }
    }
  }
  return { schemas: options.schemas.length, kills, failures };
};

/** Every version before this one, by the number of its steps. */
export const earlierSchemas: readonly number[] = stateMigrations.slice(1).map((_, at) => at + 1);

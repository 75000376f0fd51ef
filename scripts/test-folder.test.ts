import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const memory = '/dev/shm';
const { TMPDIR: _, ...environment } = process.env;

/** What a process is given that makes the folder, writes into it and ends. */
const madeBy = (env: NodeJS.ProcessEnv): string => {
  const module = join(import.meta.dirname, 'lib', 'test-folder.mjs');
  const script = `
    const { makeTestFolder } = await import(${JSON.stringify(module)});
    const folder = makeTestFolder();
    if (folder !== undefined) (await import('node:fs')).writeFileSync(folder + '/file', 'text');
    process.stdout.write(String(folder));`;
  return execFileSync(process.execPath, ['--input-type=module', '-e', script], { env, encoding: 'utf8' });
};

it('is none where somebody has chosen another', () => {
  expect(madeBy({ ...environment, TMPDIR: '/tmp' })).toBe('undefined');
});

it.runIf(existsSync(memory))(
  'goes with the run that made it, and takes with it what others left behind',
  () => {
    // No process ever has this number: it is above the highest.
    const left = join(memory, 'tonearm-tests-4194305-left');
    mkdirSync(left, { recursive: true });
    writeFileSync(join(left, 'file'), 'text');
    const made = madeBy(environment);
    if (made !== 'undefined') expect(made).toMatch(/^\/dev\/shm\/tonearm-tests-\d+-/);
    expect([existsSync(made), existsSync(left)]).toEqual([false, false]);
  },
);

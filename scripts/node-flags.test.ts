import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const projectFolder = join(import.meta.dirname, '..');
const source = join(projectFolder, 'server', 'src');

/** Flags as they stand where a process is started. */
const flagsOfProcesses = globSync('**/*.ts', { cwd: source }).flatMap((file): [string, string[]][] => {
  const list = /const nodeFlags = \[([^\]]*)\]/.exec(readFileSync(join(source, file), 'utf8'))?.[1];
  return list === undefined ? [] : [[file, [...list.matchAll(/'(--[^']+)'/g)].map(([, flag = '']) => flag)]];
});

const serverFlags: string[] = JSON.parse(
  readFileSync(join(projectFolder, 'server', 'node-flags.json'), 'utf8'),
);

/** How many of its own parts Node.js compiled by itself, rather than taking what it brings compiled. */
const compiledAnew = (flags: readonly string[]): number => {
  const script = `
    process.getBuiltinModule('node:crypto');
    const { internalBinding } = require('internal/test/binding');
    const { compiledWithCache, compiledWithoutCache } = internalBinding('builtins').getCacheUsage();
    console.log(JSON.stringify([compiledWithCache.size, compiledWithoutCache.size]));`;
  const argv = [...flags, '--expose-internals', '--no-warnings', '-e', script];
  const [taken, anew] = JSON.parse(execFileSync(process.execPath, argv, { encoding: 'utf8' })) as number[];
  expect((taken ?? 0) + (anew ?? 0)).toBeGreaterThan(0);
  return anew ?? -1;
};

/*
 * V8 throws compiled code away that was made with other flags, of those that could matter to it. A start of the server
 * took 20 ms more for one of them, and each of its processes, too.
 */
describe('what Node.js is started with leaves what it brings compiled of use', () => {
  it.each([['server/node-flags.json', serverFlags], ...flagsOfProcesses])('%s', (_, flags) => {
    expect(flags.length).toBeGreaterThan(0);
    expect(compiledAnew(flags)).toBe(0);
  });

  it('and is told apart from flags that do not', () => {
    expect(compiledAnew(['--expose-gc'])).toBeGreaterThan(0);
    expect(flagsOfProcesses.length).toBeGreaterThan(4);
  });
});

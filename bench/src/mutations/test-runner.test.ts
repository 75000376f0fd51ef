import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestRunner } from './test-runner.ts';

const cache = join(import.meta.dirname, '..', '..', '..', '.cache');

let folder: string;
beforeEach(() => {
  mkdirSync(cache, { recursive: true });
  folder = mkdtempSync(join(cache, 'runner-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (name: string, text: string): string => {
  const file = join(folder, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
};

/** A file with one test. */
const testOf = (name: string, body: string): string =>
  write(
    `server/${name}.test.ts`,
    `import { expect, it } from 'vitest';
     import { answer, fail } from './source.ts';
     it('is right', async () => { ${body} });`,
  );

it('tells by which file a change is noticed, and without assertions only what crashes', async () => {
  write('testkit/src/property-test-setup.ts', '');
  const sourceOf = (value: number) =>
    write(
      'server/source.ts',
      `export const answer = (): number => ${value};
       export const fail = async (): Promise<number> => { if (${value} === 42) throw new Error('42'); return ${value}; };`,
    );
  const changed = sourceOf(42);
  const asserting = [
    testOf('equal', 'expect(answer()).toBe(42); expect(answer()).not.toBe(41);'),
    testOf(
      'rejects',
      "await expect(fail()).rejects.toThrow('42'); await expect(fail).rejects.not.toThrow('41');",
    ),
    testOf('resolves', 'await expect(fail().catch(() => 1)).resolves.toBe(1);'),
  ];
  const crashing = testOf(
    'crashes',
    'const { length } = [0].slice(answer() - 42); if (length === 0) throw new Error();',
  );
  const all = [...asserting, crashing];
  await using runner = createTestRunner(folder, 'asserting');
  await using blind = createTestRunner(folder, 'blind');
  expect(await runner.run({ changed: null, tests: all })).toMatchObject({ end: 'green', redFile: null });
  expect(await blind.run({ changed: null, tests: all })).toMatchObject({ end: 'green', redFile: null });
  sourceOf(43);
  for (const test of all)
    expect(await runner.run({ changed, tests: [test] })).toMatchObject({ end: 'red', redFile: test });
  expect(await blind.run({ changed, tests: asserting })).toMatchObject({ end: 'green' });
  expect(await blind.run({ changed, tests: [crashing] })).toMatchObject({ end: 'red', redFile: crashing });
  sourceOf(42);
  expect(await runner.run({ changed: null, tests: all })).toMatchObject({ end: 'green' });
});

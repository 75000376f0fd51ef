import { writeFileSync } from 'node:fs';
import { tempFolder } from '@tonearm/testkit';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { drawFreshProperties } from './fresh-properties.ts';

it('tells the seed of the round in which a test fails', async () => {
  await using folder = await tempFolder();
  writeFileSync(
    folder.join('drawn.test.mjs'),
    "test('draws', () => expect(process.env.PROPERTY_SEED).not.toBe('1073741824'));",
  );
  const said: string[] = [];
  const numbers = [0.25, 0.5];
  const { isGood } = await drawFreshProperties(
    { rounds: 2, argv: ['--globals', '--root', folder.path], random: () => numbers.shift() ?? 0 },
    (line) => said.push(line.replace(/^.*: draws$/, 'draws')),
  );
  expect(isGood).toBe(false);
  expect(said).toEqual([
    'PROPERTY_SEED=536870912: 1 passed, 0 failed',
    'draws',
    'PROPERTY_SEED=1073741824: 0 passed, 1 failed',
  ]);
});

it('draws the same examples in every run that names no seed', () => {
  expect(fc.readConfigureGlobal().seed).toBe(Number(process.env['PROPERTY_SEED'] ?? 1));
});

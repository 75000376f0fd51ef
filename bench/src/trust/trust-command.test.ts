import { expect, it } from 'vitest';
import { harnesses } from './harnesses.ts';
import { readTrustCommand, trustHelp } from './trust-command.ts';

const read = (...argv: string[]) => readTrustCommand(argv, harnesses);

it('runs everything unless it is told a name', () => {
  expect(read()).toEqual({
    kind: 'run',
    harnesses,
    options: { kills: 100, rounds: 5, images: 5000, minutes: 10, percent: 100, only: [] },
  });
  expect(read('scrobbles', '--kills', '3')).toMatchObject({
    harnesses: [{ name: 'scrobbles' }],
    options: { kills: 3 },
  });
});

it('refuses names, flags and numbers that there are not, with a sentence', () => {
  expect(() => read('zebra')).toThrow('There is no harness zebra: scrobbles');
  expect(() => read('--zebra')).toThrow("Unknown option '--zebra'");
  expect(() => read('--kills', 'many')).toThrow('many is not a number of kills.');
  expect(() => read('--rounds', '0')).toThrow('0 is not a number of rounds.');
});

it('has a help that names every harness', () => {
  expect(read('--help')).toEqual({ kind: 'help' });
  for (const { name, summary } of harnesses)
    expect(trustHelp(harnesses)).toContain(`${name.padEnd(10)} ${summary}`);
});

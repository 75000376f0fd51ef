const help = `Changes the sources a little, in a copy, and looks whether a test notices.

  npm run trust -- mutations [--only search,outbox] [--max 100] [--seed 1] [--minutes 30] [--tests 12] [--file word-list]
  npm run trust -- mutations --only search --again FILE

Prints every change that no test noticed; a file with such lines can be given with \`--again\`, to try those only.
Fails when fewer than 90 % are noticed in an area, or when as many are noticed by the same tests without their
assertions, which would mean that this harness shows nothing.
`;

import { readFileSync } from 'node:fs';
import { readFlags } from '@tonearm/testkit';
import { areas } from './areas.ts';
import { runArea } from './run-mutations.ts';

/** Share of the changes that tests have to notice. */
const passMark = 0.9;

/** @returns whether every area holds */
export const runMutations = async (argv: readonly string[]): Promise<boolean> => {
  const { values } = readFlags(help, {
    args: [...argv],
    options: {
      only: { type: 'string' },
      max: { type: 'string', default: '100' },
      seed: { type: 'string', default: '1' },
      minutes: { type: 'string', default: '30' },
      tests: { type: 'string', default: '12' },
      file: { type: 'string' },
      again: { type: 'string' },
    },
  });
  const names = values.only?.split(',') ?? areas.map(({ name }) => name);
  const unknown = names.find((name) => !areas.some((area) => area.name === name));
  if (unknown !== undefined)
    throw new Error(`there is no area ${unknown}: ${areas.map(({ name }) => name).join(', ')}`);
  let areAllGood = true;
  for (const area of areas.filter(({ name }) => names.includes(name))) {
    const begunMs = performance.now();
    const score = await runArea(area, {
      max: Number(values.max),
      seed: Number(values.seed),
      untilMs: begunMs + Number(values.minutes) * 60_000,
      tests: Number(values.tests),
      file: values.file ?? null,
      again: values.again === undefined ? null : readFileSync(values.again, 'utf8'),
      say: console.log,
    });
    const share = score.tried === 0 ? 0 : score.killed / score.tried;
    const isControlled = score.control.killed < score.control.tried;
    areAllGood &&= share >= passMark && isControlled;
    console.log(
      `${score.area}: ${score.killed} of ${score.tried} noticed (${(share * 100).toFixed(1)} %), ` +
        `${score.all} changes in all; without assertions ${score.control.killed} of ${score.control.tried}; ` +
        `${((performance.now() - begunMs) / 1000).toFixed(0)} s`,
    );
  }
  return areAllGood;
};

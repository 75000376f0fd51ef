import { open } from 'node:fs/promises';
import { PassThrough } from 'node:stream';
import { createFakeClock, type FakeClock, type TempFolder, tempFolder } from '@tonearm/testkit';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Program } from '../../platform/child/start-program.ts';
import { createMaking } from './making.ts';

let folder: TempFolder;
let clock: FakeClock;
beforeEach(async () => {
  folder = await tempFolder();
  clock = createFakeClock();
});
afterEach(() => folder[Symbol.asyncDispose]());

/** A program that does what the test says, and what is made of it. */
const making = async () => {
  const output = new PassThrough();
  let end = (_: { isWell: boolean; why: string }): void => {};
  const ended = new Promise<Awaited<Program['ended']>>((resolve) => {
    end = (how) => resolve({ ...how, error: undefined, said: '' });
  });
  let isKilled = false;
  const kill = (): void => {
    isKilled = true;
    output.end();
    end({ isWell: false, why: 'SIGKILL' });
  };
  let sign = (): void => {};
  const handle = await open(folder.join('part'), 'w+');
  const made = createMaking({
    part: { handle, keep: async () => {}, drop: async () => {}, noteTrouble: () => {} },
    start: (onSign) => {
      sign = onSign;
      return { output, ended, kill };
    },
    isKept: false,
    clock,
    onProgramEnd: () => {},
  });
  made
    .follow()
    .on('error', () => {})
    .resume();
  return { made, output, sign: () => sign(), isKilled: () => isKilled };
};

/** A sign every second. */
const goOn = async (program: { sign: () => void }, seconds: number): Promise<void> => {
  for (let second = 0; second < seconds; second += 1) {
    await clock.advance(1000);
    program.sign();
  }
};

it('ends a program that gives nothing and no sign for ten seconds', async () => {
  const program = await making();
  await clock.advance(9_999);
  expect(program.isKilled()).toBe(false);
  await clock.advance(1);
  expect(program.isKilled()).toBe(true);
  await program.made.ended;
  await expect(program.made.begun).rejects.toMatchObject({ code: 'not_convertible' });
});

it('waits for one that goes on without giving anything, for a minute', async () => {
  const program = await making();
  await goOn(program, 60);
  await clock.advance(9_999);
  expect(program.isKilled()).toBe(false);
  program.sign();
  await clock.advance(1);
  expect(program.isKilled()).toBe(true);
  await program.made.ended;
});

it('has patience anew with every piece', async () => {
  const program = await making();
  await goOn(program, 59);
  program.output.write('sound');
  await program.made.begun;
  await goOn(program, 59);
  expect(program.isKilled()).toBe(false);
  program.made.kill();
  await program.made.ended;
});

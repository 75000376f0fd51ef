import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Ask, alive, Told } from './runner-process.ts';

/** How a run of tests ended. */
export interface Outcome extends Omit<Told, 'isGreen'> {
  /** `endless` when it had to be ended. */
  readonly end: 'green' | 'red' | 'endless';
}

/** Runs tests again and again in one process, which is replaced when it does not answer. */
export interface TestRunner extends AsyncDisposable {
  run(ask: Ask): Promise<Outcome>;
}

const entry = join(import.meta.dirname, 'runner-process.ts');

/**
 * What a test, or what sets it up, may take on a busy machine, in milliseconds; and what starting, or loading a file
 * may. A test that waits ends by its limit and is told of: who is silent for longer is in a loop without an end.
 */
const longestTestMs = 60_000;
const loadingMs = 120_000;
const silentMs = longestTestMs + loadingMs;

/** @returns the next message but for signs of life; null when there is none for too long, or it ends before */
const answerOf = async (child: ChildProcess): Promise<Told | null> => {
  const { promise, resolve } = Promise.withResolvers<Told | null>();
  const giveUp = (): void => resolve(null);
  const silence = setTimeout(giveUp, silentMs);
  const hear = (message: Told | typeof alive): void => {
    if (typeof message === 'string') silence.refresh();
    else resolve(message);
  };
  child.on('message', hear).on('exit', giveUp);
  try {
    return await promise;
  } finally {
    clearTimeout(silence);
    child.off('message', hear).off('exit', giveUp);
  }
};

/** It and the workers that it started: they form a group of their own. */
const end = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const hasEnded = once(child, 'exit');
  process.kill(-child.pid, 'SIGKILL');
  await hasEnded;
};

/**
 * @param root folder of the copy that is tested
 * @param manner whether tests assert, or run only
 */
export const createTestRunner = (root: string, manner: 'asserting' | 'blind'): TestRunner => {
  let current: ChildProcess | null = null;

  const start = async (): Promise<ChildProcess> => {
    const child = fork(entry, [root, manner, String(longestTestMs)], {
      cwd: root,
      detached: true,
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    if ((await answerOf(child)) === null) throw new Error('the runner of tests does not start');
    return child;
  };

  return {
    run: async (ask) => {
      current ??= await start();
      const answer = answerOf(current);
      current.send(ask);
      const told = await answer;
      if (told !== null) return { ...told, end: told.isGreen ? 'green' : 'red' };
      await end(current);
      current = null;
      return { end: 'endless', failures: [], redFile: null };
    },
    [Symbol.asyncDispose]: async () => {
      if (current !== null) await end(current);
    },
  };
};

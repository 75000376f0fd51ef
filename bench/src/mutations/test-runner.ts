import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Ask, Told } from './runner-process.ts';

/** How a run of tests ended; `endless` when it had to be ended. */
export type Outcome = 'green' | 'red' | 'endless';

/** Runs tests again and again in one process, which is replaced when it does not answer. */
export interface TestRunner extends AsyncDisposable {
  /** @param deadlineMs after which a run is given up */
  run(ask: Ask, deadlineMs: number): Promise<Outcome>;
}

const entry = join(import.meta.dirname, 'runner-process.ts');
const readyMs = 120_000;

/** @returns the next message; null when none comes in time or the process ends before */
const nextMessage = async (child: ChildProcess, withinMs: number): Promise<Told | null> => {
  const controller = new AbortController();
  const { signal } = controller;
  const timer = setTimeout(() => controller.abort(), withinMs);
  try {
    return await Promise.race([
      once(child, 'message', { signal }).then(([told]) => told as Told),
      once(child, 'exit', { signal }).then(() => null),
    ]);
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
    controller.abort();
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
    const child = fork(entry, [root, manner], {
      cwd: root,
      detached: true,
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    if ((await nextMessage(child, readyMs)) === null) throw new Error('the runner of tests does not start');
    return child;
  };

  return {
    run: async (ask, deadlineMs) => {
      current ??= await start();
      const answer = nextMessage(current, deadlineMs);
      current.send(ask);
      const told = await answer;
      if (told !== null) return told.isGreen ? 'green' : 'red';
      await end(current);
      current = null;
      return 'endless';
    },
    [Symbol.asyncDispose]: async () => {
      if (current !== null) await end(current);
    },
  };
};

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** The machine has no strace, or does not let it look. */
export class NoStraceError extends Error {
  override readonly name = 'NoStraceError';

  constructor() {
    super('There is no strace here, or it may not look at other processes.');
  }
}

/** Whether calls of other processes can be seen, and made to fail. */
export const canTrace = (): boolean => spawnSync('strace', ['-qq', '-o', '/dev/null', 'true']).status === 0;

/** How a process is looked at while it runs. */
interface TraceOptions {
  /** Where the calls are written, a line each. */
  readonly output: string;
  /** Names of system calls. */
  readonly calls: readonly string[];
  /** Only calls that are about one of these files; all calls when there is none. */
  readonly files?: readonly string[];
  /** What is done to some of the calls, as `strace --inject` has it. */
  readonly inject?: string;
}

/**
 * What a command is started through so that its calls are written down. The process that is started is the
 * command itself, so signals reach it.
 * @throws NoStraceError
 */
export const traced = ({ output, calls, files = [], inject }: TraceOptions): string[] => {
  if (!canTrace()) throw new NoStraceError();
  return [
    ...['strace', '-D', '-f', '-y', '-ttt', '-xx', '-s', '70000', '-o', output],
    ...['-e', `trace=${calls.join(',')}`],
    // With a filter in the kernel injected signals do not arrive.
    ...(inject === undefined ? ['--seccomp-bpf'] : ['-e', `inject=${inject}`]),
    ...files.flatMap((file) => ['-P', file]),
  ];
};

/** Waits until all of a process that ended is written down. */
export const traceEnded = async (output: string, pid: number): Promise<void> => {
  const end = new RegExp(`^${pid} .*\\+\\+\\+ (exited|killed)`, 'm');
  for (let tries = 0; tries < 600; tries += 1) {
    if (end.test(readFileSync(output, 'latin1').slice(-20_000))) return;
    await sleep(50);
  }
  throw new Error('The record of the process did not end.');
};

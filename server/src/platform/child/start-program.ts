import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import type { ChildEnd } from './child.ts';
import { passedOnEnvironment } from './passed-on.ts';
import { yieldTo } from './start-process.ts';

/** How a program that is not ours ended. */
interface ProgramEnd extends ChildEnd {
  /** The last of what it wrote as errors. */
  readonly said: string;
}

/** A program that is not ours, while it runs. It does not hold the server back from ending. */
export interface Program {
  /** What it writes; it waits while nobody takes it. */
  readonly output: Readable;
  /** Resolves when it has ended or could not be started, and all it wrote was taken or its output destroyed. */
  readonly ended: Promise<ProgramEnd>;
  /** Ends it where it is. */
  kill(): void;
}

/** How a program is started. */
export interface ProgramOptions {
  /** What it reads: an open file, which it gets a descriptor of its own for. Nothing unless told. */
  readonly input?: number;
  /** As of a process of ours, see start-process. */
  readonly niceness: number;
  /** Hears what it writes as errors, in pieces of any size. */
  readonly onSaid?: (piece: string) => void;
}

/** Of what it writes as errors, this much is kept, in characters. */
const mostSaid = 4000;

const endOf = async (child: ChildProcess, said: () => string): Promise<ProgramEnd> => {
  try {
    const [code, signal] = await once(child, 'close');
    return { isWell: code === 0, why: signal ?? `exit code ${code}`, error: undefined, said: said() };
  } catch (error) {
    return {
      isWell: false,
      why: error instanceof Error ? error.message : String(error),
      error,
      said: said(),
    };
  }
};

/**
 * Starts a program that is not ours, without a shell: every argument reaches it as it stands. It has a group of its
 * own, so that Ctrl+C reaches the server alone; when the server dies, its output breaks, which ends it.
 */
export const startProgram = (
  program: string,
  argv: readonly string[],
  { input, niceness, onSaid }: ProgramOptions,
): Program => {
  const child = spawn(program, argv, {
    stdio: [input ?? 'ignore', 'pipe', 'pipe'],
    env: passedOnEnvironment(),
    detached: true,
    windowsHide: true,
  });
  child.unref();
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (piece: string) => {
    said = (said + piece).slice(-mostSaid);
    onSaid?.(piece);
  });
  const ended = endOf(child, () => said);
  yieldTo(child, niceness);
  return { output: child.stdout as Readable, ended, kill: () => void child.kill('SIGKILL') };
};

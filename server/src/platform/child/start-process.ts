import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { getCompileCacheDir } from 'node:module';
import { getPriority, setPriority } from 'node:os';
import { dirname } from 'node:path';
import type { Child, ChildEnd } from './child.ts';
import { passedOnEnvironment } from './passed-on.ts';

/** How a process of ours is started. */
export interface ProcessOptions<Report> {
  readonly onMessage: (message: Report) => void;
  readonly argv?: readonly string[];
  /** For Node.js: limits of the heap, mostly. */
  readonly nodeFlags: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** Whether what it writes as errors is thrown away; otherwise it goes where the server's own goes. */
  readonly isSilent?: boolean;
  /** How far it yields to the process that starts it, 19 at most; 0 is as far as that one yields itself. */
  readonly niceness: number;
}

/** Makes a process yield to this one. What yields already is never brought back, which a superuser could. */
export const yieldTo = ({ pid }: ChildProcess, niceness: number): void => {
  try {
    if (pid !== undefined && niceness > 0) setPriority(pid, Math.min(getPriority() + niceness, 19));
  } catch {
    // Some systems do not allow it; its work is then done at full speed.
  }
};

/** Where this process keeps the code that it compiled: one that it starts finds its own there. */
const compiledCode = (): { NODE_COMPILE_CACHE?: string } => {
  // Below the folder that was named, one for each version of Node.js.
  const folder = getCompileCacheDir();
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) };
};

const endOf = async (child: ChildProcess): Promise<ChildEnd> => {
  try {
    // Disconnected: whatever it told was heard.
    const [[code, signal]] = await Promise.all([once(child, 'exit'), once(child, 'disconnect')]);
    return { isWell: code === 0, why: signal ?? `exit code ${code}`, error: undefined };
  } catch (error) {
    // One that could not be started does not exit.
    return { isWell: false, why: error instanceof Error ? error.message : String(error), error };
  }
};

/**
 * Starts a file of ours as a process of its own, with which messages that survive structured cloning are
 * exchanged, see own-end. It is a group of its own, so that Ctrl+C reaches the server alone.
 */
export const startProcess = <Message, Report>(
  entry: URL,
  options: ProcessOptions<Report>,
): Child<Message> => {
  const child = fork(entry, options.argv ?? [], {
    serialization: 'advanced',
    execArgv: [...options.nodeFlags, '--disable-warning=ExperimentalWarning'],
    env: {
      ...passedOnEnvironment(),
      ...compiledCode(),
      ...options.environment,
    },
    detached: true,
    stdio: ['ignore', 'ignore', options.isSilent === true ? 'ignore' : 'inherit', 'ipc'],
  });
  child.unref();
  child.channel?.unref();
  child.on('message', (message) => options.onMessage(message as Report));
  const ended = endOf(child);
  yieldTo(child, options.niceness);
  return {
    // With a callback, what cannot be sent is no event of its own.
    send: (message) => void child.send(message as object, () => {}),
    ended,
    isOpen: () => child.connected,
    release: () => {
      if (child.connected) child.disconnect();
    },
    hold: () => child.ref(),
    kill: () => void child.kill('SIGKILL'),
  };
};

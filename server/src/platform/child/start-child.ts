import { type ChildProcess, fork } from 'node:child_process';
import { setPriority } from 'node:os';

/** How a process of ours is started. */
export interface ChildOptions {
  readonly argv?: readonly string[];
  /** For Node.js: limits of the heap, mostly. */
  readonly nodeFlags: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** Whether what it writes as errors is thrown away; otherwise it goes where the server's own goes. */
  readonly isSilent?: boolean;
  /** How far it yields to the process that answers; 0 is not at all. */
  readonly niceness: number;
}

/** All of our environment that a process of ours may need; secrets stay behind. */
const passedOn = [
  'PATH',
  'LD_LIBRARY_PATH',
  'HOME',
  'TMPDIR',
  'TZ',
  'LANG',
  'MALLOC_ARENA_MAX',
  'MALLOC_TRIM_THRESHOLD_',
];

/**
 * Starts a file of ours as a process of its own, with which messages that survive structured cloning are
 * exchanged. It does not hold the server back from ending, and must end when it is disconnected. It is a group of its
 * own, so that Ctrl+C reaches the server alone; it must ignore what a service manager sends to every process.
 */
export const startChild = (entry: URL, options: ChildOptions): ChildProcess => {
  const child = fork(entry, options.argv ?? [], {
    serialization: 'advanced',
    execArgv: [...options.nodeFlags, '--disable-warning=ExperimentalWarning'],
    env: {
      ...Object.fromEntries(passedOn.map((name) => [name, process.env[name]])),
      ...options.environment,
    },
    detached: true,
    stdio: ['ignore', 'ignore', options.isSilent === true ? 'ignore' : 'inherit', 'ipc'],
  });
  child.unref();
  child.channel?.unref();
  try {
    if (child.pid !== undefined) setPriority(child.pid, options.niceness);
  } catch {
    // Some systems do not allow it; its work is then done at full speed.
  }
  return child;
};

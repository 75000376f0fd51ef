import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const projectFolder = join(import.meta.dirname, '..', '..', '..');

/** The commands that build first (tests, benchmarks) ask for what they built; else the sources run. */
const entryFile = (): string =>
  process.env['TONEARM_BUILT'] === '1'
    ? join(projectFolder, 'server', 'dist', 'main.js')
    : join(projectFolder, 'server', 'src', 'main.ts');

/** What `npm start` gives Node.js. */
const nodeFlags = JSON.parse(
  readFileSync(join(projectFolder, 'server', 'node-flags.json'), 'utf8'),
) as readonly string[];

/** How long the product may take to say that it is ready, in milliseconds. */
const readyTimeoutMs = 100_000;

/** The built product, running as a process of its own. */
export interface Product extends AsyncDisposable {
  /** Address to open, with a trailing slash. */
  readonly address: string;
  /** Everything it printed so far, a line each. */
  readonly lines: readonly string[];
  readonly pid: number;
  /** Signals the server and every process of its group, as Ctrl+C in a terminal does. */
  signalGroup(signal: NodeJS.Signals): void;
  /** Its exit code once it has ended; null when a signal ended it. */
  ended(): Promise<number | null>;
  /** Ends it the polite way and waits. */
  stop(): Promise<number | null>;
  /** Ends it as a power cut would. */
  kill(): Promise<void>;
}

const exited = (child: ChildProcess): Promise<number | null> =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve(child.exitCode)
    : once(child, 'exit').then(() => child.exitCode);

/**
 * Starts the product on a free port.
 * @param options `environment` holds TONEARM_… settings; `argv` more flags
 * @throws Error with what it printed when it does not become ready
 */
export const startProduct = async (options: {
  dataFolder: string;
  argv?: readonly string[];
  environment?: Readonly<Record<string, string>>;
  /** A command, with its arguments, that becomes the product: where it runs elsewhere. */
  through?: readonly string[];
  /** A file that is run in the product's place, with its flags: it serves otherwise, and says the same once it is ready. */
  instead?: string;
}): Promise<Product> => {
  const argv = ['--host', '127.0.0.1', '--port', '0', '--data', options.dataFolder, ...(options.argv ?? [])];
  const [command, ...parts] = [
    ...(options.through ?? []),
    process.execPath,
    ...nodeFlags,
    options.instead ?? entryFile(),
    ...argv,
  ];
  const child = spawn(command ?? process.execPath, parts, {
    env: { ...process.env, ...options.environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, so that a signal to the group ends no test.
    detached: true,
  });
  const lines: string[] = [];
  const address = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`not ready:\n${lines.join('\n')}`)), readyTimeoutMs);
    const onLine = (line: string): void => {
      lines.push(line);
      const match = /^Tonearm is ready: (\S+)/.exec(line);
      if (match?.[1] !== undefined) resolve(match[1]);
    };
    createInterface({ input: child.stdout }).on('line', onLine);
    createInterface({ input: child.stderr }).on('line', onLine);
    child.once('exit', (code) => reject(new Error(`ended with ${code}:\n${lines.join('\n')}`)));
    child.once('exit', () => clearTimeout(timer));
  });
  const stop = async (): Promise<number | null> => {
    child.kill('SIGTERM');
    return exited(child);
  };
  return {
    address: address.endsWith('/') ? address : `${address}/`,
    lines,
    pid: child.pid ?? 0,
    signalGroup: (signal) => {
      if (child.pid !== undefined) process.kill(-child.pid, signal);
    },
    ended: () => exited(child),
    stop,
    kill: async () => {
      child.kill('SIGKILL');
      await exited(child);
    },
    [Symbol.asyncDispose]: async () => {
      await stop();
    },
  };
};

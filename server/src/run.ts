import { enableCompileCache } from 'node:module';
import { createLog } from './platform/log.ts';
import { createLogRing } from './platform/log-ring.ts';
import type { RunningServer } from './start.ts';

/** Oldest Node.js that runs the server. */
const oldestNode = 24;

/** Exit codes: a value that cannot be used, and a start that failed. */
const exitBadUsage = 2;
const exitFailed = 1;

/** After this, and what balancers are given, the process ends even when something does not close, in milliseconds. */
const stopDeadlineMs = 5_000;

const print = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

const fail = (sentence: string, code: number): never => {
  process.stderr.write(`${sentence}\n`);
  process.exit(code);
};

const versionLine = async (): Promise<string> => {
  const { productName, productVersion } = await import('./platform/product-version.ts');
  return `${productName} ${productVersion()}`;
};

/** Whatever we write is ours alone: databases, keys, pictures out of private music. */
const umask = 0o077;

/**
 * Does what the command line says: serves, or what else it names. Never rejects for what a person can mend: that is a
 * sentence on standard error, and an exit code.
 */
export const run = async (): Promise<void> => {
  const major = Number(process.versions.node.split('.')[0]);
  if (major < oldestNode) {
    fail(`Tonearm needs Node.js ${oldestNode} or later; this is ${process.versions.node}.`, exitBadUsage);
  }
  process.umask(umask);
  enableCompileCache();
  const { ConfigError, helpText, readCommand, readConfig } = await import('./config.ts');
  const { StartError } = await import('./data-folder-files.ts');
  const argv = process.argv.slice(2);
  try {
    const command = readCommand(argv);
    if (command.kind === 'help') return print(helpText());
    if (command.kind === 'version') return print(await versionLine());
    const config = readConfig({ argv, environment: process.env, workingFolder: process.cwd() });
    if (command.kind !== 'serve') {
      const { maintain } = await import('./maintenance.ts');
      return print(await maintain(command, config));
    }
    const { serve } = await import('./serve.ts');
    const { onlyOnce } = await import('./platform/close-all.ts');
    const ring = createLogRing();
    const { logLevel: level, logFormat: format } = config;
    const log = createLog({ level, format, write: print, keep: ring.keep });
    const tell = (server: RunningServer): void => {
      print(`Tonearm is ready: ${server.address}`);
      if (server.setupCode !== null)
        print(`Setting up from outside the local network needs this code: ${server.setupCode}`);
    };
    const giveUp = (error: unknown): void => fail((error as Error).message, exitFailed);
    const stop = onlyOnce(async () => {
      setTimeout(() => process.exit(exitFailed), config.drainSeconds * 1000 + stopDeadlineMs).unref();
      const server = await serving;
      const isClosed = await server.close().then(
        () => true,
        (error: unknown) => {
          log.error('the server did not close as it should', { error });
          return false;
        },
      );
      process.exit(isClosed ? 0 : exitFailed);
    });
    // Also while it starts, for whoever reads that it is ready may end it at once. And every time: whoever starts us
    // with npm and presses Ctrl+C has the signal sent twice.
    for (const signal of ['SIGTERM', 'SIGINT'] as const)
      process.on(signal, () => void stop().catch(() => {}));
    const serving = serve(config, { log, recentLog: ring.lines }, { tell, fail: giveUp });
    await serving;
  } catch (error) {
    if (error instanceof ConfigError) fail(error.message, exitBadUsage);
    if (error instanceof StartError) fail(error.message, exitFailed);
    throw error;
  }
};

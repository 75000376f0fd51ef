import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { compose, type World } from './compose.ts';
import type { Config } from './config.ts';
import { holdDataFolder, StartError } from './data-folder.ts';
import { MigrationError } from './db/migrate.ts';
import { SetupError } from './features/setup/index.ts';
import { createApiDocsPage } from './http/api-docs/api-docs.ts';
import { createApp } from './http/app.ts';
import { createStaticSite } from './http/static-site.ts';
import { systemClock } from './platform/clock.ts';
import { systemRandom } from './platform/random.ts';

/** A server that answers. */
export interface RunningServer extends AsyncDisposable {
  /** Address to open, with the base path and a trailing slash. */
  readonly address: string;
  readonly port: number;
  /** The one-time code for setting up from outside the local network; null once set up. */
  readonly setupCode: string | null;
  /** Finishes calls under way for up to three seconds, then ends everything. */
  close(): Promise<void>;
}

/** Where the web client is built. */
const webFolder = join(import.meta.dirname, '..', '..', 'web', 'dist');

/** Calls under way may finish for this long when the server stops, in milliseconds. */
const graceMs = 3_000;

const shownHost = (host: string): string => {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
};

const listenTrouble = (error: unknown, config: Config): StartError => {
  const code = (error as { code?: string }).code ?? '';
  const where = `${config.host} port ${config.port}`;
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: `Something else is listening on ${where}. Choose another port with --port.`,
    EACCES: `Listening on ${where} is not allowed. Choose a port above 1023 with --port.`,
    EADDRNOTAVAIL: `This machine does not have the address ${config.host}. Choose another with --host.`,
    ENOTFOUND: `The name ${config.host} is not known. Choose an address with --host.`,
  };
  return new StartError(reasons[code] ?? `Listening on ${where} failed: ${(error as Error).message}.`);
};

/** Troubles that a sentence explains; anything else is a bug and keeps its stack. */
const startTrouble = (error: unknown): unknown =>
  error instanceof SetupError || error instanceof MigrationError ? new StartError(error.message) : error;

/**
 * Starts the server: answers as soon as it listens, from what is stored.
 * @param overrides what tests put in place of the real world; `log` is always given
 * @throws StartError with a sentence when it cannot start
 */
export const start = async (
  config: Config,
  overrides: Partial<World> & Pick<World, 'log'>,
): Promise<RunningServer> => {
  const folder = holdDataFolder(config.dataFolder);
  const world: World = { clock: systemClock, random: systemRandom, ...overrides };
  const composition = await compose(config, world).catch((error: unknown) => {
    folder.release();
    throw startTrouble(error);
  });
  const app = await createApp({
    log: world.log,
    clock: world.clock,
    authority: composition.authority,
    routes: composition.routes,
    pages: [createApiDocsPage(), createStaticSite({ distFolder: webFolder, basePath: config.basePath })],
    basePath: config.basePath,
    trustedProxies: config.trustedProxies,
  });
  const closeAll = async (): Promise<void> => {
    await app.close();
    await composition.close();
    folder.release();
  };
  try {
    await app.listen({ host: config.host, port: config.port });
  } catch (error) {
    await closeAll();
    throw listenTrouble(error, config);
  }
  composition.begin();
  const { port } = app.server.address() as AddressInfo;
  let closing: Promise<void> | null = null;
  const close = (): Promise<void> => {
    const cut = setTimeout(() => app.server.closeAllConnections(), graceMs);
    closing ??= closeAll().finally(() => clearTimeout(cut));
    return closing;
  };
  return {
    address: `http://${shownHost(config.host)}:${port}${config.basePath}/`,
    port,
    setupCode: composition.setupCode(),
    close,
    [Symbol.asyncDispose]: close,
  };
};

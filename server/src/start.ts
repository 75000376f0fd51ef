import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type Composition, compose } from './compose.ts';
import type { World } from './compose-base.ts';
import type { Config } from './config.ts';
import { type DataFolder, holdDataFolder } from './data-folder.ts';
import { StartError } from './data-folder-files.ts';
import { MigrationError } from './db/migrate.ts';
import { SetupError } from './features/setup/index.ts';
import { createApiDocsPage } from './http/api-docs/api-docs.ts';
import { createApp } from './http/app.ts';
import { warmUpBodies } from './http/bodies/warm-up.ts';
import { createStaticSite } from './http/static-site.ts';
import { systemClock } from './platform/clock.ts';
import { closeAll, onlyOnce } from './platform/close-all.ts';
import { createIdleReturn } from './platform/memory/idle-return.ts';
import { createLaterReturn, openGiveBack } from './platform/memory/memory-return.ts';
import { systemRandom } from './platform/random.ts';
import { SecretKeyError } from './platform/secret-box.ts';
import { isDamage, writeTrouble } from './platform/storage-trouble.ts';
import { wayBack } from './state/restore-state.ts';

/** A server that answers. */
export interface RunningServer extends AsyncDisposable {
  /** Address to open, with the base path and a trailing slash. */
  readonly address: string;
  readonly port: number;
  /** The one-time code for setting up from outside the local network; null once set up. */
  readonly setupCode: string | null;
  /** Says to balancers that it will stop soon, and answers as ever. */
  leave(): void;
  /** Finishes calls under way for up to two seconds, then ends everything. */
  close(): Promise<void>;
}

/** Where the web client is built. */
const webFolder = join(import.meta.dirname, '..', '..', 'web', 'dist');

/** Calls under way may finish for this long when the server stops, in milliseconds. */
const graceMs = 2_000;

/**
 * What a start leaves behind is collected after so long, in milliseconds: before a first scan takes most; when code is
 * warmed up, else the first who send much make everybody wait for that; then what began right after it.
 */
const tidyAfterMs = [350, 1_000, 4_000] as const;

/**
 * What a scan or the start of other threads leaves behind is collected so long after it, in milliseconds, where there is
 * a moment for it then.
 */
const tidyLaterMs = 12_000;

/** When code that reads bodies is warmed up, in milliseconds: whoever waits for the start asks first. */
const warmUpAfterMs = 500;

/** How often it is looked whether the data folder is still held, in milliseconds. */
const keepEveryMs = 1_000;

/** Processor time of this process so far, in milliseconds. */
const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

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

const takenAway = (dataFolder: string): StartError =>
  new StartError(
    `Another Tonearm has taken the data folder ${dataFolder}: its file lock was deleted or replaced while this one ran. This one ends, so that only one writes there.`,
  );

/** Troubles that a sentence explains; anything else is a bug and keeps its stack. */
const startTrouble = (error: unknown, dataFolder: string): unknown => {
  const isExplained =
    error instanceof SetupError || error instanceof MigrationError || error instanceof SecretKeyError;
  if (isExplained) return new StartError(error.message);
  const why = (error as Error).message;
  switch (writeTrouble(error)) {
    case 'full':
      return new StartError(
        `The disk of the data folder ${dataFolder} is full (${why}). Free some space and start again.`,
      );
    case 'read-only':
      return new StartError(
        `The data folder ${dataFolder} cannot be used by the user who runs the server (${why}). Give it to that user (chown -R), or choose another with --data.`,
      );
    case 'failing':
      return new StartError(
        `The disk of the data folder ${dataFolder} reports errors (${why}). Look after the disk and start again.`,
      );
    case null:
      return isDamage(error)
        ? new StartError(
            `A database in ${dataFolder} is damaged (${why}). ${wayBack(dataFolder)} — and start again.`,
          )
        : error;
  }
};

/** Warms up, and gives memory back when there is some to give. @returns ends it */
const beginTidying = (
  clock: World['clock'],
  { onChange }: Pick<Composition, 'onChange'>,
  giveBack: ReturnType<typeof openGiveBack>,
): (() => void) => {
  const later = createLaterReturn({ clock, giveBack, quietMs: tidyLaterMs, cpuMs });
  onChange(later.note);
  later.note();
  const cancels = [
    later.close,
    createIdleReturn({ clock, cpuMs, giveBack: () => giveBack('idle') }),
    clock.schedule(warmUpAfterMs, () => void warmUpBodies()),
    ...tidyAfterMs.map((ms) => clock.schedule(ms, () => giveBack())),
  ];
  return () => {
    for (const cancel of cancels) cancel();
  };
};

/**
 * Looks now and then whether the folder is still held: whoever deletes the file `lock` lets another server in.
 * @param onTaken called once, when another server has it
 * @returns ends it
 */
const keepFolder = (clock: World['clock'], folder: DataFolder, onTaken: () => void): (() => void) => {
  let cancel = (): void => {};
  const look = (): void => {
    cancel = clock.schedule(keepEveryMs, () => {
      if (folder.keep()) look();
      else onTaken();
    });
  };
  look();
  return () => cancel();
};

/**
 * Starts the server: answers as soon as it listens, from what is stored.
 * @param overrides what tests put in place of the real world; `log` is always given
 * @param onTaken hears when another server has taken the data folder, and why this one must end at once
 * @throws StartError with a sentence when it cannot start
 */
export const start = async (
  config: Config,
  overrides: Partial<World> & Pick<World, 'log'>,
  onTaken: (why: StartError) => void = () => {},
): Promise<RunningServer> => {
  const folder = holdDataFolder(config.dataFolder);
  const world: World = { clock: systemClock, random: systemRandom, ...overrides };
  const composition = await compose({ config, world, hold: folder.hold }).catch((error: unknown) => {
    folder.release();
    throw startTrouble(error, config.dataFolder);
  });
  const giveBack = openGiveBack(composition.freeCaches);
  const app = await createApp({
    log: world.log,
    clock: world.clock,
    giveBack,
    onAsked: composition.onAsked,
    authority: composition.authority,
    routes: composition.routes,
    explain: composition.explain,
    pages: [
      ...composition.pages,
      createApiDocsPage(),
      createStaticSite({ distFolder: webFolder, basePath: config.basePath }),
    ],
    basePath: config.basePath,
    trustedProxies: config.trustedProxies,
  });
  let cancelTidying = (): void => {};
  const stopKeeping = keepFolder(world.clock, folder, () => onTaken(takenAway(config.dataFolder)));
  const close = onlyOnce(async () => {
    cancelTidying();
    stopKeeping();
    const cut = setTimeout(() => app.server.closeAllConnections(), graceMs);
    composition.interrupt();
    await closeAll([folder.release, composition.close, () => app.close()]).finally(() => clearTimeout(cut));
  });
  try {
    await app.listen({ host: config.host, port: config.port });
  } catch (error) {
    await close();
    throw listenTrouble(error, config);
  }
  composition.begin();
  cancelTidying = beginTidying(world.clock, composition, giveBack);
  const { port } = app.server.address() as AddressInfo;
  return {
    address: `http://${shownHost(config.host)}:${port}${config.basePath}/`,
    ...{ port, setupCode: composition.setupCode(), leave: composition.leave },
    close,
    [Symbol.asyncDispose]: close,
  };
};

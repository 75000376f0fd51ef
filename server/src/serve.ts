import type { World } from './compose-base.ts';
import type { Config } from './config.ts';
import { holdDataFolder } from './data-folder.ts';
import { systemClock } from './platform/clock.ts';
import { type RunningServer, start } from './start.ts';
import { readyCopy, takeBack } from './state/restore-state.ts';

/** A server that starts anew by itself when a backup is restored. */
export interface Serving {
  /** The one that runs now. */
  current(): RunningServer;
  /** Resolves when a start anew that is under way has ended. */
  settled(): Promise<void>;
  /** Stops, after having said so to balancers for as long as it was told to. */
  close(): Promise<void>;
}

/** Puts a copy in the place of `state.db`. @returns the folder of what it replaced */
const restore = async (dataFolder: string, file: string): Promise<string> => {
  const folder = holdDataFolder(dataFolder);
  try {
    const copy = await readyCopy(dataFolder, file);
    return copy.putInPlace(Date.now());
  } finally {
    folder.release();
  }
};

/**
 * Starts the server, and starts it again on the same port whenever a backup is restored: with the backup, or, when
 * it cannot start with that, with what was there before.
 * @param tell hears of every start; of the first one before this resolves
 * @param fail hears when nothing can be started any more, or when another server has taken the data folder
 * @throws StartError as `start` does
 */
export const serve = async (
  config: Config,
  world: Partial<World> & Pick<World, 'log'>,
  { tell, fail }: { tell: (server: RunningServer) => void; fail: (error: unknown) => void },
): Promise<Serving> => {
  const { log } = world;
  const { dataFolder } = config;
  let isClosing = false;
  let replacing: Promise<void> = Promise.resolve();
  let current: RunningServer;

  const startWith = async (file: string): Promise<RunningServer> => {
    const again = { ...config, port: current.port };
    const begin = (): Promise<RunningServer> => start(again, { ...world, restart }, fail);
    let aside: string | null = null;
    try {
      aside = await restore(dataFolder, file);
      const server = await begin();
      log.info('a backup was restored', { file, replaced: aside });
      return server;
    } catch (error) {
      log.error('a backup could not be restored; the server goes on as it was', { file, error });
      if (aside !== null) takeBack(dataFolder, aside);
      return begin();
    }
  };
  const replace = async (file: string): Promise<void> => {
    if (isClosing) return;
    try {
      await current.close();
      current = await startWith(file);
      tell(current);
    } catch (error) {
      fail(error);
    }
  };
  const restart = (file: string): void => {
    replacing = replacing.then(() => replace(file));
  };

  current = await start(config, { ...world, restart }, fail);
  tell(current);
  return {
    current: () => current,
    settled: () => replacing,
    close: async () => {
      isClosing = true;
      await replacing;
      if (config.drainSeconds > 0) {
        current.leave();
        const { clock = systemClock } = world;
        await new Promise<void>((resolve) => clock.schedule(config.drainSeconds * 1000, resolve));
      }
      await current.close();
    },
  };
};

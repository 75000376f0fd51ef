import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from './config.ts';
import type { PasswordCost } from './features/users/index.ts';
import { openLibraryKeeper } from './library/library-keeper.ts';
import type { AppEvents } from './platform/app-events.ts';
import type { Clock } from './platform/clock.ts';
import type { Cleanup } from './platform/close-all.ts';
import { createEvents } from './platform/events.ts';
import type { Log } from './platform/log.ts';
import type { NumberedLine } from './platform/log-ring.ts';
import { createOutbound } from './platform/outbound.ts';
import type { Random } from './platform/random.ts';
import { createSecretBox } from './platform/secret-box.ts';
import { createStorageWatch } from './platform/storage-watch.ts';
import { openServedState } from './served-state.ts';
import { createDuty } from './state/duty.ts';
import { hasSeenSongs } from './state/first-seen.ts';
import { sealedSecrets } from './state/secrets.ts';
import { createStateCheck } from './state/state-check.ts';

/** What the outside world gives the features. */
export interface World {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** How hard passwords are hashed; the default is for production. */
  readonly passwordCost?: PasswordCost;
  /** Starts the server anew with a file in the place of `state.db`; absent where nobody can. */
  readonly restart?: (file: string) => void;
  /** The latest lines of the log; none where nobody keeps them. */
  readonly recentLog?: () => readonly NumberedLine[];
}

/** What everything is built from. */
export interface ComposeDeps {
  readonly config: Config;
  readonly world: World;
  /** Takes hold of the data folder for writing where that was not possible at first. @returns whether it is held */
  readonly hold: () => boolean;
}

/** What is beneath all features: the data folder, both databases, events and the way outside. */
export const openBase = async ({ config, world, hold }: ComposeDeps) => {
  const { clock, log } = world;
  const { dataFolder } = config;
  const cleanups: Cleanup[] = [];
  const events = createEvents<AppEvents>((error) => log.error('an event was not handled', { error }));
  const storage = createStorageWatch({
    folder: dataFolder,
    clock,
    log,
    isWritable: () => state.isWritable() && library.isWritable(),
    onChange: (changed) => events.emit('storage-changed', changed),
  });
  const state = await openServedState({ config, world, hold, onError: storage.note });
  cleanups.push(state.close);
  const scanCopy = state.openScanCopy();
  cleanups.push(scanCopy.close);
  const sharing = await state.share();
  const library = openLibraryKeeper({
    dataFolder,
    clock,
    log,
    mayWrite: hold,
    // Where there is one nobody asks: dates may be damaged, and it starts all the same.
    wasThere: !existsSync(join(dataFolder, 'library.db')) && (await hasSeenSongs(state.query)),
  });
  cleanups.push(library.close, storage.close);
  const stateCheck = createStateCheck({
    dataFolder: config.dataFolder,
    clock: world.clock,
    log: world.log,
    onLibraryDamage: library.report,
  });
  cleanups.push(stateCheck.close);
  events.on('collection-changed', library.check);
  const outbound = createOutbound(world.clock);
  cleanups.push(() => outbound.close());
  const box = createSecretBox({
    dataFolder: config.dataFolder,
    random: world.random,
    sealed: await sealedSecrets(state.query),
    ...(config.secretKeyFile === '' ? {} : { keyFile: config.secretKeyFile }),
  });
  await state.checkKey(box.fingerprint);
  return {
    config,
    world,
    state,
    scanCopy,
    sharing,
    duty: createDuty(sharing === null),
    stateCheck,
    storage,
    library,
    events,
    outbound,
    box,
    cleanups,
  };
};

/** It, open. */
export type Base = Awaited<ReturnType<typeof openBase>>;

import type { Kysely } from 'kysely';
import { AppError } from '../../platform/app-error.ts';
import type { AppEvents } from '../../platform/app-events.ts';
import type { Events } from '../../platform/events.ts';
import { applyChanges, type PreparedChange } from '../../state/prepared-change.ts';
import type { StateDatabase } from '../../state/state-schema.ts';
import { compileAlbumArtPattern } from './album-art-pattern.ts';
import { readSetting, writeSetting } from './settings-store.ts';
import { assertQuick } from './slow-pattern.ts';

/** Settings of the collection. */
export interface CollectionSettings {
  /** A regular expression that compiles. */
  readonly albumArtPattern: string;
  /** Seconds between scans; 0 scans only on demand and by watching. */
  readonly reindexEverySeconds: number;
}

/** What is to be changed; null stays. */
export interface SettingsChange {
  readonly albumArtPattern: string | null;
  readonly reindexEverySeconds: number | null;
}

/** Settings of the collection, kept in memory. */
export interface Settings {
  current(): CollectionSettings;
  /** @throws AppError invalid_album_art_pattern or negative_scan_period */
  prepare(change: SettingsChange): PreparedChange;
  /** As `prepare`, and writes it. */
  save(change: SettingsChange): Promise<void>;
}

const defaults: CollectionSettings = {
  albumArtPattern: 'Folder.(jpeg|jpg|png)',
  reindexEverySeconds: 30 * 60,
};

const patternKey = 'album_art_pattern';
const periodKey = 'reindex_every_n_seconds';

const read = async (query: Kysely<StateDatabase>): Promise<CollectionSettings> => {
  const pattern = await readSetting(query, patternKey);
  const period = await readSetting(query, periodKey);
  return {
    albumArtPattern: typeof pattern === 'string' ? pattern : defaults.albumArtPattern,
    reindexEverySeconds: typeof period === 'number' ? period : defaults.reindexEverySeconds,
  };
};

/** Processor time of this thread: how busy the machine is does not count. */
const threadMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

const check = (change: SettingsChange): void => {
  if (change.albumArtPattern !== null) {
    const text = change.albumArtPattern;
    assertQuick({ text, matches: compileAlbumArtPattern(text) }, threadMs);
  }
  if (change.reindexEverySeconds !== null && change.reindexEverySeconds < 0) {
    throw new AppError('negative_scan_period', 'The time between scans cannot be negative.');
  }
};

/** Reads the settings. Emits `settings-changed` whenever they were saved. */
export const createSettings = async (deps: {
  query: Kysely<StateDatabase>;
  events: Events<AppEvents>;
}): Promise<Settings> => {
  let current = await read(deps.query);

  const prepare = (change: SettingsChange): PreparedChange => {
    check(change);
    const { albumArtPattern, reindexEverySeconds } = change;
    return {
      apply: async (transaction) => {
        if (albumArtPattern !== null) await writeSetting(transaction, patternKey, albumArtPattern);
        if (reindexEverySeconds !== null) await writeSetting(transaction, periodKey, reindexEverySeconds);
      },
      announce: () => {
        const before = current;
        current = {
          albumArtPattern: albumArtPattern ?? before.albumArtPattern,
          reindexEverySeconds: reindexEverySeconds ?? before.reindexEverySeconds,
        };
        const isPatternChanged = current.albumArtPattern !== before.albumArtPattern;
        deps.events.emit('settings-changed', { isPatternChanged });
      },
    };
  };

  return {
    current: () => current,
    prepare,
    save: (change) => applyChanges(deps.query, [prepare(change)]),
  };
};

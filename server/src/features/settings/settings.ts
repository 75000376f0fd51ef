import { isDeepStrictEqual } from 'node:util';
import {
  type ServerCheckedName,
  type SettingName,
  type SettingsInput,
  settingFields,
  settingNames,
  type Settings as Values,
} from '@tonearm/contract';
import { AppError } from '../../platform/app-error.ts';
import type { AppEvents } from '../../platform/app-events.ts';
import type { Events } from '../../platform/events.ts';
import { applyChanges, type PreparedChange } from '../../state/changes/prepared-change.ts';
import { type Reading, readingOf, readTogether } from '../../state/changes/read-together.ts';
import { readingSettings, settingsOf } from '../../state/changes/setting-rows.ts';
import type { StateQuery } from '../../state/state-access.ts';
import { assertNothingLost } from './other-versions.ts';
import { assertQuick } from './slow-pattern.ts';

/** The address of version 8 that keeps dynamic DNS fresh: a setting there, kept elsewhere. */
export interface UpdateAddress {
  /** Empty when unused. */
  updateUrl(): string;
  /** @throws AppError invalid_ddns */
  prepareUrlChange(url: string): PreparedChange;
}

/** Settings of the collection, kept in memory; the table in the contract says which there are. */
export interface Settings {
  current(): Values;
  /**
   * Absent and null values stay.
   * @throws AppError the refusal of a setting, invalid_ddns, or invalid_request when something would be lost
   */
  prepareChange(change: SettingsInput): Promise<PreparedChange>;
  /** As `prepareChange`, and writes it. */
  save(change: SettingsInput): Promise<void>;
  /** Reads them again: another process may have saved. */
  readonly reading: Reading;
  /** The same by themselves. */
  reload(): Promise<void>;
}

/** Processor time of this thread: how busy the machine is does not count. */
const threadMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/** Checks that need more than the contract has. They throw an AppError with the refusal of the setting. */
const serverChecks: { readonly [N in ServerCheckedName]: (value: Values[N]) => Promise<void> } = {
  album_art_pattern: async (text) => {
    // The engine brings tables of all letters there are: no start waits for it.
    const { compileAlbumArtPattern } = await import('../../platform/text/album-art-pattern.ts');
    assertQuick({ text, matches: compileAlbumArtPattern(text) }, threadMs);
  },
};

/** An entry of the table whose types no longer matter. */
interface Entry {
  readonly check: 'schema' | 'server' | ((value: unknown) => string | null);
}

const checkValue = async (name: SettingName, value: unknown): Promise<void> => {
  const { check } = settingFields[name] as Entry;
  if (check === 'schema') return;
  if (check === 'server') {
    return (serverChecks[name as ServerCheckedName] as (value: unknown) => Promise<void>)(value);
  }
  const refusal = check(value);
  if (refusal !== null) throw new AppError(settingFields[name].refusal, refusal);
};

/** The values that a change gives, texts as the database can hold them. */
const given = (change: SettingsInput): [SettingName, unknown][] =>
  settingNames
    .filter((name) => change[name] !== undefined && change[name] !== null)
    .map((name) => {
      const value: unknown = change[name];
      return [name, typeof value === 'string' ? value.toWellFormed() : value];
    });

const readingAll = (take: (values: Values) => void): Reading =>
  readingOf(
    (query) => readingSettings(query, settingNames),
    (rows) => {
      const values = settingsOf(rows);
      const entries = settingNames.map((name): [SettingName, unknown] => {
        const { schema, initial } = settingFields[name];
        const stored = schema.safeParse(values.get(name));
        return [name, stored.success ? stored.data : initial];
      });
      take(Object.fromEntries(entries) as Values);
    },
  );

/** Reads the settings. Emits `settings-changed` whenever they were saved. */
export const createSettings = async (deps: {
  query: StateQuery;
  events: Events<AppEvents>;
  ddns: Pick<UpdateAddress, 'prepareUrlChange'>;
}): Promise<Settings> => {
  let current = {} as Values;
  await readTogether(deps.query, [
    readingAll((values) => {
      current = values;
    }),
  ]);
  const become = (next: Values): void => {
    const before = current;
    current = next;
    const needsScan = settingNames.some(
      (name) => settingFields[name].needsScan && current[name] !== before[name],
    );
    deps.events.emit('settings-changed', { needsScan });
  };

  const prepareChange = async (change: SettingsInput): Promise<PreparedChange> => {
    assertNothingLost(change);
    const values = given(change);
    for (const [name, value] of values) await checkValue(name, value);
    const { ddns_update_url: url } = change;
    const address = typeof url === 'string' ? deps.ddns.prepareUrlChange(url) : null;
    return {
      write: (transaction) => ({
        settings: new Map<string, unknown>([...values, ...(address?.write(transaction).settings ?? [])]),
      }),
      announce: () => {
        become({ ...current, ...(Object.fromEntries(values) as Partial<Values>) });
        address?.announce();
      },
    };
  };

  const reading = readingAll((next) => {
    if (!isDeepStrictEqual(next, current)) become(next);
  });

  return {
    current: () => current,
    prepareChange,
    save: async (change) => applyChanges(deps.query, [await prepareChange(change)]),
    reading,
    reload: () => readTogether(deps.query, [reading]),
  };
};

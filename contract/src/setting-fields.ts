import { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import { integer, text, yesOrNo } from './values.ts';

/**
 * What a value has to be besides fitting its schema.
 * - a function: gives the sentence that refuses the value, null for a good one.
 * - `schema`: nothing else.
 * - `server`: the server's own check of this name, where one needs more than the contract has.
 */
type Check<T> = 'schema' | 'server' | ((value: T) => string | null);

/** The ways in which apps tell who they are. */
export const appSchemes = ['key', 'plain', 'hex', 'token'] as const;
export type AppScheme = (typeof appSchemes)[number];

/** Keeps the types of an entry; `refusal` is the error code of a value that its check does not take. */
const setting = <S extends z.ZodType, const C extends Check<z.output<S>>>(entry: {
  readonly schema: S;
  /** While nobody has chosen one. */
  readonly initial: z.output<S>;
  readonly check: C;
  readonly refusal: ErrorCode;
  /** Whether the collection is scanned again when the value becomes another one. */
  readonly needsScan: boolean;
}) => entry;

/**
 * THE table of settings that administrators choose in the product, by their names on the wire and in the database.
 * What is asked, answered, checked and stored follows from it: a new entry is a new setting of `/settings` and
 * `/config`. What is set before the server starts stands in `process-settings.ts`.
 */
export const settingFields = {
  /** A regular expression for the names of picture files. */
  album_art_pattern: setting({
    schema: text,
    initial: 'Folder.(jpeg|jpg|png)',
    check: 'server',
    refusal: 'invalid_album_art_pattern',
    needsScan: true,
  }),
  /** Seconds between scans; 0 scans only on demand and by watching. */
  reindex_every_n_seconds: setting({
    schema: integer,
    initial: 30 * 60,
    check: (seconds) => (seconds < 0 ? 'The time between scans cannot be negative.' : null),
    refusal: 'negative_scan_period',
    needsScan: false,
  }),
  /** Whether apps that speak the Subsonic protocol are answered. */
  subsonic_enabled: setting({
    schema: yesOrNo,
    initial: true,
    check: 'schema',
    refusal: 'invalid_request',
    needsScan: false,
  }),
  /** How apps may sign in: a key, a plain password, one in hexadecimal digits, a salted token. */
  subsonic_schemes: setting({
    schema: z.array(z.enum(appSchemes)).max(appSchemes.length),
    initial: [...appSchemes],
    check: (schemes) => (schemes.length === 0 ? 'Apps need one way to sign in at least.' : null),
    refusal: 'invalid_request',
    needsScan: false,
  }),
  /** Whether apps may download songs, and folders, albums and playlists as archives. */
  subsonic_downloads: setting({
    schema: yesOrNo,
    initial: true,
    check: 'schema',
    refusal: 'invalid_request',
    needsScan: false,
  }),
  /** Whether songs are converted for those who ask for it, where ffmpeg is installed. */
  converts_songs: setting({
    schema: yesOrNo,
    initial: true,
    check: 'schema',
    refusal: 'invalid_request',
    needsScan: false,
  }),
  /** Whether songs whose tags do not say how loud they are are measured while nothing else is to be done. */
  measures_songs: setting({
    schema: yesOrNo,
    initial: true,
    check: 'schema',
    refusal: 'invalid_request',
    needsScan: false,
  }),
} as const;

type Table = typeof settingFields;
/** Name of a setting. */
export type SettingName = keyof Table;
/** Names of all settings. */
export const settingNames = Object.keys(settingFields) as SettingName[];
/** Names of the settings that the server has a check of its own for. */
export type ServerCheckedName = {
  [N in SettingName]: Table[N]['check'] extends 'server' ? N : never;
}[SettingName];

type Schemas = { readonly [N in SettingName]: Table[N]['schema'] };
type ChangeSchemas = { readonly [N in SettingName]: z.ZodOptional<z.ZodNullable<Table[N]['schema']>> };

const each = (pick: (schema: z.ZodType) => z.ZodType) =>
  Object.fromEntries(settingNames.map((name) => [name, pick(settingFields[name].schema)]));

/** A schema for each setting. */
export const settingSchemas = each((schema) => schema) as Schemas;
/** The same for a change, in which an absent or null value stays. */
export const settingChangeSchemas = each((schema) => schema.nullish()) as ChangeSchemas;

/** Error codes of values that are refused. */
export const settingRefusals: readonly ErrorCode[] = settingNames.map((name) => settingFields[name].refusal);

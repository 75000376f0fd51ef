import { lstatSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Config, ConfigError, type Found, processSettings, variableOf } from './process-settings.ts';

export { type Config, ConfigError } from './process-settings.ts';

type SettingName = keyof Config;
const names = Object.keys(processSettings) as SettingName[];
const flagOf = (name: SettingName): string => processSettings[name].flag;

/** Name of the settings file in the data folder. */
const fileNameInData = 'tonearm.json';

/** Flags that are about the other settings and not settings themselves. */
const extraFlags = {
  config: {
    flag: `--config FILE`,
    variable: variableOf('config'),
    help: `settings file (default ${fileNameInData} in the data folder)`,
  },
  resetPassword: {
    flag: '--reset-password NAME',
    variable: '',
    help: 'give a user a new password and print it; the server must be stopped',
  },
  backUp: {
    flag: '--back-up FOLDER',
    variable: '',
    help: 'write a verified copy of what people made, also while the server runs',
  },
  restore: {
    flag: '--restore FILE',
    variable: '',
    help: 'put a copy of state.db in its place; the server must be stopped, and what is replaced is kept',
  },
  dryRun: {
    flag: '--dry-run',
    variable: '',
    help: 'with --restore: only look whether the copy is sound and what it holds',
  },
  listBackups: { flag: '--list-backups', variable: '', help: 'print the copies that can be restored' },
  moveTo: {
    flag: '--move-to URL|FILE',
    variable: '',
    help: 'copy what people made from state.db into an empty PostgreSQL; the server must be stopped',
  },
  moveFrom: {
    flag: '--move-from URL|FILE',
    variable: '',
    help: 'copy what people made out of PostgreSQL into a new state.db; the server must be stopped',
  },
  newSecretKey: {
    flag: '--new-secret-key',
    variable: '',
    help: 'make a key in place of one that is lost; linked accounts are linked again',
  },
  help: { flag: '--help', variable: '', help: 'print this text' },
  version: { flag: '--version', variable: '', help: 'print the version' },
} as const;

interface HelpLine {
  readonly flag: string;
  readonly variable: string;
  readonly help: string;
}

const helpLines = (): HelpLine[] => [
  ...names.map((name) => {
    const { flag, kind, help, fallback } = processSettings[name];
    const shown = fallback === '' ? '' : ` (default ${fallback})`;
    return { flag: `--${flag} ${kind.placeholder}`, variable: variableOf(flag), help: `${help}${shown}` };
  }),
  ...Object.values(extraFlags),
];

/** Text of `--help`. */
export const helpText = (): string => {
  const lines = helpLines();
  const flagWidth = Math.max(...lines.map(({ flag }) => flag.length));
  const variableWidth = Math.max(...lines.map(({ variable }) => variable.length));
  return [
    'Tonearm, a self-hosted music server.',
    '',
    ...lines.map(
      ({ flag, variable, help }) => `  ${flag.padEnd(flagWidth)}  ${variable.padEnd(variableWidth)}  ${help}`,
    ),
    '',
    'As words: tonearm back-up FOLDER, tonearm restore [FILE], tonearm reset-password NAME, tonearm move --to URL.',
    'A flag wins over its variable, that over the settings file, whose keys are the flags without the dashes.',
    '',
  ].join('\n');
};

type Flags = Readonly<Partial<Record<string, string>>>;

/** What a command line asks for. */
export type Command =
  | { readonly kind: 'help' }
  | { readonly kind: 'version' }
  | { readonly kind: 'serve'; readonly flags: Flags }
  /** Something done to the data folder instead, see maintenance.ts. */
  | { readonly kind: 'reset-password'; readonly name: string; readonly flags: Flags }
  | { readonly kind: 'back-up'; readonly target: string; readonly flags: Flags }
  | { readonly kind: 'restore'; readonly source: string; readonly isTrial: boolean; readonly flags: Flags }
  | { readonly kind: 'list-backups'; readonly flags: Flags }
  | { readonly kind: 'move-to'; readonly database: string; readonly flags: Flags }
  | { readonly kind: 'move-from'; readonly database: string; readonly flags: Flags }
  | { readonly kind: 'new-secret-key'; readonly flags: Flags };

/** Tasks that are also said as a first word, without dashes. */
const wordTasks = ['back-up', 'restore', 'reset-password', 'list-backups', 'new-secret-key'];

const withoutWord = (argv: readonly string[]): string[] => {
  const [first = '', ...rest] = argv;
  if (first === 'move') return rest.map((word) => word.replace(/^--(to|from)(?==|$)/, '--move-$1'));
  if (!wordTasks.includes(first)) return [...argv];
  const isBare = first === 'restore' && (rest[0] === undefined || rest[0].startsWith('-'));
  return [isBare ? '--list-backups' : `--${first}`, ...rest];
};

/** @throws ConfigError for what names no database */
const databaseOf = (from: string, value: string): string => {
  const url = processSettings.database.kind.parse({ value, from, folder: process.cwd() });
  if (url !== '') return url;
  throw new ConfigError(`${from} must be an address that begins with postgres://.`);
};

/** A task, by the values of its flags; null where none is wanted. */
const taskOf = (values: Readonly<Record<string, unknown>>, flags: Flags): Command | null => {
  const { 'reset-password': name, 'back-up': target, restore: source } = values;
  const { 'move-to': moveTo, 'move-from': moveFrom } = values;
  if (typeof name === 'string') return { kind: 'reset-password', name, flags };
  if (typeof target === 'string') return { kind: 'back-up', target, flags };
  if (typeof moveTo === 'string') return { kind: 'move-to', database: databaseOf('--to', moveTo), flags };
  if (typeof moveFrom === 'string')
    return { kind: 'move-from', database: databaseOf('--from', moveFrom), flags };
  if (typeof source === 'string')
    return { kind: 'restore', source, isTrial: values['dry-run'] === true, flags };
  if (values['list-backups'] === true) return { kind: 'list-backups', flags };
  return values['new-secret-key'] === true ? { kind: 'new-secret-key', flags } : null;
};

/** Reads a command line. @throws ConfigError for a flag that there is not, or without its value */
export const readCommand = (argv: readonly string[]): Command => {
  const text = { type: 'string' as const };
  const settings = Object.fromEntries([...names.map(flagOf), 'config'].map((flag) => [flag, text]));
  const tasks = {
    'reset-password': text,
    'back-up': text,
    restore: text,
    'move-to': text,
    'move-from': text,
    'dry-run': { type: 'boolean' },
    'list-backups': { type: 'boolean' },
    'new-secret-key': { type: 'boolean' },
  } as const;
  const alone = { help: { type: 'boolean', short: 'h' }, version: { type: 'boolean' } } as const;
  try {
    const { values } = parseArgs({
      args: withoutWord(argv),
      options: { ...settings, ...tasks, ...alone },
      allowPositionals: false,
    });
    const given = values as Readonly<Record<string, unknown>>;
    if (given['help'] === true) return { kind: 'help' };
    if (given['version'] === true) return { kind: 'version' };
    const flags = Object.fromEntries(Object.entries(given).filter(([flag]) => flag in settings)) as Flags;
    return taskOf(given, flags) ?? { kind: 'serve', flags };
  } catch (error) {
    const [sentence = 'The flags cannot be read'] = (error as Error).message.split(/\. |\n/);
    throw new ConfigError(`${sentence.replace(/\.$/, '')}. --help lists all flags.`);
  }
};

type FileValues = Readonly<Record<string, unknown>>;

/** The settings file as it was found. */
interface SettingsFile {
  readonly path: string;
  /** It was named, and not looked for in the data folder. */
  readonly isNamed: boolean;
  readonly values: FileValues;
}

/** Some editors put it before everything. */
const byteOrderMark = /^\ufeff/;

const parseFile = (path: string): unknown => {
  try {
    // Reading a pipe would wait for ever.
    if (statSync(path).isFile()) return JSON.parse(readFileSync(path, 'utf8').replace(byteOrderMark, ''));
  } catch (error) {
    const why = (error as Error).message;
    throw new ConfigError(
      `The settings file ${path} cannot be read: ${why}. Mend it or move it away, and start again.`,
    );
  }
  throw new ConfigError(
    `The settings file ${path} is a folder or a device, and not a file. Move it away and start again.`,
  );
};

const readJsonObject = (path: string): FileValues => {
  const value = parseFile(path);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as FileValues;
  throw new ConfigError(`The settings file ${path} must hold one JSON object.`);
};

/** Whether there is something, be it a link that leads nowhere: somebody meant it to be read. */
const isThere = (path: string): boolean => {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    // Where nobody may look, the data folder itself is what is wrong, and says so.
    return false;
  }
};

const refuseUnknownKeys = ({ path, isNamed, values }: SettingsFile): void => {
  const known = names.map(flagOf);
  for (const key of Object.keys(values)) {
    if (!known.includes(key)) {
      throw new ConfigError(`"${key}" in ${path} is not a setting. There are: ${known.join(', ')}.`);
    }
    if (key === flagOf('dataFolder') && !isNamed) {
      throw new ConfigError(
        `"data" in ${path} cannot be used, because that file was looked for in the data folder. ` +
          'Name the folder with --data or TONEARM_DATA, or the file with --config.',
      );
    }
  }
};

const readSettingsFile = (path: string, isNamed: boolean): SettingsFile => {
  const file = { path, isNamed, values: isNamed || isThere(path) ? readJsonObject(path) : {} };
  refuseUnknownKeys(file);
  return file;
};

const foundInFile = (name: SettingName, file: SettingsFile): Found | undefined => {
  const { flag, kind } = processSettings[name];
  const json = file.values[flag];
  if (json === undefined) return undefined;
  const from = `"${flag}" in ${file.path}`;
  const value = typeof json === 'string' ? json : kind.fromJson?.(json);
  if (value === undefined)
    throw new ConfigError(`${from} must be ${kind.inFile}, not ${JSON.stringify(json)}.`);
  return { value, from, folder: dirname(file.path) };
};

interface Places {
  readonly flags: Flags;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly workingFolder: string;
}

const foundOutside = (name: SettingName, places: Places): Found | undefined => {
  const { flag } = processSettings[name];
  const folder = places.workingFolder;
  const fromFlag = places.flags[flag];
  if (fromFlag !== undefined) return { value: fromFlag, from: `--${flag}`, folder };
  const variable = variableOf(flag);
  const fromEnvironment = places.environment[variable];
  return fromEnvironment === undefined ? undefined : { value: fromEnvironment, from: variable, folder };
};

const fallbackOf = (name: SettingName, folder: string): Found => {
  const { flag, fallback } = processSettings[name];
  return { value: fallback, from: `--${flag}`, folder };
};

const findSettingsFile = (places: Places): SettingsFile => {
  const named = places.flags['config'] ?? places.environment[extraFlags.config.variable];
  if (named !== undefined) return readSettingsFile(resolve(places.workingFolder, named), true);
  const data = foundOutside('dataFolder', places) ?? fallbackOf('dataFolder', places.workingFolder);
  return readSettingsFile(join(processSettings.dataFolder.kind.parse(data), fileNameInData), false);
};

/**
 * Reads the configuration: flags before environment before the settings file (`tonearm.json` in the data
 * folder, or the one that is named with `--config`) before defaults.
 * @throws ConfigError naming the first value that cannot be used
 */
export const readConfig = (input: {
  argv: readonly string[];
  environment: Readonly<Record<string, string | undefined>>;
  workingFolder: string;
}): Config => {
  const command = readCommand(input.argv);
  const places: Places = { ...input, flags: 'flags' in command ? command.flags : {} };
  const file = findSettingsFile(places);
  const entries = names.map((name) => {
    const found =
      foundOutside(name, places) ?? foundInFile(name, file) ?? fallbackOf(name, places.workingFolder);
    return [name, processSettings[name].kind.parse(found)];
  });
  const config = Object.fromEntries(entries) as Config;
  if (config.database === '' && !config.roles.includes('scan')) {
    throw new ConfigError(
      '--roles serve is for one of several processes: without --database nobody would scan.',
    );
  }
  return config;
};

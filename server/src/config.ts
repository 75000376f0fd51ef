import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import ipaddr from 'ipaddr.js';
import { type LogLevel, logLevels } from './platform/log.ts';

/** Everything that is set from outside the product, checked. */
export interface Config {
  /** Address to listen on. */
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** Absolute folder of the databases and caches. */
  readonly dataFolder: string;
  /** '' or `/sub/path`, without a trailing slash. */
  readonly basePath: string;
  readonly logLevel: LogLevel;
  /** Addresses or networks whose forwarding headers are believed. */
  readonly trustedProxies: readonly string[];
  /** Whether a symbolic link that leaves every source is followed. */
  readonly followsOutsideLinks: boolean;
  readonly lastfm: {
    readonly apiRoot: string;
    readonly authorizePage: string;
    readonly apiKey: string;
    readonly secret: string;
  };
  readonly listenBrainzRoot: string;
  readonly ddnsRoot: string;
}

/** One thing that can be set: its flag, what it is for, and its default. */
interface Option {
  readonly flag: string;
  readonly help: string;
  readonly fallback: string;
  /** A value that is hidden from the help's defaults. */
  readonly isSecret?: boolean;
}

/** All options. The environment variable of `--base-path` is TONEARM_BASE_PATH, its file key `base-path`. */
const options = {
  host: { flag: 'host', help: 'address to listen on', fallback: '0.0.0.0' },
  port: { flag: 'port', help: 'port to listen on, 0 for any free one', fallback: '5050' },
  data: { flag: 'data', help: 'folder of the databases and caches', fallback: 'data' },
  basePath: { flag: 'base-path', help: 'sub-path below a reverse proxy, such as /music', fallback: '' },
  logLevel: { flag: 'log-level', help: `one of ${logLevels.join(', ')}`, fallback: 'info' },
  trustedProxies: {
    flag: 'trusted-proxies',
    help: 'addresses or networks of reverse proxies, separated by commas',
    fallback: '',
  },
  followOutsideLinks: {
    flag: 'follow-outside-links',
    help: 'follow symbolic links that leave every source: yes or no',
    fallback: 'no',
  },
  lastfmRoot: {
    flag: 'lastfm-root',
    help: 'API root of Last.fm or a compatible service',
    fallback: 'https://ws.audioscrobbler.com/2.0/',
  },
  lastfmAuthorizePage: {
    flag: 'lastfm-authorize-page',
    help: 'page where users allow the link',
    fallback: 'https://www.last.fm/api/auth/',
  },
  lastfmKey: { flag: 'lastfm-key', help: 'API key of Last.fm', fallback: '', isSecret: true },
  lastfmSecret: { flag: 'lastfm-secret', help: 'API secret of Last.fm', fallback: '', isSecret: true },
  listenBrainzRoot: {
    flag: 'listenbrainz-root',
    help: 'API root of ListenBrainz or a compatible service',
    fallback: 'https://api.listenbrainz.org/',
  },
  ddnsRoot: {
    flag: 'ddns-root',
    help: 'root of the dynamic DNS provider',
    fallback: 'https://ydns.io/',
  },
} as const satisfies Record<string, Option>;

type OptionName = keyof typeof options;
const optionNames = Object.keys(options) as OptionName[];

const environmentName = (flag: string): string => `TONEARM_${flag.replaceAll('-', '_').toUpperCase()}`;

/** A value that cannot be used. The message is one sentence naming where it came from. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Text of `--help`. */
export const helpText = (): string => {
  const lines = optionNames.map((name) => {
    const option: Option = options[name];
    const shown = option.fallback === '' ? '' : ` (default ${option.fallback})`;
    return `  --${option.flag.padEnd(24)} ${environmentName(option.flag).padEnd(30)} ${option.help}${shown}`;
  });
  return ['Tonearm, a self-hosted music server.', '', ...lines, ''].join('\n');
};

interface Found {
  readonly value: string;
  /** `--port`, `TONEARM_PORT` or `port in FILE`: what an error names. */
  readonly from: string;
}

const readFlags = (argv: readonly string[]): Partial<Record<string, string>> => {
  const flags = Object.fromEntries(
    [...optionNames.map((name) => options[name].flag), 'config'].map((flag) => [
      flag,
      { type: 'string' as const },
    ]),
  );
  try {
    return parseArgs({ args: [...argv], options: flags, allowPositionals: false }).values as Record<
      string,
      string
    >;
  } catch (error) {
    throw new ConfigError((error as Error).message.split('. ')[0] ?? 'The flags cannot be read.');
  }
};

const readConfigFile = (file: string, isRequired: boolean): Partial<Record<string, unknown>> => {
  if (!isRequired && !existsSync(file)) return {};
  try {
    const value = JSON.parse(readFileSync(file, 'utf8')) as unknown;
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>;
  } catch (error) {
    throw new ConfigError(`The settings file ${file} cannot be read: ${(error as Error).message}.`);
  }
  throw new ConfigError(`The settings file ${file} must hold one JSON object.`);
};

const parsePort = ({ value, from }: Found): number => {
  const port = /^\d{1,5}$/.test(value) ? Number(value) : Number.NaN;
  if (port >= 0 && port <= 65_535) return port;
  throw new ConfigError(`${from} must be a whole number from 0 to 65535, not "${value}".`);
};

const parseBasePath = ({ value, from }: Found): string => {
  const trimmed = value.replace(/\/+$/, '');
  if (trimmed === '') return '';
  if (/^(\/[\w.~-]+)+$/.test(trimmed) && !trimmed.split('/').includes('..')) return trimmed;
  throw new ConfigError(`${from} must look like /music, not "${value}".`);
};

const parseLogLevel = ({ value, from }: Found): LogLevel => {
  const level = logLevels.find((candidate) => candidate === value);
  if (level !== undefined) return level;
  throw new ConfigError(`${from} must be one of ${logLevels.join(', ')}, not "${value}".`);
};

const parseFlag = ({ value, from }: Found): boolean => {
  if (['yes', 'true', '1', 'on'].includes(value)) return true;
  if (['no', 'false', '0', 'off', ''].includes(value)) return false;
  throw new ConfigError(`${from} must be yes or no, not "${value}".`);
};

const parseNetworks = ({ value, from }: Found): string[] => {
  const networks = value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  for (const network of networks) {
    if (!ipaddr.isValid(network) && !ipaddr.isValidCIDR(network)) {
      throw new ConfigError(`${from} must hold addresses or networks such as 10.0.0.0/8, not "${network}".`);
    }
  }
  return networks;
};

const parseRoot = ({ value, from }: Found): string => {
  if (/^https?:\/\//.test(value) && URL.canParse(value)) return value.endsWith('/') ? value : `${value}/`;
  throw new ConfigError(`${from} must be an address that begins with http:// or https://, not "${value}".`);
};

const parseHost = ({ value, from }: Found): string => {
  if (value !== '' && /^[\w.:%-]+$/.test(value)) return value;
  throw new ConfigError(`${from} must be an address or a host name, not "${value}".`);
};

const parseFolder = ({ value, from }: Found, workingFolder: string): string => {
  if (value.trim() !== '' && !value.includes('\0')) return resolve(workingFolder, value);
  throw new ConfigError(`${from} must name a folder.`);
};

/**
 * Reads the configuration: flags before environment before the settings file (`tonearm.json` in the data
 * folder, or `--config`) before defaults.
 * @throws ConfigError naming the first value that cannot be used
 */
export const readConfig = (input: {
  argv: readonly string[];
  environment: Readonly<Record<string, string | undefined>>;
  workingFolder: string;
}): Config => {
  const flags = readFlags(input.argv);
  let file: Partial<Record<string, unknown>> = {};
  let fileName = '';
  const find = (name: OptionName): Found => {
    const { flag, fallback } = options[name];
    const fromFlag = flags[flag];
    if (fromFlag !== undefined) return { value: fromFlag, from: `--${flag}` };
    const fromEnvironment = input.environment[environmentName(flag)];
    if (fromEnvironment !== undefined) return { value: fromEnvironment, from: environmentName(flag) };
    const fromFile = file[flag];
    if (fromFile !== undefined) {
      const value = typeof fromFile === 'string' ? fromFile : JSON.stringify(fromFile);
      return { value, from: `"${flag}" in ${fileName}` };
    }
    return { value: fallback, from: `--${flag}` };
  };
  const dataFolder = parseFolder(find('data'), input.workingFolder);
  const named = flags['config'] ?? input.environment['TONEARM_CONFIG'];
  fileName = named === undefined ? join(dataFolder, 'tonearm.json') : resolve(input.workingFolder, named);
  file = readConfigFile(fileName, named !== undefined);
  return {
    host: parseHost(find('host')),
    port: parsePort(find('port')),
    dataFolder,
    basePath: parseBasePath(find('basePath')),
    logLevel: parseLogLevel(find('logLevel')),
    trustedProxies: parseNetworks(find('trustedProxies')),
    followsOutsideLinks: parseFlag(find('followOutsideLinks')),
    lastfm: {
      apiRoot: parseRoot(find('lastfmRoot')),
      authorizePage: parseRoot(find('lastfmAuthorizePage')),
      apiKey: find('lastfmKey').value,
      secret: find('lastfmSecret').value,
    },
    listenBrainzRoot: parseRoot(find('listenBrainzRoot')),
    ddnsRoot: parseRoot(find('ddnsRoot')),
  };
};

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import ipaddr from 'ipaddr.js';
import { type LogFormat, type LogLevel, logFormats, logLevels } from './platform/log.ts';

/** A value that cannot be used. The message is one sentence naming where it came from. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** A value as it was found. */
export interface Found {
  readonly value: string;
  /** `--port`, `TONEARM_PORT` or `"port" in FILE`: what an error names. */
  readonly from: string;
  /** What a relative path is relative to: the working folder, or the settings file's own. */
  readonly folder: string;
}

/** A kind of value: how it is written on a command line and in the settings file, and what it becomes. */
interface Kind<T> {
  /** What stands for the value in `--help`. */
  readonly placeholder: string;
  /** What the settings file may hold instead of a text, in words; an error ends with it. */
  readonly inFile: string;
  /** The text that a JSON value other than a text stands for; undefined when it stands for none. */
  readonly fromJson?: (value: unknown) => string | undefined;
  /** @throws ConfigError */
  readonly parse: (found: Found) => T;
}

const parsePort = ({ value, from }: Found): number => {
  const port = /^\d{1,5}$/.test(value) ? Number(value) : Number.NaN;
  if (port >= 0 && port <= 65_535) return port;
  throw new ConfigError(`${from} must be a whole number from 0 to 65535, not "${value}".`);
};

const parseCount = ({ value, from }: Found): number => {
  if (/^[1-9]\d{0,8}$/.test(value)) return Number(value);
  throw new ConfigError(`${from} must be a whole number from 1 on, not "${value}".`);
};

const parseSeconds = ({ value, from }: Found): number => {
  if (/^(0|[1-9]\d{0,3})$/.test(value)) return Number(value);
  throw new ConfigError(`${from} must be a whole number of seconds from 0 to 9999, not "${value}".`);
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

const parseLogFormat = ({ value, from }: Found): LogFormat => {
  const format = logFormats.find((candidate) => candidate === value);
  if (format !== undefined) return format;
  throw new ConfigError(`${from} must be one of ${logFormats.join(', ')}, not "${value}".`);
};

/** A short one could be guessed by whoever may ask as often as they like. */
const parseToken = ({ value, from }: Found): string => {
  if (value === '' || value.length >= 16) return value;
  throw new ConfigError(`${from} must have at least 16 characters.`);
};

/** What a process may do. */
export type Role = 'serve' | 'scan';

const parseRoles = ({ value, from }: Found): readonly Role[] => {
  const roles = value
    .split(',')
    .map((part) => part.trim())
    .toSorted();
  if (roles.join() === 'scan,serve') return ['serve', 'scan'];
  if (roles.join() === 'serve') return ['serve'];
  throw new ConfigError(`${from} must be serve or serve,scan, not "${value}".`);
};

const parseYesNo = ({ value, from }: Found): boolean => {
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

const parseFolder = ({ value, from, folder }: Found): string => {
  if (value.trim() !== '' && !value.includes('\0')) return resolve(folder, value);
  throw new ConfigError(`${from} must name a folder.`);
};

/** One line of a file, so that it stands in no list of processes. */
const lineOf = ({ value, from, folder }: Found): string => {
  try {
    return readFileSync(resolve(folder, value), 'utf8').trim();
  } catch (error) {
    throw new ConfigError(
      `${from} must be an address that begins with postgres:// or a file that holds one: ${(error as Error).message}.`,
    );
  }
};

const isPostgresUrl = (url: string): boolean => /^postgres(ql)?:\/\//.test(url) && URL.canParse(url);

const parseDatabase = (found: Found): string => {
  if (found.value === '' || isPostgresUrl(found.value)) return found.value;
  const url = lineOf(found);
  if (isPostgresUrl(url)) return url;
  // What it holds may be a password.
  throw new ConfigError(
    `${found.from} must be, or name a file with, an address that begins with postgres://.`,
  );
};

const parseFile = ({ value, folder }: Found): string => (value === '' ? '' : resolve(folder, value));

const text = 'a text in quotes';
const host: Kind<string> = { placeholder: 'ADDRESS', inFile: text, parse: parseHost };
const port: Kind<number> = {
  placeholder: 'PORT',
  inFile: 'a number',
  fromJson: (value) => (typeof value === 'number' ? String(value) : undefined),
  parse: parsePort,
};
const count: Kind<number> = {
  placeholder: 'COUNT',
  inFile: 'a number',
  fromJson: (value) => (typeof value === 'number' ? String(value) : undefined),
  parse: parseCount,
};
const seconds: Kind<number> = {
  placeholder: 'SECONDS',
  inFile: 'a number',
  fromJson: (value) => (typeof value === 'number' ? String(value) : undefined),
  parse: parseSeconds,
};
const folder: Kind<string> = { placeholder: 'FOLDER', inFile: text, parse: parseFolder };
const basePath: Kind<string> = { placeholder: 'PATH', inFile: text, parse: parseBasePath };
const logLevel: Kind<LogLevel> = { placeholder: 'LEVEL', inFile: text, parse: parseLogLevel };
const logFormat: Kind<LogFormat> = { placeholder: 'FORMAT', inFile: text, parse: parseLogFormat };
const token: Kind<string> = { placeholder: 'TEXT', inFile: text, parse: parseToken };
const yesNo: Kind<boolean> = {
  placeholder: 'yes|no',
  inFile: 'true or false',
  fromJson: (value) => (typeof value === 'boolean' ? String(value) : undefined),
  parse: parseYesNo,
};
const networks: Kind<readonly string[]> = {
  placeholder: 'LIST',
  inFile: 'a text in quotes or a list of them',
  fromJson: (value) =>
    Array.isArray(value) && value.every((entry) => typeof entry === 'string') ? value.join(',') : undefined,
  parse: parseNetworks,
};
const root: Kind<string> = { placeholder: 'URL', inFile: text, parse: parseRoot };
const roles: Kind<readonly Role[]> = { placeholder: 'LIST', inFile: text, parse: parseRoles };
const secret: Kind<string> = { placeholder: 'TEXT', inFile: text, parse: ({ value }) => value };

const database: Kind<string> = { placeholder: 'URL|FILE', inFile: text, parse: parseDatabase };
const file: Kind<string> = { placeholder: 'FILE', inFile: text, parse: parseFile };

const program: Kind<string> = {
  placeholder: 'PROGRAM',
  inFile: text,
  parse: ({ value }) => (value === 'no' ? '' : value),
};

/** One thing that is set from outside the product. */
export interface ProcessSetting<T> {
  /** Without the dashes. It is the key in the settings file too; the variable follows from it. */
  readonly flag: string;
  /** What it is for, without its default. */
  readonly help: string;
  /** Used when it is set nowhere. */
  readonly fallback: string;
  readonly kind: Kind<T>;
}

const setting = <T>(kind: Kind<T>, rest: Omit<ProcessSetting<T>, 'kind'>): ProcessSetting<T> => ({
  kind,
  ...rest,
});

/**
 * THE table of what is set from outside: reading, `--help` and the tables of the guide follow from it.
 * A new line here is a new flag, a new variable, a new key of the settings file and a new field of `Config`.
 */
export const processSettings = {
  /** Address to listen on. */
  host: setting(host, { flag: 'host', help: 'address to listen on', fallback: '0.0.0.0' }),
  /** 0 takes any free port. */
  port: setting(port, { flag: 'port', help: 'port to listen on, 0 for any free one', fallback: '5050' }),
  /** Absolute folder of the databases and caches. */
  dataFolder: setting(folder, {
    flag: 'data',
    help: 'folder of the databases and caches, made if missing',
    fallback: 'data',
  }),
  /** '' where it is in the data folder. */
  database: setting(database, {
    flag: 'database',
    help: 'PostgreSQL for what people make, as postgres://user:password@host/name or a file that holds that; without it a file in the data folder',
    fallback: '',
  }),
  roles: setting(roles, {
    flag: 'roles',
    help: 'what one of several processes does: serve,scan, or serve for one that is never elected to scan',
    fallback: 'serve,scan',
  }),
  /** '' for the one in the data folder. */
  secretKeyFile: setting(file, {
    flag: 'secret-key-file',
    help: 'file of the key that secrets are encrypted with; without it secret.key in the data folder',
    fallback: '',
  }),
  /** '' or `/sub/path`, without a trailing slash. */
  basePath: setting(basePath, {
    flag: 'base-path',
    help: 'sub-path below a reverse proxy, such as /music',
    fallback: '',
  }),
  logLevel: setting(logLevel, {
    flag: 'log-level',
    help: `how much is printed: ${logLevels.join(', ')}`,
    fallback: 'info',
  }),
  logFormat: setting(logFormat, {
    flag: 'log-format',
    help: `how lines of the log are written: ${logFormats.join(', ')}`,
    fallback: 'text',
  }),
  /** '' turns measurements off. */
  metricsToken: setting(token, {
    flag: 'metrics-token',
    help: 'token of at least 16 characters that gives measurements at /metrics; without it there are none',
    fallback: '',
  }),
  /** Addresses or networks whose forwarding headers are believed. */
  trustedProxies: setting(networks, {
    flag: 'trusted-proxies',
    help: 'addresses or networks of reverse proxies, separated by commas',
    fallback: '',
  }),
  /** Whether a symbolic link that leaves every source is followed. */
  followsOutsideLinks: setting(yesNo, {
    flag: 'follow-outside-links',
    help: 'follow symbolic links that leave every source',
    fallback: 'no',
  }),
  /** In all playlists of one user together. */
  playlistEntries: setting(count, {
    flag: 'playlist-entries',
    help: 'most entries in all playlists of one user',
    fallback: '2000000',
  }),
  playlistMegabytes: setting(count, {
    flag: 'playlist-megabytes',
    help: 'most megabytes of all playlists of one user',
    fallback: '256',
  }),
  /** Its name or path; '' for none. */
  ffmpeg: setting(program, {
    flag: 'ffmpeg',
    help: 'ffmpeg, which converts and measures songs, or no for none',
    fallback: 'ffmpeg',
  }),
  convertedMegabytes: setting(count, {
    flag: 'converted-megabytes',
    help: 'most megabytes of converted songs that are kept',
    fallback: '2048',
  }),
  /** 0 where nobody has to be told. */
  drainSeconds: setting(seconds, {
    flag: 'drain-seconds',
    help: 'how long a server that is told to stop answers while it says that it is not ready, for balancers',
    fallback: '0',
  }),
  lastfmKey: setting(secret, { flag: 'lastfm-key', help: 'API key of Last.fm', fallback: '' }),
  lastfmSecret: setting(secret, { flag: 'lastfm-secret', help: 'API secret of Last.fm', fallback: '' }),
  lastfmRoot: setting(root, {
    flag: 'lastfm-root',
    help: 'API root of Last.fm or a compatible service',
    fallback: 'https://ws.audioscrobbler.com/2.0/',
  }),
  lastfmAuthorizePage: setting(root, {
    flag: 'lastfm-authorize-page',
    help: 'page where users of that service allow the link',
    fallback: 'https://www.last.fm/api/auth/',
  }),
  listenBrainzRoot: setting(root, {
    flag: 'listenbrainz-root',
    help: 'API root of ListenBrainz or a compatible service',
    fallback: 'https://api.listenbrainz.org/',
  }),
  ddnsRoot: setting(root, {
    flag: 'ddns-root',
    help: 'root of the dynamic DNS provider',
    fallback: 'https://ydns.io/',
  }),
} as const;

/** Everything that is set from outside the product, checked. */
export type Config = {
  readonly [N in keyof typeof processSettings]: (typeof processSettings)[N] extends ProcessSetting<infer T>
    ? T
    : never;
};

/** The environment variable of a flag: `base-path` is TONEARM_BASE_PATH. */
export const variableOf = (flag: string): string => `TONEARM_${flag.replaceAll('-', '_').toUpperCase()}`;

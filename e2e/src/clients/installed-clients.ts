import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..', '..');

/** Where what is installed by name goes. */
export const clientCache = join(root, '.cache', 'clients');

/** Where drivers are. */
export const driverFolder = join(root, 'e2e', 'clients');

const python = join(clientCache, 'python', 'bin', 'python');
const cargoTarget = join(clientCache, 'cargo');

/** How desktop apps are told in records. */
const onScreen = 'Debian, on a screen that nobody sees';

/** What others wrote, how it is installed, and what drives it. */
export interface Client {
  readonly name: string;
  readonly version: string;
  readonly from: 'npm' | 'PyPI' | 'crates.io' | 'Debian' | typeof onScreen;
  /** A file below {@link driverFolder}, of crates the folder of a package. */
  readonly driver: string;
}

/** All of them, in the order they run. */
export const clients: readonly Client[] = [
  { name: 'py-sonic', version: '1.2.0', from: 'PyPI', driver: 'py-sonic.py' },
  { name: 'py-opensonic', version: '10.4.1', from: 'PyPI', driver: 'py-opensonic.py' },
  { name: 'subsonic-api', version: '3.3.1', from: 'npm', driver: 'subsonic-api.mjs' },
  { name: 'opensubsonic', version: '0.6.1', from: 'crates.io', driver: 'opensubsonic' },
  { name: 'supysonic', version: '0.7.2', from: 'Debian', driver: 'supysonic.py' },
  { name: 'strawberry', version: '1.0.14', from: onScreen, driver: 'strawberry.mjs' },
  { name: 'clementine', version: '1.4.0~rc1', from: onScreen, driver: 'clementine.mjs' },
];

/** What desktop apps need beside themselves: a screen, a bus, names of buttons, and something that plays MP3. */
const screenPackages = [
  'xvfb',
  'dbus-daemon',
  'at-spi2-core',
  'gir1.2-atspi-2.0',
  'python3-gi',
  'gstreamer1.0-plugins-good',
];

const runs = (command: string, argv: readonly string[]): string | null => {
  const { status, stderr, error } = spawnSync(command, argv, { encoding: 'utf8', cwd: clientCache });
  if (status === 0) return null;
  return error?.message ?? stderr.trim().split('\n').at(-1) ?? `ended with ${status}`;
};

/** @returns the version of a package of the system, or null */
const packageVersion = (name: string): string | null => {
  const { status, stdout } = spawnSync('/usr/bin/dpkg-query', ['--show', name], { encoding: 'utf8' });
  const version = stdout?.trim().split('\t').at(-1) ?? '';
  return status === 0 && version !== '' ? version : null;
};

/** @returns why packages of the system cannot be run, or null */
const findPackages = ({ name, version }: Client, beside: readonly string[]): string | null => {
  const missing = [name, ...beside].filter((one) => packageVersion(one) === null);
  if (missing.length > 0) return `it is not installed: apt install ${missing.join(' ')}`;
  const installed = packageVersion(name) ?? '';
  return installed.startsWith(version) ? null : `version ${installed} is installed, not ${version}`;
};

/** @returns why a client is not there, or null */
export const installClient = (client: Client): string | null => {
  const { name, version, from, driver } = client;
  mkdirSync(clientCache, { recursive: true });
  switch (from) {
    case 'Debian':
      return findPackages(client, []);
    case onScreen:
      return findPackages(client, screenPackages);
    case 'npm':
      return runs('npm', [
        ...['install', '--prefix', clientCache, '--ignore-scripts', '--no-audit', '--no-fund', '--no-save'],
        `${name}@${version}`,
      ]);
    case 'crates.io': {
      const manifest = join(driverFolder, driver, 'Cargo.toml');
      return runs('cargo', [
        ...['build', '--quiet', '--locked', '--manifest-path', manifest, '--target-dir', cargoTarget],
      ]);
    }
    case 'PyPI': {
      const made = existsSync(python) ? null : runs('python3', ['-m', 'venv', join(clientCache, 'python')]);
      return made ?? runs(python, ['-m', 'pip', 'install', '--quiet', `${name}==${version}`]);
    }
    default:
      return from satisfies never;
  }
};

/** The command that runs a driver. */
export const commandOf = ({ from, driver }: Client): readonly [string, ...string[]] => {
  const file = join(driverFolder, driver);
  switch (from) {
    case 'npm':
    case onScreen:
      return [process.execPath, file];
    case 'crates.io':
      return [join(cargoTarget, 'debug', `tonearm-${driver}-driver`)];
    case 'PyPI':
      return [python, file];
    case 'Debian':
      return ['/usr/bin/python3', file];
    default:
      return from satisfies never;
  }
};

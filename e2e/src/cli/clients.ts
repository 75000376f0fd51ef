import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { startProduct, tempFolder } from '@tonearm/testkit';
import { callApi, setUpProduct } from '../journeys.ts';
import { picnicLibrary } from '../picnic.ts';

const help = `Runs libraries and a server that others wrote against one with songs, whole flows each, and prints what they saw.

  npm run clients -- [NAMES] [--record FILE]

  NAMES          only these: py-sonic, py-opensonic, subsonic-api, supysonic
  --record FILE  writes what was seen there, as Markdown

The libraries are installed by name below .cache/clients; what is Debian's own has to be installed before. What cannot be had
is told as skipped, which is no success.
`;

const root = join(import.meta.dirname, '..', '..', '..');
const cache = join(root, '.cache', 'clients');
const driverFolder = join(root, 'e2e', 'clients');
const python = join(cache, 'python', 'bin', 'python');

/** A library, how it is installed, and what drives it. */
interface Client {
  readonly name: string;
  readonly version: string;
  readonly from: 'npm' | 'PyPI' | 'Debian';
  readonly driver: string;
}

const clients: readonly Client[] = [
  { name: 'py-sonic', version: '1.2.0', from: 'PyPI', driver: 'py-sonic.py' },
  { name: 'py-opensonic', version: '10.4.1', from: 'PyPI', driver: 'py-opensonic.py' },
  { name: 'subsonic-api', version: '3.3.1', from: 'npm', driver: 'subsonic-api.mjs' },
  { name: 'supysonic', version: '0.7.2', from: 'Debian', driver: 'supysonic.py' },
];

const runs = (command: string, argv: readonly string[]): string | null => {
  const { status, stderr, error } = spawnSync(command, argv, { encoding: 'utf8', cwd: cache });
  if (status === 0) return null;
  return error?.message ?? stderr.trim().split('\n').at(-1) ?? `ended with ${status}`;
};

/** @returns why one of the system's own packages cannot be run, or null */
const findPackage = ({ name, version }: Client): string | null => {
  const found = spawnSync('/usr/bin/dpkg-query', ['--show', name], { encoding: 'utf8' });
  if (found.status !== 0) return `it is not installed: apt install ${name}`;
  const installed = found.stdout.trim().split('\t').at(-1) ?? '';
  return installed.startsWith(version) ? null : `version ${installed} is installed, not ${version}`;
};

/** @returns why it is not there, or null */
const install = (client: Client): string | null => {
  const { name, version, from } = client;
  mkdirSync(cache, { recursive: true });
  if (from === 'Debian') return findPackage(client);
  if (from === 'npm')
    return runs('npm', [
      ...['install', '--prefix', cache, '--ignore-scripts', '--no-audit', '--no-fund', '--no-save'],
      `${name}@${version}`,
    ]);
  const made = existsSync(python) ? null : runs('python3', ['-m', 'venv', join(cache, 'python')]);
  return made ?? runs(python, ['-m', 'pip', 'install', '--quiet', `${name}==${version}`]);
};

/** What a driver printed, and whether all of it was right. */
interface Seen {
  readonly client: Client;
  readonly lines: readonly string[];
  readonly isRight: boolean;
}

/** Finds the packages of the system. */
const systemPython = '/usr/bin/python3';

/** The command that runs a driver. */
const commandOf = ({ from, driver }: Client): readonly [string, ...string[]] => {
  const file = join(driverFolder, driver);
  switch (from) {
    case 'npm':
      return [process.execPath, file];
    case 'PyPI':
      return [python, file];
    case 'Debian':
      return [systemPython, file];
    default:
      return from satisfies never;
  }
};

/** A home of its own for a program of the system, which keeps its settings there. */
const homeOf = ({ from, name }: Client, folder: string): Readonly<Record<string, string>> => {
  if (from !== 'Debian') return {};
  const home = join(folder, name);
  mkdirSync(home);
  return { HOME: home };
};

const drive = async (
  client: Client,
  { environment, folder }: { environment: Readonly<Record<string, string>>; folder: string },
): Promise<Seen> => {
  const [command, ...argv] = commandOf(client);
  const child = spawn(command, argv, {
    env: { ...process.env, ...homeOf(client, folder), ...environment, PYTHONDONTWRITEBYTECODE: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    process.stdout.write(`  ${line}\n`);
  }
  const status = await ended;
  if (status !== 0 && !lines.some((line) => line.startsWith('WRONG ')))
    lines.push(`WRONG the driver ended with ${status}`);
  return { client, lines, isRight: status === 0 };
};

const recordOf = (seen: readonly Seen[]): string =>
  seen
    .map(({ client, lines }) => {
      const rows = lines.map((line) => `- ${line.replaceAll('|', '\\|').replaceAll('<', '&lt;')}`);
      return [`## ${client.name} ${client.version} (${client.from})`, '', ...rows, ''].join('\n');
    })
    .join('\n');

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { help: { type: 'boolean' }, record: { type: 'string' } },
});
if (values.help === true) {
  process.stdout.write(help);
  process.exit(0);
}
const wanted = clients.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
if (wanted.length === 0) {
  process.stderr.write(`No such client. ${help}`);
  process.exit(1);
}

// Before the server starts: that may take long.
const troubles = new Map(wanted.map((client) => [client.name, install(client)]));
await using folder = await tempFolder();
const music = folder.join('music');
await picnicLibrary().writeTo(music);
await using product = await startProduct({ dataFolder: folder.join('data') });
const { token } = await setUpProduct(product, music);
const skipped: string[] = [];
const seen: Seen[] = [];
for (const client of wanted) {
  process.stdout.write(`${client.name} ${client.version} (${client.from})\n`);
  const why = troubles.get(client.name) ?? null;
  if (why !== null) {
    skipped.push(client.name);
    process.stdout.write(`  SKIPPED, it could not be installed: ${why}\n`);
    continue;
  }
  const body = { name: client.name, may_administer: true };
  const made = await callApi(product, 'apps', { method: 'POST', body, token });
  const { secret, username } = (await made.json()) as { secret: string; username: string };
  seen.push(
    await drive(client, {
      folder: folder.path,
      environment: {
        TONEARM_ADDRESS: product.address,
        TONEARM_USER: username,
        TONEARM_SECRET: secret,
        TONEARM_CLIENTS: cache,
        TONEARM_MUSIC: music,
      },
    }),
  );
}
if (values.record !== undefined) writeFileSync(values.record, recordOf(seen));
const lines = seen.flatMap((one) => one.lines);
const wrong = lines.filter((line) => line.startsWith('WRONG ')).length;
process.stdout.write(
  `${lines.length - wrong} passed, ${wrong} failed${skipped.length === 0 ? '' : `, ${skipped.length} skipped`}\n`,
);
rmSync(join(driverFolder, '__pycache__'), { recursive: true, force: true });
process.exitCode = wrong > 0 || skipped.length > 0 || seen.some(({ isRight }) => !isRight) ? 1 : 0;

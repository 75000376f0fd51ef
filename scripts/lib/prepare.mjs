// Set-up shared by every command: installs what is missing and builds what is stale. Runs on any Node
// from 18 on and uses nothing that is not part of Node, because nothing may be installed yet.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Folder of the project. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

const oldestNode = 24;

const say = (text) => process.stderr.write(`${text}\n`);

const fail = (sentence) => {
  say(sentence);
  process.exit(1);
};

const workspaces = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).workspaces;

const manifests = ['package.json', ...workspaces].map((name) =>
  name.endsWith('.json') ? name : join(name, 'package.json'),
);

const digestOf = (texts) => {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(text).update('\0');
  return hash.digest('hex');
};

const readStamp = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : '');

/**
 * Runs a command of the set-up and shows what it prints.
 * @param {string} command
 * @param {readonly string[]} argv
 */
const runOrFail = (command, argv, options = {}) => {
  const result = spawnSync(command, argv, { cwd: root, stdio: ['ignore', 2, 2], ...options });
  if (result.error !== undefined) fail(`${command} could not be started: ${result.error.message}`);
  if (result.status !== 0) fail(`${command} ${argv.join(' ')} failed with exit code ${result.status}.`);
};

/** The folders that installing and building write to. */
const written = ['.', 'node_modules', '.cache', join('server', 'dist'), join('web', 'dist')];

/** Ends with a sentence when this user may not write what is missing; npm would end with 243 or EACCES. */
const needWritable = () => {
  for (const folder of written.map((name) => join(root, name)).filter(existsSync)) {
    try {
      accessSync(folder, constants.W_OK);
    } catch {
      fail(
        'Packages have to be installed or the product has to be built first, and this user may not write to ' +
          `${folder}. Run ${join(root, 'bin', 'tonearm')} --version once as the user that owns it.`,
      );
    }
  }
};

const quietly = ['--no-audit', '--no-fund', '--loglevel=error'];

/** Whether npm installs every package under this Node.js: under an older one it leaves binaries out in silence. */
const isGoodForNpm = () => {
  const [major, minor] = process.versions.node.split('.').map(Number);
  return major >= 23 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19);
};

/**
 * The environment in which npm runs under the project's Node.js, which is fetched for that, where the one that
 * runs now is too old for npm (Debian 12 has 18). Undefined where npm may run as it is.
 */
const environmentForNpm = () => {
  if (process.platform !== 'linux' || isGoodForNpm()) return undefined;
  const name = `node-linux-${process.arch}`;
  const version = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).optionalDependencies[name];
  if (version === undefined) return undefined;
  const folder = join(root, '.cache', 'node');
  runOrFail('npm', ['install', '--no-save', '--prefix', folder, `${name}@${version}`, ...quietly]);
  return {
    ...process.env,
    PATH: `${join(folder, 'node_modules', name, 'bin')}${delimiter}${process.env.PATH ?? ''}`,
    // Where Debian keeps the packages that its npm is made of; its own Node.js knows that by itself.
    NODE_PATH: [
      '/usr/share/nodejs',
      `/usr/lib/${{ x64: 'x86_64', arm64: 'aarch64' }[process.arch]}-linux-gnu/nodejs`,
    ].join(delimiter),
  };
};

/** Installs the packages when they are missing or the lock file has changed since. */
export const ensureInstalled = () => {
  const stampFile = join(root, 'node_modules', '.tonearm-installed');
  const wanted = digestOf(
    ['package-lock.json', ...manifests].map((name) => readFileSync(join(root, name), 'utf8')),
  );
  if (readStamp(stampFile) === wanted) return;
  needWritable();
  say('Installing packages …');
  const environment = environmentForNpm();
  runOrFail('npm', ['ci', ...quietly], {
    shell: process.platform === 'win32',
    ...(environment === undefined ? {} : { env: environment }),
  });
  writeFileSync(stampFile, wanted);
};

/** The Node.js that runs the product: the installed package's, else the one that runs now. */
export const nodeBinary = () => {
  const packaged = join(root, 'node_modules', `node-linux-${process.arch}`, 'bin', 'node');
  if (process.platform === 'linux' && existsSync(packaged)) return packaged;
  if (Number(process.versions.node.split('.')[0]) >= oldestNode) return process.execPath;
  return fail(
    `Tonearm needs Node.js ${oldestNode} or later on this kind of machine; this is ${process.versions.node}.`,
  );
};

const entriesBelow = (folder) => {
  const lines = [];
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.name === 'dist' || entry.name === 'node_modules') continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      lines.push(...entriesBelow(path));
    } else {
      const { size, mtimeMs } = statSync(path);
      lines.push(`${path}:${size}:${mtimeMs}`);
    }
  }
  return lines;
};

/** What is built: from which folders, by which script, and a file that shows it was. */
const builds = [
  { name: 'web client', folders: ['web', 'contract'], script: 'build-web.mjs', shows: 'web/dist/index.html' },
  {
    name: 'server',
    folders: ['server/src', 'contract'],
    script: 'build-server.mjs',
    shows: 'server/dist/main.js',
  },
];

const ensureOneBuilt = ({ name, folders, script, shows }) => {
  const stampFile = join(root, '.cache', `built-by-${script}`);
  const wanted = digestOf([
    ...folders.flatMap((folder) => entriesBelow(join(root, folder))),
    ...['package-lock.json', join('scripts', script)].map((file) => readFileSync(join(root, file), 'utf8')),
  ]);
  if (readStamp(stampFile) === wanted && existsSync(join(root, shows))) return;
  needWritable();
  say(`Building the ${name} …`);
  runOrFail(nodeBinary(), [join(root, 'scripts', script)]);
  mkdirSync(dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, wanted);
};

/** Builds the web client and the server when their sources have changed since the last build. */
export const ensureBuilt = () => {
  for (const build of builds) ensureOneBuilt(build);
};

/** Whether a command was only asked what it can do: nothing needs to be built for that. */
export const wantsHelp = () => process.argv.slice(2).some((word) => word === '--help' || word === '-h');

/**
 * Answers `--help` and ends then.
 * @param {string} help
 */
export const tellHelp = (help) => {
  if (!wantsHelp()) return;
  process.stdout.write(help);
  process.exit(0);
};

/**
 * Ends with 2 and a sentence where a command was given a flag that it does not know.
 * @param {readonly string[]} words
 * @param {readonly string[]} known flags, as they are typed, without what follows their `=`
 */
export const refuseOtherFlags = (words, known) => {
  const other = words.find((word) => word.startsWith('-') && !known.includes(word.split('=')[0] ?? ''));
  if (other === undefined) return;
  say(`There is no flag ${other}. --help lists all flags.`);
  process.exit(2);
};

/** Flags of vitest that help where tests are run one by one. */
export const vitestFlags = [
  ...['-t', '--testNamePattern', '--reporter', '--outputFile', '--retry', '--bail', '--exclude'],
  ...['--shard', '-u', '--update'],
];

/**
 * What the server is started with: a small young heap and few helper threads, because what it holds for long
 * is small, and pauses are shorter so.
 * @returns {readonly string[]}
 */
export const serverFlags = () => JSON.parse(readFileSync(join(root, 'server', 'node-flags.json'), 'utf8'));

/** Lets glibc give memory back after a scan instead of keeping it for threads that have ended. */
const frugalAllocator = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' };

/**
 * Runs a program of the project on its own Node.js until it ends, then ends with its exit code. Replaces
 * this process where Node.js can, so that no second process stays in memory.
 * @param {string} script file below the project's folder
 * @param {readonly string[]} argv
 * @param {readonly string[]} nodeFlags for Node.js itself
 */
export const handOver = (script, argv, nodeFlags = []) => {
  const node = nodeBinary();
  const file = join(root, script);
  const environment = { ...frugalAllocator, ...process.env };
  if (typeof process.execve === 'function') {
    process.execve(node, [node, ...nodeFlags, file, ...argv], environment);
  }
  const child = spawn(node, [...nodeFlags, file, ...argv], { stdio: 'inherit', env: environment });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => fail(`Node.js could not be started: ${error.message}`));
  child.on('exit', (code, signal) => process.exit(signal === null ? (code ?? 1) : 1));
};

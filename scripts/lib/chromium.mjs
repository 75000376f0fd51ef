// Finds a Chromium for the browser tests, or installs one.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { nodeBinary, root } from './prepare.mjs';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const elsewhere = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'];

const installed = () => {
  const fromEnvironment = process.env.TONEARM_CHROMIUM;
  if (fromEnvironment !== undefined && existsSync(fromEnvironment)) return fromEnvironment;
  const folders = (process.env.PATH ?? '').split(delimiter);
  const candidates = [...names.flatMap((name) => folders.map((folder) => join(folder, name))), ...elsewhere];
  return candidates.find((candidate) => existsSync(candidate));
};

const run = (command, argv) => spawnSync(command, argv, { cwd: root, stdio: ['ignore', 2, 2] }).status === 0;

const installFromDebian = () => {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined;
  process.stderr.write('Installing the Debian package chromium for the browser tests …\n');
  run('apt-get', ['update', '-qq']);
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium']);
  return installed();
};

const installFromPlaywright = () => {
  process.stderr.write("Installing Playwright's own Chromium for the browser tests …\n");
  const cli = join(root, 'node_modules', 'playwright-core', 'cli.js');
  if (!run(nodeBinary(), [cli, 'install', 'chromium'])) return undefined;
  const script = "import('playwright-core').then((it) => process.stdout.write(it.chromium.executablePath()))";
  const found = spawnSync(nodeBinary(), ['-e', script], { cwd: root, encoding: 'utf8' }).stdout;
  return existsSync(found) ? found : undefined;
};

/** The program of a Chromium, or undefined when none could be had. Says on standard error what it did. */
export const findChromium = () => {
  const known = installed();
  if (known !== undefined) {
    process.stderr.write(`Browser tests use ${known}.\n`);
    return known;
  }
  return installFromDebian() ?? installFromPlaywright();
};

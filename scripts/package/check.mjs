// Starts each package from a root of its own, as somebody who has just got it, and looks at its layout.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from '../lib/prepare.mjs';

const run = (command, argv, options = {}) =>
  spawnSync(command, argv, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024, ...options });

const sha256 = (bytes) => `sha256:${createHash('sha256').update(bytes).digest('hex')}`;

/** Unpacks an image layer by layer, after every digest was compared. @returns its configuration */
export const unpackImage = (archive, target) => {
  const layout = join(target, '.layout');
  mkdirSync(layout, { recursive: true });
  run('tar', ['-xf', archive, '-C', layout]);
  const blob = ({ digest, size }) => {
    const bytes = readFileSync(join(layout, 'blobs', 'sha256', digest.replace('sha256:', '')));
    if (sha256(bytes) !== digest || bytes.length !== size) throw new Error(`The blob ${digest} is another.`);
    return bytes;
  };
  const [entry] = JSON.parse(readFileSync(join(layout, 'index.json'), 'utf8')).manifests;
  const manifest = JSON.parse(blob(entry).toString());
  for (const layer of manifest.layers) {
    const unpacked = run('tar', ['-xz', '--same-owner', '-p', '-C', target], {
      input: blob(layer),
      encoding: 'buffer',
    });
    if (unpacked.status !== 0) throw new Error(String(unpacked.stderr));
  }
  const { config } = JSON.parse(blob(manifest.config).toString());
  rmSync(layout, { recursive: true });
  return config;
};

/** The journey of somebody new, within a root, without a network and as another user. */
const journey = (folder, argv) => {
  cpSync(join(root, 'scripts', 'package', 'fresh-start.mjs'), join(folder, 'fresh-start.mjs'));
  mkdirSync(join(folder, 'music'), { recursive: true });
  const song = join(root, 'scripts', 'package', 'a-song.wav');
  cpSync(song, join(folder, 'music', 'a-song.wav'));
  chmodSync(folder, 0o755);
  const node = '/usr/lib/tonearm/bin/node';
  const inside = [
    'mkdir -p "$0/dev" "$0/proc" "$0/tmp" "$0/data" && mount --bind "$0" "$0"',
    'mount -t tmpfs none "$0/tmp" && chmod 1777 "$0/tmp"',
    'mount -t tmpfs none "$0/data" && chown 10001:10001 "$0/data"',
    'mount --rbind /dev "$0/dev" && mount -t proc none "$0/proc"',
    'mount -o remount,ro,bind "$0"',
    'ip link set lo up',
    `exec chroot --userspec=10001:10001 "$0" ${node} /fresh-start.mjs "$@"`,
  ].join(' && ');
  const result = run(
    'unshare',
    ['--mount', '--net', '--pid', '--fork', 'sh', '-c', inside, folder, ...argv],
    {
      env: { PATH: process.env.PATH, TONEARM_DATA: '/data' },
      timeout: 120_000,
    },
  );
  return { isGood: result.status === 0, said: `${result.stdout}${result.stderr}`.trim() };
};

const withFolder = (work) => {
  const folder = mkdtempSync(join(tmpdir(), 'tonearm-package-'));
  try {
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const take = (from, to) => {
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(realpathSync(from), to);
  chmodSync(to, 0o755);
};

/** A root with the libraries of an image and what a package of another kind brings. */
const rootWith = (image, folder, bring) => {
  unpackImage(image, folder);
  rmSync(join(folder, 'usr', 'lib', 'tonearm'), { recursive: true });
  for (const file of ['bin/sh', 'usr/bin/readlink', 'usr/bin/dirname']) take(`/${file}`, join(folder, file));
  const library = 'lib/x86_64-linux-gnu';
  for (const name of ['libselinux.so.1', 'libpcre2-8.so.0'])
    if (existsSync(`/${library}/${name}`)) take(`/${library}/${name}`, join(folder, library, name));
  bring(folder);
};

/**
 * @param {{out: string, version: string, arch: string}} options
 * @returns {Promise<boolean>} whether all is well
 */
export const checkPackages = async ({ out, version, arch }) => {
  let isGood = true;
  const tell = (name, result) => {
    isGood &&= result.isGood;
    process.stdout.write(`${result.isGood ? 'yes' : 'NO '} ${name}: ${result.said}\n`);
  };
  const file = (name) => join(out, name);
  const image = file(`tonearm-${version}-linux-${arch}.oci.tar`);
  withFolder((folder) => {
    const { User, Entrypoint, Healthcheck } = unpackImage(image, folder);
    const size = Number(run('du', ['-sb', folder]).stdout.split('\t')[0]);
    tell('size of the image, unpacked', { isGood: size <= 200e6, said: `${(size / 1e6).toFixed(1)} MB` });
    tell('user and health check', {
      isGood: User === '10001:10001' && Healthcheck?.Test?.[0] === 'CMD',
      said: `${User}, ${Healthcheck?.Test?.join(' ')}`,
    });
    tell('image', journey(folder, Entrypoint));
  });
  withFolder((folder) => {
    rootWith(image, folder, () => run('dpkg-deb', ['-x', file(`tonearm_${version}_amd64.deb`), folder]));
    tell('Debian package', journey(folder, ['/usr/bin/tonearm']));
  });
  withFolder((folder) => {
    rootWith(image, folder, () => {
      mkdirSync(join(folder, 'usr', 'lib', 'tonearm'));
      const archive = file(`tonearm-${version}-linux-${arch}.tar.gz`);
      run('tar', ['-xzf', archive, '--strip-components=1', '-C', join(folder, 'usr', 'lib', 'tonearm')]);
    });
    tell('archive', journey(folder, ['/usr/lib/tonearm/bin/tonearm']));
  });
  const described = run('dpkg-deb', ['--info', file(`tonearm_${version}_amd64.deb`)]);
  tell('description of the Debian package', {
    isGood: described.status === 0,
    said: /Package: .*/.exec(described.stdout)?.[0] ?? described.stderr,
  });
  const unit = run('systemd-analyze', [
    'security',
    '--offline=true',
    join(root, 'packaging', 'tonearm.service'),
  ]);
  const exposure = Number(/exposure level .*: ([\d.]+)/.exec(unit.stdout)?.[1]);
  tell('exposure of the service, 3.0 at most', { isGood: exposure <= 3, said: String(exposure) });
  return isGood;
};

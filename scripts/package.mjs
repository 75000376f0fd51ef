// `npm run package`: an OCI image, a Debian package, an archive and an npm package, each the same from the same commit.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuilt, ensureInstalled, refuseOtherFlags, root } from './lib/prepare.mjs';
import { checkPackages } from './package/check.mjs';
import { debOf, ociArchive, zipped } from './package/formats.mjs';
import { copyBase, prepareFolder, prepareNpmFolder, sbomOf } from './package/prepared.mjs';
import { entriesOf, tarOf } from './package/tar.mjs';

const help = `Makes the packages of this version below dist-packages.

  npm run package -- [--arch x64,arm64] [--base-arm64 FOLDER] [--base-x64 FOLDER] [--check] [--twice]

  --arch         kinds of machines (default: this one)
  --base-…       a root with the libraries of the other kind of machine (lib/…, lib64/…): without it there is no image for it
  --check        starts each package of this kind of machine from a root of its own (as root), and looks at its layout
  --twice        makes them again and compares
`;

const read = (name) => readFileSync(join(root, name), 'utf8');
const { version } = JSON.parse(read('package.json'));
const debianNames = { x64: 'amd64', arm64: 'arm64' };

/** When the commit was made: what is packed bears no other time. */
const commitSeconds = () => {
  if (process.env.SOURCE_DATE_EPOCH !== undefined) return Number(process.env.SOURCE_DATE_EPOCH);
  const { stdout } = spawnSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' });
  return Number(stdout.trim()) || 0;
};

const image = ({ arch, app, work, base, seconds }) => {
  const baseFolder = join(work, `base-${arch}`);
  rmSync(baseFolder, { recursive: true, force: true });
  copyBase({ arch, from: base, target: baseFolder });
  cpHealth(app);
  const flags = JSON.parse(read('server/node-flags.json'));
  const node = '/usr/lib/tonearm/bin/node';
  const owned = { mode: 0o755, content: null, link: '', isFolder: true, uid: 10001, gid: 10001 };
  const folders = ['usr/', 'usr/lib/', 'usr/lib/tonearm/'].map((name) => ({
    ...owned,
    name,
    uid: 0,
    gid: 0,
  }));
  return ociArchive({
    layers: [
      tarOf(
        [...entriesOf(baseFolder), { ...owned, name: 'data/' }, { ...owned, name: 'tmp/', mode: 0o1777 }],
        seconds,
      ),
      tarOf([...folders, ...entriesOf(app, 'usr/lib/tonearm/')], seconds),
    ],
    config: {
      User: '10001:10001',
      Env: ['TONEARM_DATA=/data', 'MALLOC_ARENA_MAX=2', 'MALLOC_TRIM_THRESHOLD_=131072'],
      Entrypoint: [node, ...flags, '/usr/lib/tonearm/server/dist/main.js'],
      WorkingDir: '/data',
      ExposedPorts: { '5050/tcp': {} },
      Volumes: { '/data': {} },
      StopSignal: 'SIGTERM',
      // In nanoseconds.
      Healthcheck: { Test: ['CMD', node, '/usr/lib/tonearm/bin/health.mjs'], Interval: 30e9, Timeout: 5e9 },
      Labels: { 'org.opencontainers.image.version': version, 'org.opencontainers.image.licenses': 'MIT' },
    },
    architecture: debianNames[arch],
    reference: `tonearm:${version}`,
    seconds,
  });
};

const cpHealth = (app) => writeFileSync(join(app, 'bin', 'health.mjs'), read('packaging/health.mjs'));

const debianPackage = ({ arch, app, seconds }) => {
  const folder = (name) => ({ name, mode: 0o755, content: null, link: '', isFolder: true });
  const text = (name, content) => ({
    ...folder(name),
    mode: 0o644,
    content: Buffer.from(content),
    isFolder: false,
  });
  const data = tarOf(
    [
      ...['./', './usr/', './usr/bin/'].map(folder),
      { ...folder('./usr/bin/tonearm'), link: '../lib/tonearm/bin/tonearm', isFolder: false },
      ...['./usr/lib/', './usr/lib/systemd/', './usr/lib/systemd/system/'].map(folder),
      text('./usr/lib/systemd/system/tonearm.service', read('packaging/tonearm.service')),
      folder('./usr/lib/tonearm/'),
      ...entriesOf(app, './usr/lib/tonearm/'),
      ...['./usr/share/', './usr/share/doc/', './usr/share/doc/tonearm/'].map(folder),
      text('./usr/share/doc/tonearm/copyright', read('LICENSE')),
    ],
    seconds,
  );
  return debOf({
    control: {
      Package: 'tonearm',
      Version: version,
      Architecture: debianNames[arch],
      Maintainer: 'Tonearm maintainers <tonearm@localhost>',
      Depends: 'adduser, libc6 (>= 2.28), libstdc++6, libgcc-s1',
      Recommends: 'systemd',
      Section: 'sound',
      Priority: 'optional',
      'Installed-Size': String(Math.ceil(data.length / 1024)),
      Description: 'self-hosted music server with a web player',
    },
    scripts: {
      postinst: read('packaging/postinst'),
      prerm: read('packaging/prerm'),
      postrm: read('packaging/postrm'),
    },
    data,
    seconds,
  });
};

const make = ({ architectures, bases, out, seconds }) => {
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const work = join(root, '.cache', 'package');
  const sbom = sbomOf(seconds);
  const written = new Map();
  const write = (name, bytes) => {
    writeFileSync(join(out, name), bytes);
    written.set(name, createHash('sha256').update(bytes).digest('hex'));
    process.stdout.write(`${(bytes.length / 1e6).toFixed(1).padStart(7)} MB  ${name}\n`);
  };
  for (const arch of architectures) {
    const app = join(work, `app-${arch}`);
    prepareFolder({ arch, target: app, sbom });
    const inside = entriesOf(app, `tonearm-${version}/`);
    write(`tonearm-${version}-linux-${arch}.tar.gz`, zipped(tarOf(inside, seconds)));
    write(`tonearm_${version}_${debianNames[arch]}.deb`, debianPackage({ arch, app, seconds }));
    const base = bases[arch];
    if (base === undefined) process.stdout.write(`no image for ${arch}: its libraries are not here\n`);
    else write(`tonearm-${version}-linux-${arch}.oci.tar`, image({ arch, app, work, base, seconds }));
  }
  const npm = join(work, 'npm');
  prepareNpmFolder({ target: npm, sbom });
  write(`tonearm-${version}.tgz`, zipped(tarOf(entriesOf(npm, 'package/'), seconds)));
  write('sbom.cdx.json', Buffer.from(sbom));
  const sums = [...written].map(([name, digest]) => `${digest}  ${name}\n`).join('');
  writeFileSync(join(out, 'SHA256SUMS'), sums);
  return sums;
};

const known = ['--arch', '--base-arm64', '--base-x64', '--check', '--twice', '--help', '-h'];
refuseOtherFlags(process.argv.slice(2), known);
const { values } = parseArgs({
  options: {
    arch: { type: 'string', default: process.arch },
    'base-arm64': { type: 'string' },
    'base-x64': { type: 'string' },
    check: { type: 'boolean', default: false },
    twice: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
});
if (values.help) {
  process.stdout.write(help);
} else {
  ensureInstalled();
  ensureBuilt();
  const out = join(root, 'dist-packages');
  const options = {
    architectures: values.arch.split(','),
    bases: {
      x64: values['base-x64'] ?? (process.arch === 'x64' ? '/' : undefined),
      arm64: values['base-arm64'] ?? (process.arch === 'arm64' ? '/' : undefined),
    },
    out,
    seconds: commitSeconds(),
  };
  const sums = make(options);
  if (values.twice && make(options) !== sums) {
    process.stdout.write('The second time something else came out.\n');
    process.exit(1);
  }
  if (values.twice) process.stdout.write('The second time the same came out.\n');
  if (values.check && !(await checkPackages({ out, version, arch: process.arch }))) process.exit(1);
}

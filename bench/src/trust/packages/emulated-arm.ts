import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { tempFolder } from '@tonearm/testkit';
import { unpackImage } from '../../../../scripts/package/check.mjs';
import type { Findings } from '../findings.ts';
import { cacheFolder } from '../guide/pages.ts';
import { journeyFile, putSong } from './packed.ts';

const emulator = 'qemu-aarch64-static';
const emulatorProgram = `/usr/bin/${emulator}`;
const suite = 'bookworm';
const mirror = 'http://deb.debian.org/debian';
/** What Node.js needs beside the libraries of C. */
const runtime = ['libstdc++6', 'libgcc-s1'];
/** Everything takes ten times as long, and more. */
const startSeconds = 900;

const run = (
  command: string,
  argv: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): { status: number | null; said: string } => {
  const { status, stdout, stderr, error } = spawnSync(command, [...argv], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    env,
  });
  return { status, said: `${stdout ?? ''}${stderr ?? ''}${error?.message ?? ''}`.trim() };
};

const must = (command: string, argv: readonly string[]): void => {
  const { status, said } = run(command, argv);
  if (status !== 0) throw new Error(`${command} ended with ${status}: ${said}`);
};

/** Programs that an emulation needs and that are missing here. */
export const missingForArm = (): string[] =>
  ['debootstrap', 'unshare', emulator].filter((name) => run('sh', ['-c', `command -v ${name}`]).status !== 0);

/** A root with the system's libraries for arm64, downloaded once: unpacked, not set up. @returns its path */
export const armRoot = (): string => {
  const root = join(cacheFolder, `base-${suite}-arm64`);
  if (existsSync(root)) return root;
  const making = `${root}.making`;
  rmSync(making, { recursive: true, force: true });
  mkdirSync(making, { recursive: true });
  must('debootstrap', ['--foreign', '--arch=arm64', '--variant=minbase', suite, making, mirror]);
  // Not `dpkg-deb -x`, which makes a folder of the link that `lib` is.
  for (const name of runtime)
    for (const file of globSync(join(making, 'var/cache/apt/archives', `${name}_*.deb`)))
      must('sh', [
        '-c',
        'dpkg-deb --fsys-tarfile "$0" | tar -x --keep-directory-symlink -C "$1"',
        file,
        making,
      ]);
  // Within a container this is a link to that of the machine, which is itself in here.
  rmSync(join(making, 'proc'), { recursive: true });
  mkdirSync(join(making, 'proc'));
  must('mv', [making, root]);
  return root;
};

/** What tells the kernel by whom programs for arm64 are run: their first bytes, which of them count, and the emulator. */
const registration = (program: string): string =>
  [
    ':arm64:M:',
    String.raw`\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xb7\x00`,
    String.raw`\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff`,
    program,
    'F',
  ].join(':');

/** Within a namespace of its own: the machine itself does not learn to run programs for arm64. */
const enterRoot = [
  'mount -t binfmt_misc none /proc/sys/fs/binfmt_misc',
  'printf %s "$1" > /proc/sys/fs/binfmt_misc/register',
  'mount --rbind /dev "$0/dev"',
  'mount -t proc none "$0/proc"',
  'root=$0',
  'shift',
  'exec chroot "$root" "$@"',
].join(' && ');

/** A command in a root for arm64, on an emulated processor. */
const inRoot = (root: string, environment: Record<string, string>, command: readonly string[]) => {
  for (const name of ['dev', 'proc']) mkdirSync(join(root, name), { recursive: true });
  const emulated = ['sh', '-c', enterRoot, root, registration(emulatorProgram), ...command];
  return run('unshare', ['--user', '--map-root-user', '--mount', '--pid', '--fork', ...emulated], {
    PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
    ...environment,
  });
};

/** What somebody new does with the product in a root: `product` starts it. */
const journeyIn = (root: string, node: string, product: readonly string[]) => {
  putSong(join(root, 'srv'));
  cpSync(journeyFile, join(root, 'srv', 'fresh-start.mjs'));
  return inRoot(
    root,
    {
      FRESH_START_MUSIC: '/srv/music',
      FRESH_START_PORT: '5064',
      FRESH_START_SECONDS: String(startSeconds),
      TONEARM_DATA: '/srv/data',
    },
    [node, '/srv/fresh-start.mjs', ...product],
  );
};

/** Starts the archive for arm64 with the libraries of a Debian for it, and uses it. */
const startArchive = async (archive: string, findings: Findings): Promise<void> => {
  await using folder = await tempFolder();
  const root = folder.join('root');
  must('cp', ['-a', armRoot(), root]);
  const product = join(root, 'opt', 'tonearm');
  mkdirSync(product, { recursive: true });
  must('tar', ['-xzf', archive, '--strip-components=1', '-C', product]);
  const node = '/opt/tonearm/bin/node';
  const kind = inRoot(root, {}, [node, '-p', 'process.arch']);
  findings.hold('its Node.js runs, and is one for arm64', kind.said === 'arm64', kind.said);
  const did = journeyIn(root, node, ['/opt/tonearm/bin/tonearm']);
  findings.hold('the archive for arm64 starts, and somebody new can use it', did.status === 0, did.said);
  findings.note(did.said.split('\n').at(-1) ?? '');
  rmSync(join(product, 'node_modules', 'better-sqlite3'), { recursive: true });
  const spoiled = journeyIn(root, node, ['/opt/tonearm/bin/tonearm']);
  findings.hold('without its database it does not, which is told of', spoiled.status !== 0);
};

/** Starts the image for arm64, which brings all that it needs, and uses it. */
const startImage = async (image: string, findings: Findings): Promise<void> => {
  await using root = await tempFolder();
  const { Entrypoint } = unpackImage(image, root.path);
  const [node = ''] = Entrypoint;
  mkdirSync(root.join('srv'));
  const did = journeyIn(root.path, node, Entrypoint);
  findings.hold('the image for arm64 starts, and somebody new can use it', did.status === 0, did.said);
  findings.note(did.said.split('\n').at(-1) ?? '');
};

/** Starts what is for arm64 on an emulated processor, and uses it. */
export const startEmulated = async (
  made: { readonly archive: string; readonly image: string },
  findings: Findings,
): Promise<void> => {
  await startArchive(made.archive, findings);
  await startImage(made.image, findings);
};

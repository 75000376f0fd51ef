import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { cacheFolder } from './pages.ts';

const suite = 'bookworm';
const mirror = 'http://deb.debian.org/debian';
/** A minimal system that boots; `procps` is for looking at it. */
const packages = 'systemd,systemd-sysv,dbus,ca-certificates,adduser,passwd,procps';
const bootDeadlineMs = 60_000;

/** What a command in the root came to. */
interface Ended {
  readonly status: number;
  /** Standard output and error, as they came. */
  readonly printed: string;
}

/** A Debian of its own with nothing but the base system, whose systemd runs. The network is the machine's. */
export interface BareRoot extends AsyncDisposable {
  /** Where it is on the machine. */
  readonly folder: string;
  /** Runs shell lines in it as root, with nothing of the machine's environment; stops at the first that fails. */
  run(lines: string): Ended;
  /** As `run`. @throws Error with what was printed when it fails */
  mustRun(lines: string): string;
}

/** Why no bare root can be made here; null when one can. */
export const bareRootTrouble = (): string | null => {
  if (process.getuid?.() !== 0) return 'it has to be run as root';
  const missing = ['debootstrap', 'unshare', 'nsenter', 'chroot'].filter(
    (program) => spawnSync('sh', ['-c', `command -v ${program}`]).status !== 0,
  );
  return missing.length === 0 ? null : `it needs ${missing.join(' and ')}`;
};

/** The base system, downloaded once. */
const preparedBase = (): string => {
  const base = join(cacheFolder, `base-${suite}`);
  if (existsSync(base)) return base;
  const making = `${base}.making`;
  rmSync(making, { recursive: true, force: true });
  mkdirSync(making, { recursive: true });
  const made = spawnSync(
    'debootstrap',
    ['--variant=minbase', `--include=${packages}`, suite, making, mirror],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  if (made.status !== 0) throw new Error(`debootstrap ended with ${made.status}`);
  spawnSync('mv', [making, base]);
  return base;
};

const firstChildOf = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')[0]);

const enter = (init: number, lines: string): Ended => {
  const environment = ['-i', 'HOME=/root', 'LANG=C.UTF-8', 'PATH=/usr/sbin:/usr/bin:/sbin:/bin', 'TERM=dumb'];
  const result = spawnSync(
    'nsenter',
    [
      ...['--target', String(init), '--pid', '--mount', '--uts', '--ipc', '--root', '--wd'],
      ...['env', ...environment, 'DEBIAN_FRONTEND=noninteractive', 'sh', '-eu', '-c', `exec 2>&1\n${lines}`],
    ],
    { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  );
  return { status: result.status ?? 1, printed: result.stdout };
};

/** Removes the control group of a root whose processes have ended, and those that its systemd made in it. */
const removeGroup = (folder: string, group: string): void => {
  const script = 'mount -t cgroup2 cgroup2 "$0/mnt" && find "$0/mnt/$1" -depth -type d -exec rmdir {} +';
  spawnSync('unshare', ['--mount', 'sh', '-c', script, folder, group], { stdio: 'ignore' });
};

const boot = async (folder: string, group: string): Promise<{ unshare: ChildProcess; init: number }> => {
  const unshare = spawn(
    'unshare',
    ['--mount', 'sh', join(import.meta.dirname, 'boot-root.sh'), folder, group],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  let printed = '';
  unshare.stderr?.on('data', (chunk: Buffer) => {
    printed = `${printed}${chunk.toString()}`.slice(-10_000);
  });
  const deadline = performance.now() + bootDeadlineMs;
  while (performance.now() < deadline) {
    await sleep(250);
    const init = firstChildOf(unshare.pid ?? 0);
    if (init > 0 && enter(init, 'systemctl is-active --quiet basic.target').status === 0)
      return { unshare, init };
  }
  unshare.kill('SIGKILL');
  throw new Error(`systemd did not start in the bare root:\n${printed}`);
};

/** Makes a fresh root and boots it. @param name of its folder below the cache */
export const startBareRoot = async (name: string): Promise<BareRoot> => {
  const folder = join(cacheFolder, name);
  rmSync(folder, { recursive: true, force: true });
  const copied = spawnSync('cp', ['-a', preparedBase(), folder], { stdio: 'inherit' });
  if (copied.status !== 0) throw new Error('the bare root could not be copied');
  for (const file of ['resolv.conf', 'hosts']) cpSync(`/etc/${file}`, join(folder, 'etc', file));
  const group = `tonearm-trust-${process.pid}`;
  const { unshare, init } = await boot(folder, group);
  return {
    folder,
    run: (lines) => enter(init, lines),
    mustRun: (lines) => {
      const { status, printed } = enter(init, lines);
      if (status !== 0) throw new Error(`ended with ${status}:\n${lines}\n${printed}`);
      return printed;
    },
    [Symbol.asyncDispose]: async () => {
      const ended = new Promise((resolve) => unshare.once('exit', resolve));
      // Not `unshare`, which would be gone before what it started is.
      process.kill(init, 'SIGKILL');
      await ended;
      removeGroup(folder, group);
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

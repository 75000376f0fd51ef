import { readdirSync, readFileSync } from 'node:fs';

const bytesPerKib = 1024;
const megabyte = 1_000_000;

/** How often memory is looked at for its peak, in milliseconds. */
const lookMs = 250;

const field = (text: string, name: string): number =>
  Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0);

const readProc = (pid: number, name: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    // It has ended meanwhile.
    return '';
  }
};

/** A process and everything below it. */
export const treeOf = (root: number): number[] => {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), parent: field(readProc(Number(name), 'status'), 'PPid') }));
  const tree = [root];
  for (const above of tree) {
    for (const { pid, parent } of parents) if (parent === above) tree.push(pid);
  }
  return tree;
};

/** How many processes a process has below it. */
export const processesBelow = (pid: number): number => treeOf(pid).length - 1;

/** Kinds of pages in memory, in KiB. */
interface Mapped {
  own: number;
  /** By mapped file. */
  readonly files: Map<string, number>;
}

/** Reads what a process has mapped, as `/proc/PID/smaps` lists it. */
export const parseMapped = (smaps: string): Mapped => {
  const mapped: Mapped = { own: 0, files: new Map() };
  for (const area of smaps.split(/^(?=[0-9a-f]+-[0-9a-f]+ )/m)) {
    const [, inode, path = ''] = /^\S+ \S+ \S+ \S+ (\d+) *(.*)$/m.exec(area) ?? [];
    const own = field(area, 'Anonymous');
    mapped.own += own;
    if (inode === undefined || inode === '0') continue;
    mapped.files.set(path, (mapped.files.get(path) ?? 0) + field(area, 'Rss') - own);
  }
  return mapped;
};

/** Memory of some processes together, in KiB: each one's own pages, and what is mapped from a file once. */
export const togetherKib = (processes: readonly Mapped[]): number => {
  const files = new Map<string, number>();
  for (const mapped of processes) {
    for (const [path, kib] of mapped.files) files.set(path, Math.max(files.get(path) ?? 0, kib));
  }
  const own = processes.reduce((sum, mapped) => sum + mapped.own, 0);
  return [...files.values()].reduce((sum, kib) => sum + kib, own);
};

/**
 * Memory that a process and everything below it hold, in MB. Pages of a file that several of them have
 * mapped, Node.js itself mostly, count once; what strangers share of them counts in full.
 */
export const residentMegabytes = (pid: number): number =>
  (togetherKib(treeOf(pid).map((each) => parseMapped(readProc(each, 'smaps')))) * bytesPerKib) / megabyte;

/** Looks four times a second. @returns ends it, and gives the most that `measure` found */
const watchMost = (measure: () => number): (() => number) => {
  let most = 0;
  const look = (): void => {
    most = Math.max(most, measure());
  };
  const timer = setInterval(look, lookMs);
  return () => {
    clearInterval(timer);
    look();
    return most;
  };
};

/** @returns ends it, and gives the most that {@link residentMegabytes} was */
export const watchPeak = (pid: number): (() => number) => watchMost(() => residentMegabytes(pid));

/** Pages of a process in memory, as the system counts them, in KiB. */
export interface Held {
  readonly own: number;
  /** Mapped from files. */
  readonly files: number;
}

/**
 * How much more some processes hold, in KiB. What one of them gave back, or held when it ended, makes up for nothing. Of
 * a process that is new, pages of files count as far as `root` has not as many: Node.js itself they have in common.
 */
export const growthKib = (
  before: ReadonlyMap<number, Held>,
  now: ReadonlyMap<number, Held>,
  root: number,
): number => {
  const shared = now.get(root)?.files ?? 0;
  return [...now].reduce((sum, [pid, { own, files }]) => {
    const was = before.get(pid) ?? { own: 0, files: shared };
    return sum + Math.max(0, own - was.own) + Math.max(0, files - was.files);
  }, 0);
};

const heldBy = (root: number): ReadonlyMap<number, Held> =>
  new Map(
    treeOf(root).map((pid) => {
      const status = readProc(pid, 'status');
      return [pid, { own: field(status, 'RssAnon'), files: field(status, 'RssFile') }];
    }),
  );

/**
 * Watches how much more a process and everything below it hold from now on, by counts that the system keeps: going
 * through everything that is mapped lets a process wait that wants more of it.
 * @returns ends it, and gives the most in MB
 */
export const watchGrowth = (pid: number): (() => number) => {
  const before = heldBy(pid);
  return watchMost(() => (growthKib(before, heldBy(pid), pid) * bytesPerKib) / megabyte);
};

/** Largest resident memory that one process ever had, in MB; child processes do not count. */
export const peakMegabytes = (pid: number): number =>
  (field(readProc(pid, 'status'), 'VmHWM') * bytesPerKib) / megabyte;

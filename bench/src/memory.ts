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
const treeOf = (root: number): number[] => {
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

/**
 * The same without what is mapped from files, from counts that the system keeps: nobody is held up by it, where going
 * through everything that is mapped lets the process wait that wants more of it.
 */
export const ownMegabytes = (pid: number): number =>
  (treeOf(pid).reduce((sum, each) => sum + field(readProc(each, 'status'), 'RssAnon'), 0) * bytesPerKib) /
  megabyte;

/**
 * Looks four times a second.
 * @param measure {@link residentMegabytes} unless told
 * @returns ends it, and gives the most that it was
 */
export const watchPeak = (
  pid: number,
  measure: (pid: number) => number = residentMegabytes,
): (() => number) => {
  let peak = 0;
  const look = (): void => {
    peak = Math.max(peak, measure(pid));
  };
  const timer = setInterval(look, lookMs);
  return () => {
    clearInterval(timer);
    look();
    return peak;
  };
};

/** Largest resident memory that one process ever had, in MB; child processes do not count. */
export const peakMegabytes = (pid: number): number =>
  (field(readProc(pid, 'status'), 'VmHWM') * bytesPerKib) / megabyte;

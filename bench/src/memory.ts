import { readdirSync, readFileSync } from 'node:fs';

const bytesPerKib = 1024;
const megabyte = 1_000_000;

const field = (text: string, name: string): number =>
  Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0);

const statusOf = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return '';
  }
};

const childrenOf = (pid: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((candidate) => field(statusOf(candidate), 'PPid') === pid);

/** Resident memory of a process and everything below it, in MB. */
export const residentMegabytes = (pid: number): number => {
  const own = (field(statusOf(pid), 'VmRSS') * bytesPerKib) / megabyte;
  return own + childrenOf(pid).reduce((sum, child) => sum + residentMegabytes(child), 0);
};

/** Largest resident memory that a process ever had, in MB. Threads count, child processes do not. */
export const peakMegabytes = (pid: number): number =>
  (field(statusOf(pid), 'VmHWM') * bytesPerKib) / megabyte;

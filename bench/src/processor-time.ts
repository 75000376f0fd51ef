import { readFileSync } from 'node:fs';
import { treeOf } from './memory.ts';

/** `/proc` counts in hundredths of a second, whatever the kernel's own tick. */
const millisecondsPerTick = 10;

/** Where user and system time stand, counted from behind the name, which may hold anything. */
const ownAt = [11, 12] as const;
/** The same of processes below it that have ended. */
const endedAt = [13, 14] as const;

const sumMs = (pid: number, places: readonly number[]): number => {
  const fields = (readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1) ?? '').split(' ');
  return places.reduce((sum, at) => sum + Number(fields[at]), 0) * millisecondsPerTick;
};

/** Processor time that a process and all of its threads have had, in milliseconds. Processes below it do not count. */
export const processorMs = (pid: number): number => sumMs(pid, ownAt);

/** As {@link processorMs}, with processes below it once they have ended. */
export const processorWithEndedMs = (pid: number): number => sumMs(pid, [...ownAt, ...endedAt]);

/** Of one that may have ended by now: those above it tell what it had. */
const ofTreeMember = (pid: number): number => {
  try {
    return processorWithEndedMs(pid);
  } catch {
    return 0;
  }
};

/**
 * Begins to watch what a process and everything below it take.
 * @returns tells the processor time since then, in seconds, with processes that came and ended meanwhile
 */
export const watchProcessor = (root: number): (() => number) => {
  const takenMs = (): number => treeOf(root).reduce((sum, pid) => sum + ofTreeMember(pid), 0);
  const beforeMs = takenMs();
  return () => (takenMs() - beforeMs) / 1000;
};

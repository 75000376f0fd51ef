import { readFileSync } from 'node:fs';

/** `/proc` counts in hundredths of a second, whatever the kernel's own tick. */
const millisecondsPerTick = 10;

/** Where user and system time stand, counted from behind the name, which may hold anything. */
const userAt = 11;
const systemAt = 12;

/** Processor time that a process and all of its threads have had, in milliseconds. Processes below it do not count. */
export const processorMs = (pid: number): number => {
  const fields = (readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1) ?? '').split(' ');
  return (Number(fields[userAt]) + Number(fields[systemAt])) * millisecondsPerTick;
};

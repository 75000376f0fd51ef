import { readFileSync } from 'node:fs';

/** A part of this process's memory that shows a file as it is. */
interface ShownFile {
  readonly address: number;
  readonly lengthBytes: number;
}

/** Parts that hold less are not worth a call, in KiB. */
const worthwhileKib = 64;

/** `MADV_DONTNEED`. @see madvise(2) */
const notNeeded = 4;

const numberOf = (area: string, field: string): number =>
  Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(area)?.[1] ?? 0);

/**
 * What of `/proc/self/smaps` shows programs and their libraries just as their files are: no page of it was ever
 * written to, nor can it be. Whoever reads there after it was let go reads the file again.
 */
export const shownFiles = (smaps: string): ShownFile[] =>
  smaps.split(/^(?=[0-9a-f]+-[0-9a-f]+ )/m).flatMap((area) => {
    const head = /^([0-9a-f]+)-([0-9a-f]+) r-[x-]p [0-9a-f]+ \S+ (\d+) +\//.exec(area);
    const [, from = '', to = '', inode = '0'] = head ?? [];
    if (inode === '0' || numberOf(area, 'Rss') < worthwhileKib) return [];
    const isChanged = ['Anonymous', 'Private_Dirty', 'Shared_Dirty', 'Locked'].some(
      (field) => numberOf(area, field) > 0,
    );
    const address = Number.parseInt(from, 16);
    return isChanged ? [] : [{ address, lengthBytes: Number.parseInt(to, 16) - address }];
  });

/**
 * Lets go of the pages of programs: a start needs most of Node.js once, and little of that again. What is needed is
 * taken from the system's cache, in which it stays while nobody else needs the room.
 * @param advise the system's call
 */
export const letProgramsGo = (
  advise: (address: number, lengthBytes: number, advice: number) => number,
  readSmaps: () => string = () => readFileSync('/proc/self/smaps', 'utf8'),
): void => {
  for (const { address, lengthBytes } of shownFiles(readSmaps())) advise(address, lengthBytes, notNeeded);
};

/** `POSIX_FADV_WILLNEED`: the system begins to read and waits for nothing. @see posix_fadvise(2) */
const willNeed = 3;

/** Has the system begin to read a part of an open file into its memory, and does not wait for it. Never fails. */
export type ReadSoon = (descriptor: number, position: number, lengthBytes: number) => void;

/** Whether this system can be asked to. */
export const canReadSoon = process.platform === 'linux';

/** Linux has it; null where there is none. */
export const openReadSoon = async (): Promise<ReadSoon | null> => {
  if (!canReadSoon) return null;
  try {
    const { default: koffi } = await import('koffi');
    const types = ['int', 'int64_t', 'int64_t', 'int'];
    const call = koffi.load(null).func('posix_fadvise', 'int', types) as (
      descriptor: number,
      position: number,
      lengthBytes: number,
      advice: number,
    ) => number;
    return (descriptor, position, lengthBytes) => {
      call(descriptor, position, lengthBytes, willNeed);
    };
  } catch {
    return null;
  }
};

/** `RWF_NOWAIT`: what a disk would have to be waited for is left unread. @see preadv2(2) */
const noWait = 8;

/** So much is read in one turn of the event loop: what is read is sent at once as well, which takes three times as long. */
const mostATurnBytes = 1024 * 1024;

/** The system's call. @returns bytes; negative when it would have to wait, or cannot be called so on a file */
export type ReadNoWait = (descriptor: number, into: Buffer, position: number) => number;

/**
 * Reads on this thread what the system keeps of a file in its memory.
 * @returns how many bytes; null where a disk would have to be waited for, or others would
 */
export type CachedRead = (descriptor: number, into: Buffer, position: number) => number | null;

/** Linux has it; where there is none, everything is read by other threads. */
export const openReadNoWait = async (): Promise<ReadNoWait | null> => {
  if (process.platform !== 'linux') return null;
  try {
    const { default: koffi } = await import('koffi');
    const part = koffi.struct({ base: 'void *', length: 'size_t' });
    const types = ['int', koffi.pointer(part), 'int', 'int64_t', 'int'];
    const call = koffi.load(null).func('preadv2', 'intptr_t', types) as (
      descriptor: number,
      parts: readonly [{ readonly base: Buffer; readonly length: number }],
      partCount: number,
      position: number,
      flags: number,
    ) => number;
    return (descriptor, into, position) =>
      call(descriptor, [{ base: into, length: into.length }], 1, position, noWait);
  } catch {
    return null;
  }
};

/**
 * Makes a way to read what is in the system's memory without another thread: that takes a tenth of the processor time,
 * and a song that is played is mostly there. The first time it is asked it only begins to be.
 * @param options.nextTurn calls back in the next turn of the event loop
 */
export const createCachedRead = ({
  open = openReadNoWait,
  nextTurn = setImmediate,
}: {
  readonly open?: () => Promise<ReadNoWait | null>;
  readonly nextTurn?: (callback: () => void) => unknown;
} = {}): CachedRead => {
  let readNoWait: ReadNoWait | null = null;
  let isOpened = false;
  let leftBytes = mostATurnBytes;

  const begin = async (): Promise<void> => {
    isOpened = true;
    readNoWait = await open();
  };

  return (descriptor, into, position) => {
    if (!isOpened) void begin();
    if (readNoWait === null || leftBytes <= 0) return null;
    const byteCount = readNoWait(descriptor, into, position);
    if (byteCount < 0) return null;
    if (leftBytes === mostATurnBytes)
      nextTurn(() => {
        leftBytes = mostATurnBytes;
      });
    leftBytes -= byteCount;
    return byteCount;
  };
};

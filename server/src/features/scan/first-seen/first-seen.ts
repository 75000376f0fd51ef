import type { ScanReading } from '../../../state/scan-reading.ts';
import type { FirstSeenNotes } from '../scan-context.ts';
import type { FirstSeenBatch } from '../scan-messages.ts';
import { pathKeyBytes, pathKeyOf } from './path-key.ts';

/** How many notes are handed on at once: few enough not to hold up the thread that writes them. */
const notesAtOnce = 500;

/** Gathers notes of one kind in the form in which they cross threads. */
const createPacker = (replaces: boolean, handOn: (batch: FirstSeenBatch) => void) => {
  let pathKeys = new Uint8Array(notesAtOnce * pathKeyBytes);
  let addedAt: (number | null)[] = [];
  const flush = (): void => {
    if (addedAt.length === 0) return;
    handOn({ pathKeys: pathKeys.slice(0, addedAt.length * pathKeyBytes), addedAt, replaces });
    pathKeys = new Uint8Array(notesAtOnce * pathKeyBytes);
    addedAt = [];
  };
  return {
    flush,
    add: (pathKey: Uint8Array, time: number | null): void => {
      pathKeys.set(pathKey, addedAt.length * pathKeyBytes);
      addedAt.push(time);
      if (addedAt.length === notesAtOnce) flush();
    },
  };
};

/** @param deps.handOn gives notes to who writes them */
export const createFirstSeenNotes = (deps: {
  reading: Pick<ScanReading, 'seenAt'>;
  handOn: (batch: FirstSeenBatch) => void;
}): FirstSeenNotes => {
  const fresh = createPacker(false, deps.handOn);
  const moved = createPacker(true, deps.handOn);
  return {
    of: (virtualPath, enteredAt) => {
      const pathKey = pathKeyOf(virtualPath);
      const known = deps.reading.seenAt(pathKey);
      if (known !== null) return known;
      fresh.add(pathKey, enteredAt);
      return enteredAt;
    },
    move: (virtualPath, addedAt) => moved.add(pathKeyOf(virtualPath), addedAt),
    forget: (virtualPath) => moved.add(pathKeyOf(virtualPath), null),
    flush: () => {
      fresh.flush();
      moved.flush();
    },
  };
};

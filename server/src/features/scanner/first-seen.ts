import type { FirstSeenReader } from './first-seen-store.ts';
import { pathKeyOf } from './path-key.ts';
import type { FirstSeenNotes } from './scan-context.ts';
import type { FirstSeen } from './scan-messages.ts';

/** How many notes are handed on at once: few enough not to hold up the thread that writes them. */
const notesAtOnce = 500;

/**
 * @param handOn gives notes to who writes them; `replaces` when songs moved, so that their dates follow
 */
export const createFirstSeenNotes = (deps: {
  reader: FirstSeenReader;
  nowSeconds: number;
  handOn: (songs: readonly FirstSeen[], replaces: boolean) => void;
}): FirstSeenNotes => {
  let fresh: FirstSeen[] = [];
  let moved: FirstSeen[] = [];
  const handOn = (songs: readonly FirstSeen[], replaces: boolean): void => {
    for (let from = 0; from < songs.length; from += notesAtOnce) {
      deps.handOn(songs.slice(from, from + notesAtOnce), replaces);
    }
  };
  return {
    of: (virtualPath) => {
      const pathKey = pathKeyOf(virtualPath);
      const known = deps.reader.find(pathKey);
      if (known !== null) return known;
      fresh.push({ pathKey, addedAt: deps.nowSeconds });
      return deps.nowSeconds;
    },
    move: (virtualPath, addedAt) => {
      moved.push({ pathKey: pathKeyOf(virtualPath), addedAt });
    },
    flush: () => {
      handOn(fresh, false);
      handOn(moved, true);
      fresh = [];
      moved = [];
    },
  };
};

/** Where a walk through every song stands: the song at an offset comes right behind a row. */
export interface SongWalk {
  /** The row behind which the song at an offset comes; null where there is none any more. May be interrupted. */
  begin(source: number | null, offset: number): Generator<undefined, number | null>;
  /** Notes where a page ended. */
  note(source: number | null, offset: number, lastRow: number): void;
}

/** Rows skipped at once where no page ended near. */
const skippedAtOnce = 500;

/**
 * Lets a walk go on where its last page ended, at the same price at any offset. Rows that go away meanwhile move nothing
 * that is still to come. A walk that begins anew after a change finds its places again.
 */
export const createSongWalk = (deps: {
  /** Rows behind one, in order. */
  idsAfter: (after: number, source: number | null, limit: number) => readonly number[];
  /** Another number whenever the library changed. */
  versionOf: () => number;
}): SongWalk => {
  /** By source: places by their offsets, and the state of the library at the first of them. */
  const walks = new Map<number | null, { version: number; places: Map<number, number> }>();

  const walkOf = (source: number | null, offset: number) => {
    const known = walks.get(source);
    const version = deps.versionOf();
    if (known !== undefined && (offset !== 0 || known.version === version)) return known;
    const fresh = { version, places: new Map([[0, 0]]) };
    walks.set(source, fresh);
    return fresh;
  };

  return {
    *begin(source, offset) {
      const { places } = walkOf(source, offset);
      const exact = places.get(offset);
      if (exact !== undefined) return exact;
      let at = 0;
      for (const place of places.keys()) if (place < offset && place > at) at = place;
      let row = places.get(at) ?? 0;
      while (at < offset) {
        const skipped = deps.idsAfter(row, source, Math.min(skippedAtOnce, offset - at));
        if (skipped.length === 0) return null;
        at += skipped.length;
        row = skipped.at(-1) ?? row;
        if (at % skippedAtOnce === 0) places.set(at, row);
        yield;
      }
      return row;
    },
    note: (source, offset, lastRow) => {
      walks.get(source)?.places.set(offset, lastRow);
    },
  };
};

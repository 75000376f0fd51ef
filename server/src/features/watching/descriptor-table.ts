/**
 * Which watch stands for which folder: one number a folder, by its id in the library. Ids are small and dense, and
 * questions the other way round are rare and about many at once, so that one pass answers them.
 */
export interface DescriptorTable {
  /** Begins a round, in which every folder that is watched is set once more. */
  begin(): void;
  /** @returns whether the folder had this descriptor already; 0 stands for none */
  set(id: number, descriptor: number): boolean;
  /** Ends the round. @returns descriptors that stand for nothing any more */
  end(): Set<number>;
  /** Folders these stand for: one may be reached by several ways. */
  idsOf(descriptors: ReadonlySet<number>): Set<number>;
  /** All of it, for another table to go on with. Between rounds only. */
  descriptors(): Int32Array<ArrayBuffer>;
}

const least = 1024;

const grown = (table: Int32Array<ArrayBuffer>, id: number): Int32Array<ArrayBuffer> => {
  if (id < table.length) return table;
  const larger = new Int32Array(Math.max(least, id + 1, Math.ceil(table.length * 1.5)));
  larger.set(table);
  return larger;
};

/** Makes a table: an empty one, or what another held. */
export const createDescriptorTable = (held: Int32Array<ArrayBuffer> = new Int32Array(0)): DescriptorTable => {
  let current = held;
  /** That of the round before, while one goes on. */
  let before: Int32Array<ArrayBuffer> | null = null;
  return {
    begin: () => {
      before = current;
      current = new Int32Array(before.length);
    },
    set: (id, descriptor) => {
      current = grown(current, id);
      const known = (before ?? current)[id] ?? 0;
      current[id] = descriptor;
      return known === descriptor;
    },
    end: () => {
      const unused = new Set<number>();
      before?.forEach((descriptor, id) => {
        if (descriptor !== 0 && current[id] !== descriptor) unused.add(descriptor);
      });
      before = null;
      if (unused.size > 0) for (const descriptor of current) unused.delete(descriptor);
      return unused;
    },
    idsOf: (descriptors) => {
      const ids = new Set<number>();
      if (descriptors.size === 0) return ids;
      current.forEach((descriptor, id) => {
        if (descriptor !== 0 && descriptors.has(descriptor)) ids.add(id);
      });
      return ids;
    },
    descriptors: () => current,
  };
};

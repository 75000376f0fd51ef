/** Listens as a service holds them: one that it already has is not kept twice. */
export interface KeptListens<Listen> {
  /** Without duplicates, in the order of arrival. */
  kept: Listen[];
  /** Those that came again. */
  duplicates: Listen[];
  add: (listen: Listen) => void;
}

/** An empty collection in which two listens are the same when their identities are. */
export function createKeptListens<Listen>(identity: (listen: Listen) => string): KeptListens<Listen> {
  const known = new Set<string>();
  const kept: Listen[] = [];
  const duplicates: Listen[] = [];
  return {
    kept,
    duplicates,
    add(listen) {
      const key = identity(listen);
      (known.has(key) ? duplicates : kept).push(listen);
      known.add(key);
    },
  };
}

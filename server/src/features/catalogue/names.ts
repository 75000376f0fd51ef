/** A name as version 8 compares it: without blanks, `_`, `-` and `'`, in lower case. */
export const cleaned = (name: string): string => name.replace(/[\s_\-']/g, '').toLowerCase();

/** Names that are the same when cleaned, each with a number; shown as the first one met. */
export interface Names {
  /** The number of a name; null for one of which nothing is left. */
  idOf(name: string): number | null;
  /** The number of a name that was met, else null. */
  find(name: string): number | null;
  shown(id: number): string;
  readonly size: number;
}

/** No names yet. */
export const createNames = (): Names => {
  const ids = new Map<string, number>();
  /** By the spelling itself: nearly every name was met before, letter by letter. */
  const spelled = new Map<string, number | null>();
  const shown: string[] = [];

  const idOf = (name: string): number | null => {
    const known = spelled.get(name);
    if (known !== undefined) return known;
    const key = cleaned(name);
    let id = key === '' ? null : (ids.get(key) ?? null);
    if (id === null && key !== '') {
      id = shown.length;
      ids.set(key, id);
      shown.push(name);
    }
    spelled.set(name, id);
    return id;
  };

  return {
    idOf,
    find: (name) => spelled.get(name) ?? ids.get(cleaned(name)) ?? null,
    shown: (id) => shown[id] ?? '',
    get size() {
      return shown.length;
    },
  };
};

/** What was worked out for some texts, until there are too many or all of it is forgotten. */
export interface Remembered<Value> {
  /** @param make called where nothing is remembered */
  of(key: string, make: () => Value): Value;
  delete(key: string): void;
  forget(): void;
}

/** @param most how many are remembered at once */
export const createRemembered = <Value>(most: number): Remembered<Value> => {
  const known = new Map<string, Value>();
  return {
    of: (key, make) => {
      const found = known.get(key);
      if (found !== undefined) return found;
      const made = make();
      if (known.size >= most) known.clear();
      known.set(key, made);
      return made;
    },
    delete: (key) => void known.delete(key),
    forget: () => known.clear(),
  };
};

/** Puts an entry behind all others of a map, and lets the oldest go where there are more than `most`. */
export const rememberNewest = <Key, Value>(
  map: Map<Key, Value>,
  { key, value, most }: { readonly key: Key; readonly value: Value; readonly most: number },
): void => {
  map.delete(key);
  map.set(key, value);
  if (map.size <= most) return;
  for (const oldest of map.keys()) {
    map.delete(oldest);
    return;
  }
};

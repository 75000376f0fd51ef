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

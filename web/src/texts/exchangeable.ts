/** The shape of a catalogue without its exact words: strings, and functions from values to strings. */
export type Loosened<T> = T extends string
  ? string
  : T extends (...values: infer V) => string
    ? (...values: V) => string
    : { readonly [K in keyof T]: Loosened<T[K]> };

/** A catalogue that can be exchanged while the page stands. */
export interface Exchangeable<T> {
  /** Reads from whichever catalogue is current; to be read while rendering, never at import time. */
  readonly texts: Loosened<T>;
  /** Puts another catalogue in; without one, the first comes back. */
  readonly exchange: (catalogue?: Loosened<T>) => void;
}

/** Makes a catalogue exchangeable, starting with English. */
export function exchangeable<T extends object>(english: T): Exchangeable<T> {
  const first = english as unknown as Loosened<T>;
  let current = first;
  const texts = new Proxy(english, {
    get: (_, name) => Reflect.get(current as object, name) as unknown,
  }) as unknown as Loosened<T>;
  return {
    texts,
    exchange: (catalogue = first) => {
      current = catalogue;
    },
  };
}

/** Listeners by event name; each event carries one value. */
export interface Events<Map extends object> {
  on<Name extends keyof Map>(name: Name, listener: (value: Map[Name]) => void): () => void;
  /** @returns whether every listener took it without throwing */
  emit<Name extends keyof Map>(name: Name, value: Map[Name]): boolean;
}

/**
 * An in-process event board. Listeners run at once, in order of registration; one that throws does not
 * keep the others from running.
 */
export const createEvents = <Map extends object>(onError: (error: unknown) => void): Events<Map> => {
  const listeners: { [Name in keyof Map]?: Set<(value: Map[Name]) => void> } = {};
  return {
    on: (name, listener) => {
      const set = listeners[name] ?? new Set();
      listeners[name] = set;
      set.add(listener);
      return () => {
        set.delete(listener);
      };
    },
    emit: (name, value) => {
      let isTaken = true;
      for (const listener of listeners[name] ?? []) {
        try {
          listener(value);
        } catch (error) {
          isTaken = false;
          onError(error);
        }
      }
      return isTaken;
    },
  };
};

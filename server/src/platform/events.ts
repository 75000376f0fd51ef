/** Listeners by event name; each event carries one value. */
export interface Events<Map extends object> {
  on<Name extends keyof Map>(name: Name, listener: (value: Map[Name]) => void): () => void;
  emit<Name extends keyof Map>(name: Name, value: Map[Name]): void;
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
      for (const listener of listeners[name] ?? []) {
        try {
          listener(value);
        } catch (error) {
          onError(error);
        }
      }
    },
  };
};

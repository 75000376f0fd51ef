/** Is done when it returns, or when the promise that it returns is kept. */
type Listener<Value> = (value: Value) => unknown;

/** Listeners by event name; each event carries one value. */
export interface Events<Map extends object> {
  on<Name extends keyof Map>(name: Name, listener: Listener<Map[Name]>): () => void;
  /** @returns whether every listener took it without throwing; those that take their time are not waited for */
  emit<Name extends keyof Map>(name: Name, value: Map[Name]): boolean;
  /** The same, and waits until every listener is done. */
  settle<Name extends keyof Map>(name: Name, value: Map[Name]): Promise<boolean>;
}

/**
 * An in-process event board. Listeners begin at once, in order of registration; one that throws does not
 * keep the others from running.
 */
export const createEvents = <Map extends object>(onError: (error: unknown) => void): Events<Map> => {
  const listeners: { [Name in keyof Map]?: Set<Listener<Map[Name]>> } = {};

  const failed = (error: unknown): false => {
    onError(error);
    return false;
  };

  const tell = <Name extends keyof Map>(name: Name, value: Map[Name]): (boolean | Promise<boolean>)[] =>
    [...(listeners[name] ?? [])].map((listener) => {
      try {
        const done = listener(value);
        return done instanceof Promise ? done.then(() => true, failed) : true;
      } catch (error) {
        return failed(error);
      }
    });

  return {
    on: (name, listener) => {
      const set = listeners[name] ?? new Set();
      listeners[name] = set;
      set.add(listener);
      return () => {
        set.delete(listener);
      };
    },
    emit: (name, value) => tell(name, value).every((isTaken) => isTaken !== false),
    settle: async (name, value) => {
      const taken = await Promise.all(tell(name, value).map((isTaken) => Promise.resolve(isTaken)));
      return taken.every(Boolean);
    },
  };
};

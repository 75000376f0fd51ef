/** What a fake does next: a list for the coming requests, then one thing for all others. */
export interface Script<Behaviour> {
  /** The next requests are treated so, one entry each; then as {@link Script.always} says. */
  next: (...behaviours: Behaviour[]) => void;
  /** Every request from now on, after those of {@link Script.next}. */
  always: (behaviour: Behaviour) => void;
  /** Takes the behaviour of the request that just came. */
  take: () => Behaviour;
}

/** A script without special wishes. */
export function createScript<Behaviour>(usual: Behaviour): Script<Behaviour> {
  let queue: Behaviour[] = [];
  let rest = usual;
  return {
    next(...behaviours) {
      queue = [...queue, ...behaviours];
    },
    always(behaviour) {
      rest = behaviour;
    },
    take: () => queue.shift() ?? rest,
  };
}

/** Does what it is given one after the other, in the order of the calls, whatever becomes of each. */
export type OneAtATime = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Makes a queue of its own. */
export const createOneAtATime = (): OneAtATime => {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = last.then(work);
    last = done.catch(() => {});
    return done;
  };
};

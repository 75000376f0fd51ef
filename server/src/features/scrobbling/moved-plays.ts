import { setImmediate as turn } from 'node:timers/promises';
import type { SongsMoved } from '../../platform/app-events.ts';
import { inSlices } from '../../platform/slices.ts';
import type { MovedPlaysStore } from './moved-plays-store.ts';

/** Plays that are looked through before others may get their turn: a few milliseconds. */
const playsPerStep = 5_000;

/**
 * Makes the history, and the plays that wait to be sent, follow songs that are found under another path.
 * @returns a listener that has written all of it when its promise is kept, in many short turns; what it is
 * told again changes nothing
 */
export const createMovedPlays = (store: MovedPlaysStore): ((told: SongsMoved) => Promise<void>) => {
  let following: Promise<void> = Promise.resolve();

  function* rewrite(targets: ReadonlyMap<string, string>, last: number): Generator<undefined, void> {
    store.rewriteWaiting(targets);
    yield;
    for (let first = 1; first <= last; first += playsPerStep) {
      store.rewrite(targets, { first, last: Math.min(first + playsPerStep - 1, last) });
      yield;
    }
  }

  const followNow = async ({ library, moves }: SongsMoved): Promise<void> => {
    // Not within a transaction that somebody waits in.
    await turn();
    const followed = store.followed.last(library);
    const left = moves.filter(({ id }) => id > followed);
    const lastMove = left.at(-1);
    if (lastMove === undefined) return;
    const targets = new Map(left.map(({ from, to }) => [from, to]));
    const last = store.lastPlay();
    const noteDone = (): void => store.followed.note(library, lastMove.id);
    if (left.some(({ to }) => targets.has(to))) {
      // A song went to where another one was: done twice, or to a part, it would be wrong.
      store.together(() => {
        store.rewriteWaiting(targets);
        store.rewrite(targets, { first: 1, last });
        noteDone();
      });
    } else {
      await inSlices(rewrite(targets, last), store.together);
      noteDone();
    }
  };

  /** One after the other, in the order in which they are told. */
  return (told) => {
    const done = following.then(() => followNow(told));
    following = done.catch(() => {});
    return done;
  };
};

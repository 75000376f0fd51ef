/** Called once there is a place. @param end gives the place to the next */
type Turn = (end: () => void) => void;

/** Who may read a chunk now. */
export interface ReadTurns {
  /** Calls back when there is a place: at once unless as many read already. @param isNew those go first */
  take(turn: Turn, isNew: boolean): void;
}

/** As many keep every thread that reads at work, and are handed over within a few milliseconds. */
const mostAtOnce = 16;

/**
 * Lets so many read at once and the others wait for their turn. What was read is handed over on the thread that
 * answers, all of it in one go: thousands who begin to listen at once would keep everybody else waiting for as long.
 */
export const createReadTurns = (most = mostAtOnce): ReadTurns => {
  const newcomers: Turn[] = [];
  const others: Turn[] = [];
  let reading = 0;
  let isGiving = false;

  const end = (): void => {
    reading -= 1;
    give();
  };
  const give = (): void => {
    // A turn that ends at once is followed by the loop below.
    if (isGiving) return;
    isGiving = true;
    while (reading < most) {
      const turn = newcomers.shift() ?? others.shift();
      if (turn === undefined) break;
      reading += 1;
      turn(end);
    }
    isGiving = false;
  };

  return {
    take: (turn, isNew) => {
      (isNew ? newcomers : others).push(turn);
      give();
    },
  };
};

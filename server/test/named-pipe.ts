import koffi from 'koffi';

const notMade = -1;

/**
 * Makes named pipes by the system's own call; not every system has the programme `mkfifo`.
 * @throws Error with the number of the system's error when one cannot be made
 */
export const makePipes = (...paths: readonly string[]): void => {
  const make = koffi.load(null).func('int mkfifo(const char *, unsigned int)') as (
    path: string,
    mode: number,
  ) => number;
  for (const path of paths) {
    if (make(path, 0o600) === notMade) throw new Error(`${path}: mkfifo failed with error ${koffi.errno()}`);
  }
};

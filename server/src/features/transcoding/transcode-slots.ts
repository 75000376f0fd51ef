import { AppError } from '../../platform/app-error.ts';
import type { Clock } from '../../platform/clock.ts';

/** How many conversions run at once: in all, and of one person. */
export interface SlotLimits {
  readonly total: number;
  readonly perPerson: number;
  /** How long somebody waits for a turn before it is refused, in milliseconds. */
  readonly patienceMs: number;
}

/** Lets few conversions run at a time. */
export interface TranscodeSlots {
  /**
   * Waits for a turn, in the order of those who may have one.
   * @returns gives the slot back; a second time does nothing
   * @throws AppError too_many_conversions
   * @throws the signal's reason
   */
  enter(userId: number, signal: AbortSignal): Promise<() => void>;
  running(): number;
}

interface Waiting {
  readonly userId: number;
  readonly start: () => void;
}

/** So many wait per person at most; who jumps about in a song leaves those behind at once. */
const mostWaitingEach = 4;

const retryAfterSeconds = 5;

const refusal = (): AppError =>
  new AppError('too_many_conversions', 'Too many songs are being converted now. Please try again.', {
    headers: { 'Retry-After': String(retryAfterSeconds) },
  });

/** Makes slots, all of them free. */
export const createTranscodeSlots = (limits: SlotLimits, clock: Pick<Clock, 'schedule'>): TranscodeSlots => {
  const running = new Map<number, number>();
  const waiting: Waiting[] = [];
  let total = 0;

  const isFree = (userId: number): boolean =>
    total < limits.total && (running.get(userId) ?? 0) < limits.perPerson;

  const leave = (userId: number): void => {
    const left = (running.get(userId) ?? 1) - 1;
    if (left === 0) running.delete(userId);
    else running.set(userId, left);
    total -= 1;
    const at = waiting.findIndex((next) => isFree(next.userId));
    if (at !== -1) waiting.splice(at, 1)[0]?.start();
  };

  const take = (userId: number): (() => void) => {
    running.set(userId, (running.get(userId) ?? 0) + 1);
    total += 1;
    let isInside = true;
    return () => {
      if (isInside) leave(userId);
      isInside = false;
    };
  };

  const wait = (userId: number, signal: AbortSignal): Promise<() => void> =>
    new Promise((resolve, reject) => {
      const end = (): void => {
        cancel();
        signal.removeEventListener('abort', onAbort);
        const at = waiting.indexOf(entry);
        if (at !== -1) waiting.splice(at, 1);
      };
      const entry: Waiting = {
        userId,
        start: () => {
          end();
          resolve(take(userId));
        },
      };
      const onAbort = (): void => {
        end();
        reject(signal.reason);
      };
      const cancel = clock.schedule(limits.patienceMs, () => {
        end();
        reject(refusal());
      });
      signal.addEventListener('abort', onAbort);
      waiting.push(entry);
    });

  return {
    enter: async (userId, signal) => {
      signal.throwIfAborted();
      if (isFree(userId)) return take(userId);
      if (waiting.filter((other) => other.userId === userId).length >= mostWaitingEach) throw refusal();
      return await wait(userId, signal);
    },
    running: () => total,
  };
};

import { AppError } from '../app-error.ts';

/** How a job waits. */
export interface JobManner {
  /** Whether it waits until nobody else does. */
  readonly isBackground: boolean;
  /** Takes the job back while it still waits. */
  readonly signal?: AbortSignal | undefined;
}

/** A job that waits for a process of ours, or is being done. */
export interface WaitingJob<Job, Result> {
  readonly job: Job & { readonly id: number };
  readonly isBackground: boolean;
  readonly settle: (result: Result) => void;
}

/** Those who wait for processes of ours, up to so many; the others are told the sentence. */
export const createJobLine = <Job, Result>(options: { most: number; tooMany: string }) => {
  const line: WaitingJob<Job, Result>[] = [];
  let lastId = 0;
  let isClosed = false;
  const foremost = (): number => line.findIndex(({ isBackground }) => !isBackground);
  return {
    isEmpty: (): boolean => line.length === 0,
    isWaitedFor: (): boolean => foremost() !== -1,
    /**
     * @param onAdded called when it waits
     * @throws AppError unavailable when too many wait
     * @throws the signal's reason when it was taken back
     */
    add: (job: Job, { isBackground, signal }: JobManner, onAdded: () => void): Promise<Result> =>
      new Promise((settle, refuse) => {
        signal?.throwIfAborted();
        if (isClosed || line.length >= options.most) {
          throw new AppError('unavailable', options.tooMany, { headers: { 'Retry-After': '5' } });
        }
        lastId += 1;
        const waiting = { job: { ...job, id: lastId }, isBackground, settle };
        line.push(waiting);
        signal?.addEventListener('abort', () => {
          const at = line.indexOf(waiting);
          if (at === -1) return;
          line.splice(at, 1);
          refuse(signal.reason);
        });
        onAdded();
      }),
    /** The first that somebody waits for; else, where those are taken too, the first in the background. */
    next: (isBackgroundTaken: boolean): WaitingJob<Job, Result> | undefined => {
      const at = foremost();
      if (at !== -1) return line.splice(at, 1)[0];
      return isBackgroundTaken ? line.shift() : undefined;
    },
    /** Whoever came first, whatever they wait for. */
    first: (): WaitingJob<Job, Result> | undefined => line.shift(),
    /** Takes nobody any more, and answers all. */
    close: (result: Result): void => {
      isClosed = true;
      for (const { settle } of line.splice(0)) settle(result);
    },
  };
};

import type { Clock } from '../clock.ts';
import { collectGarbage } from './collect-garbage.ts';
import { letProgramsGo } from './program-pages.ts';

/**
 * Gives memory back after much was received: what was read in is garbage in the end, but nothing collects it while
 * nothing else happens, and the allocator keeps what lies between things that are still needed.
 */
export interface MemoryReturn {
  /** Hears how many bytes came in. */
  note(bytes: number): void;
}

/** Less than this is not worth a pause. */
const worthwhileBytes = 16 * 1024 * 1024;

/** Nothing may have come in for so long, in milliseconds. */
const quietMs = 2_000;

/**
 * Once more after so long, in milliseconds: threads that helped to save end some seconds after their last work, and
 * what they had is free only then.
 */
const afterThreadsMs = 15_000;

/** @param giveBack takes some ten milliseconds; see {@link openGiveBack} */
export const createMemoryReturn = (deps: {
  clock: Pick<Clock, 'schedule'>;
  giveBack: () => void;
}): MemoryReturn => {
  let bytesIn = 0;
  let bytesSeen = 0;
  let isWaiting = false;
  let cancelAgain = (): void => {};

  const look = (): void => {
    if (bytesIn !== bytesSeen) {
      wait();
      return;
    }
    isWaiting = false;
    bytesIn = 0;
    deps.giveBack();
    cancelAgain();
    cancelAgain = deps.clock.schedule(afterThreadsMs, () => {
      if (!isWaiting) deps.giveBack();
    });
  };
  const wait = (): void => {
    isWaiting = true;
    bytesSeen = bytesIn;
    deps.clock.schedule(quietMs, look);
  };
  return {
    note: (bytes) => {
      bytesIn += bytes;
      if (!isWaiting && bytesIn >= worthwhileBytes) wait();
    },
  };
};

/** Gives memory back when something that takes much has been over for a while. */
export interface LaterReturn {
  /** It happens, or has just happened. */
  note(): void;
  close(): void;
}

/** For how long it is looked whether somebody is being answered, in milliseconds. */
const lookMs = 1_000;

/** Who took less processor time than this meanwhile has a moment for it: a tenth, in milliseconds. */
const spareCpuMs = 100;

/** After so many looks that found no moment it is done all the same: a minute. */
const mostLooks = 60;

/**
 * It pauses some ten milliseconds, so it waits for a moment in which nobody is being answered much.
 * @param deps.quietMs how long nothing of it may have happened
 * @param deps.cpuMs processor time of this process so far
 */
export const createLaterReturn = (deps: {
  clock: Pick<Clock, 'schedule'>;
  giveBack: () => void;
  quietMs: number;
  cpuMs: () => number;
}): LaterReturn => {
  let cancel = (): void => {};
  const look = (looksLeft: number): void => {
    const beganMs = deps.cpuMs();
    cancel = deps.clock.schedule(lookMs, () => {
      if (looksLeft <= 1 || deps.cpuMs() - beganMs < spareCpuMs) deps.giveBack();
      else look(looksLeft - 1);
    });
  };
  return {
    note: () => {
      cancel();
      cancel = deps.clock.schedule(deps.quietMs, () => look(mostLooks));
    },
    close: () => cancel(),
  };
};

/** The system's own calls, the first of them of glibc; there are none elsewhere. */
const openTrim = async (): Promise<() => void> => {
  if (process.platform !== 'linux') return () => {};
  try {
    const { default: koffi } = await import('koffi');
    const c = koffi.load(null);
    const trim = c.func('int malloc_trim(size_t)') as (kept: number) => number;
    const advise = c.func('int madvise(uintptr_t, size_t, int)') as Parameters<typeof letProgramsGo>[0];
    return () => {
      trim(0);
      letProgramsGo(advise);
    };
  } catch {
    return () => {};
  }
};

/** `soon` pauses some ten milliseconds; `idle` some hundred, and leaves less. */
export type ReturnManner = 'soon' | 'idle';

const collect = (manner: ReturnManner): void => {
  if (manner === 'soon') collectGarbage();
  // All that could be made again goes too, such as compiled code that was not run lately.
  else collectGarbage({ type: 'major', execution: 'sync', flavor: 'last-resort' });
};

/**
 * Collects garbage, and gives free memory and pages of programs back to the system. The library for the latter is loaded
 * when it is needed first.
 * @param freeCaches frees what others keep and can have again, before
 */
export const openGiveBack = (freeCaches: () => void): ((manner?: ReturnManner) => void) => {
  let trim: Promise<() => void> | null = null;
  return (manner = 'soon') => {
    freeCaches();
    collect(manner);
    trim ??= openTrim();
    void trim.then((run) => run());
  };
};

import type { AppEvents } from '../../platform/app-events.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Events } from '../../platform/events.ts';

/** Has work that nobody waits for hold on while others are answered, until nobody asked for anything for a moment. */
export interface GivingWay {
  /** Somebody waits for what is being done, or for what comes after it: it goes on at once, to its end. */
  hurry(): void;
  /** What was being done is done. */
  done(): void;
  stop(): void;
}

/** What giving way needs. */
export interface GivingWayDeps {
  readonly clock: Pick<Clock, 'schedule' | 'monotonicMs'>;
  readonly events: Pick<Events<AppEvents>, 'on'>;
  /** Whether something is being done that nobody waited for when it began. */
  readonly isBackground: () => boolean;
  /** Whether somebody waits for what comes next. */
  readonly isWaitedFor: () => boolean;
  /** Has the work hold on, or go on. */
  readonly hold: (isHeld: boolean) => void;
}

/**
 * For so long nobody must have asked for anything, in milliseconds: short, so that pages that look again and again leave
 * time.
 */
const momentMs = 150;

/** Hears of each request until it is stopped. */
export const createGivingWay = (deps: GivingWayDeps): GivingWay => {
  const { clock, hold } = deps;
  let untilMs = 0;
  let isHurried = false;
  let cancel: (() => void) | null = null;
  const look = (): void => {
    const leftMs = untilMs - clock.monotonicMs();
    if (leftMs > 0) {
      cancel = clock.schedule(leftMs, look);
      return;
    }
    cancel = null;
    hold(false);
  };
  const goOn = (): void => {
    if (cancel === null) return;
    cancel();
    cancel = null;
    hold(false);
  };
  const stop = deps.events.on('asked', () => {
    if (isHurried || !deps.isBackground()) return;
    untilMs = clock.monotonicMs() + momentMs;
    if (cancel !== null) return;
    hold(true);
    cancel = clock.schedule(momentMs, look);
  });
  return {
    hurry() {
      isHurried = true;
      goOn();
    },
    done() {
      goOn();
      isHurried = deps.isWaitedFor();
    },
    stop,
  };
};

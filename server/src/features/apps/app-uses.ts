import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { StateAccess } from '../../state/state-access.ts';
import { type AppUse, noteAppUses } from './apps-store.ts';

/** A use of one app is written this often at most, in milliseconds. */
const writeEveryMs = 60_000;
/** What an app calls itself is cut to this. */
const longestClient = 100;

/** Knows when apps were last used; nothing waits for the disk. */
export interface AppUses {
  note(id: number, client: string): void;
  /** A use that is not written yet. */
  pending(id: number): AppUse | undefined;
  /** Writes what is gathered. Never fails: what could not be written stays gathered. */
  flush(): Promise<void>;
}

/** Gathers uses and writes them together. */
export const createAppUses = (deps: {
  state: Pick<StateAccess, 'writeAtOnce'>;
  clock: Clock;
  log: Log;
}): AppUses => {
  const { clock } = deps;
  const pending = new Map<number, AppUse>();
  /** What was last noted of each, and when in monotonic milliseconds. */
  const noted = new Map<number, { atMs: number; client: string }>();
  let cancel: (() => void) | null = null;

  const flush = async (): Promise<void> => {
    cancel?.();
    cancel = null;
    if (pending.size === 0) return;
    const uses = new Map(pending);
    try {
      await deps.state.writeAtOnce((transaction) => noteAppUses(transaction, uses));
      for (const [id, use] of uses) if (pending.get(id) === use) pending.delete(id);
    } catch (error) {
      deps.log.debug('the last use of apps could not be noted yet', { error });
    }
  };

  return {
    note: (id, rawClient) => {
      const client = rawClient.slice(0, longestClient).toWellFormed();
      const last = noted.get(id);
      const nowMs = clock.monotonicMs();
      if (last !== undefined && last.client === client && nowMs - last.atMs < writeEveryMs) return;
      noted.set(id, { atMs: nowMs, client });
      pending.set(id, { atMs: clock.nowMs(), client });
      cancel ??= clock.schedule(writeEveryMs, () => void flush());
    },
    pending: (id) => pending.get(id),
    flush,
  };
};

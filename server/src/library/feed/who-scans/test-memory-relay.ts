import type { ScanStatus } from '@tonearm/contract';
import type { RelayedWish, ScanRelay } from './scan-relay.ts';

/** A relay in memory that several processes of a test share. */
export const createMemoryRelay = (): ScanRelay => {
  let status: ScanStatus | null = null;
  let wishes: RelayedWish[] = [];
  const listeners = new Set<() => void>();
  const changed = async (): Promise<void> => {
    for (const hear of listeners) setImmediate(hear);
  };
  return {
    tell: (told) => {
      status = structuredClone(told);
      return changed();
    },
    told: async () => status,
    wish: (wish) => {
      wishes.push(structuredClone(wish));
      return changed();
    },
    takeWishes: async () => {
      const taken = wishes;
      wishes = [];
      return taken;
    },
    onChange: (hear) => {
      listeners.add(hear);
      return () => void listeners.delete(hear);
    },
  };
};

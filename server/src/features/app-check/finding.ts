import type { AppFinding, AppFindingName } from '@tonearm/contract';

/** A finding, with what is not told left empty. */
export const finding = (
  name: AppFindingName,
  weight: AppFinding['weight'],
  told: { readonly call?: string; readonly seen?: string | null } = {},
): AppFinding => ({ name, weight, call: told.call ?? null, seen: told.seen ?? null });

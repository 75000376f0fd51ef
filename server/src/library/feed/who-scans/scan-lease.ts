/** What one of several processes holds while it scans, for a few seconds at a time. */
export interface ScanLease {
  /** Takes it where nobody holds it, or this process did. @returns the number of this election; null where somebody else holds it */
  take(): Promise<number | null>;
  /** Holds it for longer. @returns whether it was held still */
  renew(epoch: number): Promise<boolean>;
  /** Leaves it to whoever is next. */
  free(epoch: number): Promise<void>;
}

/** How long it is held without a word, in milliseconds. */
export const leaseMs = 8_000;

import type { ScanStatus } from '@tonearm/contract';
import type { RelayedWish, ScanRelay } from '../../../library/feed/who-scans/scan-relay.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Log } from '../../../platform/log.ts';
import type { Scanner } from '../scanner.ts';

/** What a scanner of one of several processes needs. */
export interface SharedScannerDeps {
  /** The scanner of this process, which scans only while it was elected. */
  readonly scanner: Scanner;
  readonly relay: ScanRelay;
  /** @throws AppError source_not_found */
  readonly checkKnown: (source: string) => void;
  readonly clock: Pick<Clock, 'schedule'>;
  readonly log: Pick<Log, 'warn'>;
}

/** A scanner that scans here, or asks the process that does. */
export interface SharedScanner extends Scanner {
  /** This process was elected: it scans, now and from now on. */
  lead(): void;
  /** It is not any more: a scan that runs ends where it is. Resolves when nothing is written any more. */
  follow(): Promise<void>;
}

/** How often others are told how far a scan is, in milliseconds. */
const tellEveryMs = 500;

/** Tells others the latest, not too often. */
const createTelling = ({ relay, clock, log }: SharedScannerDeps) => {
  let latest: ScanStatus | null = null;
  let isResting = false;
  let isOver = false;
  let cancel = (): void => {};
  let told: Promise<void> = Promise.resolve();
  const tell = (): void => {
    if (latest === null || isResting || isOver) return;
    const status = latest;
    latest = null;
    isResting = true;
    told = relay
      .tell(status)
      .catch((error: unknown) => log.warn('other processes were not told of a scan', { error }));
    cancel = clock.schedule(tellEveryMs, () => {
      isResting = false;
      tell();
    });
  };
  return {
    tell: (status: ScanStatus): void => {
      latest = status;
      tell();
    },
    /** Tells what is left to be told, and nothing after that. */
    close: async (): Promise<void> => {
      cancel();
      isResting = false;
      await told;
      tell();
      isOver = true;
      cancel();
      await told;
    },
  };
};

const carryOut = (scanner: Scanner, wish: RelayedWish): void => {
  switch (wish.kind) {
    case 'everything':
      scanner.trigger();
      break;
    case 'folders':
      scanner.triggerFolders(wish.paths);
      break;
    case 'retry':
      scanner.retryProblems(wish.paths);
      break;
    case 'forget':
      scanner.forget(wish.source);
      break;
    case 'keep':
      scanner.keep(wish.source);
      break;
    case 'cancel':
      scanner.cancel();
  }
};

/** What this process hears of the others. */
const createHearing = (
  { scanner, relay, log }: SharedScannerDeps,
  heard: { isLeading(): boolean; status(told: ScanStatus): void },
) => {
  const hear = async (): Promise<void> => {
    if (heard.isLeading()) {
      for (const wish of await relay.takeWishes()) carryOut(scanner, wish);
      return;
    }
    const told = await relay.told();
    if (told !== null) heard.status(told);
  };
  return (): void =>
    void hear().catch((error: unknown) =>
      log.warn('what other processes say of scans was not heard', { error }),
    );
};

/** What people ask of a scanner. */
const wishesBy = (wish: (wanted: RelayedWish) => void, checkKnown: SharedScannerDeps['checkKnown']) => ({
  trigger: (): void => wish({ kind: 'everything' }),
  triggerFolders: (paths: readonly string[]): void => wish({ kind: 'folders', paths }),
  retryProblems: (paths: readonly string[] | null): void => wish({ kind: 'retry', paths }),
  cancel: (): void => wish({ kind: 'cancel' }),
  forget: (source: string): void => {
    checkKnown(source);
    wish({ kind: 'forget', source });
  },
  keep: (source: string): void => {
    checkKnown(source);
    wish({ kind: 'keep', source });
  },
});

/** What is told of scans elsewhere, with what is of this process. */
const seenHere = (told: ScanStatus, { song_count, storage, rebuilt }: ScanStatus): ScanStatus => ({
  ...told,
  song_count,
  storage,
  rebuilt,
});

/** Makes it; this process follows until it is told to lead. */
export const createSharedScanner = (deps: SharedScannerDeps): SharedScanner => {
  const { scanner, relay, log } = deps;
  const listeners = new Set<(status: ScanStatus) => void>();
  const telling = createTelling(deps);
  let isLeading = false;
  let told: ScanStatus | null = null;

  const status = (): ScanStatus =>
    isLeading || told === null ? scanner.status() : seenHere(told, scanner.status());
  const tellHere = (): void => {
    for (const listener of listeners) listener(status());
  };
  const hear = createHearing(deps, {
    isLeading: () => isLeading,
    status: (of) => {
      told = of;
      tellHere();
    },
  });
  const leave = [
    relay.onChange(hear),
    scanner.onStatus((current) => {
      if (isLeading) telling.tell(current);
      tellHere();
    }),
  ];
  /** Here, or by whoever scans. */
  const wish = (wanted: RelayedWish): void => {
    if (isLeading) carryOut(scanner, wanted);
    else relay.wish(wanted).catch((error: unknown) => log.warn('a scan could not be asked for', { error }));
  };

  return {
    ...scanner,
    ...wishesBy(wish, deps.checkKnown),
    status,
    changedElsewhere: () => {
      scanner.changedElsewhere();
      tellHere();
    },
    onStatus: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    collectionStatus: () => ({ ...scanner.collectionStatus(), is_scanning: status().is_scanning }),
    // It follows until it is elected.
    start: hear,
    lead: () => {
      isLeading = true;
      scanner.start();
      hear();
    },
    follow: () => {
      isLeading = false;
      hear();
      return scanner.standDown();
    },
    stop: async () => {
      await scanner.stop();
      for (const each of leave) each();
      await telling.close();
    },
  };
};

/** What was asked for since the last scan began. */
export interface ScanWish {
  /** Virtual paths of folders to look into; null for everything. */
  readonly folders: readonly string[] | null;
  readonly forget: readonly string[];
  /** Paths of the scan report to be tried again; null for all of it. */
  readonly retry: readonly string[] | null;
}

/** Gathers requests for scans into the one that follows. */
export interface ScanWishes {
  everything(): void;
  folders(paths: readonly string[]): void;
  /** A scan of everything in which a source's missing songs are dropped. */
  forget(source: string): void;
  /** Tries what stands in the report under these paths again; all of it for null. */
  retry(paths: readonly string[] | null): void;
  /** Looks into no folder, and takes songs in by the rules that hold now. */
  settle(): void;
  hasAny(): boolean;
  /** Hands out what was asked for, which is then forgotten; null when there is nothing. */
  take(): ScanWish | null;
  /** What was handed out has failed: its sources are forgotten by the next scan of everything, whenever that is. */
  giveBack(wish: ScanWish): void;
  clear(): void;
}

/** With more folders than this, everything is looked at: it costs no more. */
const mostFolders = 2000;

/** Nothing wished for yet. */
export const createScanWishes = (): ScanWishes => {
  let isEverything = false;
  const paths = new Set<string>();
  const forgotten = new Set<string>();
  const retried = new Set<string>();
  let isAllRetried = false;
  let isSettling = false;
  /** What a scan was handed is no longer wished for; sources are forgotten by those of everything alone. */
  const handedOut = (): void => {
    retried.clear();
    isAllRetried = false;
    isEverything = false;
    isSettling = false;
    paths.clear();
  };
  const hasAny = (): boolean => isEverything || isSettling || paths.size > 0;
  return {
    everything: () => {
      isEverything = true;
    },
    folders: (added) => {
      for (const path of added) paths.add(path);
    },
    forget: (source) => {
      isEverything = true;
      forgotten.add(source);
    },
    retry: (asked) => {
      if (asked === null) isEverything = true;
      isAllRetried ||= asked === null;
      for (const path of asked ?? []) {
        retried.add(path);
        paths.add(path);
      }
    },
    settle: () => {
      isSettling = true;
    },
    hasAny,
    take: () => {
      if (!hasAny()) return null;
      const folders = isEverything || paths.size > mostFolders ? null : [...paths];
      const wish: ScanWish = {
        folders,
        forget: folders === null ? [...forgotten] : [],
        retry: isAllRetried ? null : [...retried],
      };
      handedOut();
      if (folders === null) forgotten.clear();
      return wish;
    },
    giveBack: ({ forget }) => {
      for (const source of forget) forgotten.add(source);
    },
    clear: () => {
      handedOut();
      forgotten.clear();
    },
  };
};

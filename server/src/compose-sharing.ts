import type { Base } from './compose-base.ts';
import type { SharedScanner } from './features/scanner/index.ts';
import { createLibraryFeed } from './library/feed/library-feed.ts';
import { createLibraryRole } from './library/feed/library-role.ts';
import type { LibrarySharing } from './library/feed/postgres-sharing.ts';
import { createScanElection } from './library/feed/who-scans/scan-election.ts';
import type { ScanCopy } from './state/scan-copy.ts';

/**
 * Keeps the library of one of several processes in step with those of the others, and has it scan when it is elected.
 * What it opens is closed with the rest, after whoever uses it.
 */
export const composeSharing = (
  { config, library, events, world, duty, cleanups }: Base,
  { sharing, scanner, scanCopy }: { sharing: LibrarySharing; scanner: SharedScanner; scanCopy: ScanCopy },
) => {
  const { clock, log } = world;
  const feed = createLibraryFeed({
    dataFolder: config.dataFolder,
    store: sharing.store,
    adopt: (path) => {
      const isAdopted = library.adopt(path);
      if (isAdopted) events.emit('library-replaced', undefined);
      return isAdopted;
    },
    onChanged: scanner.changedElsewhere,
    onPublished: scanner.published,
    onFenced: () => role.lost(),
    onDamaged: (error) => library.report(error.message),
    clock,
    log,
  });
  const role = createLibraryRole({
    feed: {
      ...feed,
      lead: async (epoch) => {
        await feed.lead(epoch);
        // What others noted of songs while they scanned.
        await scanCopy.refresh();
      },
    },
    scanner,
    clock,
    log,
  });
  const election = createScanElection({
    ...{ lease: sharing.lease, clock, log },
    onWon: (epoch) => {
      role.won(epoch);
      duty.take();
    },
    onLost: () => {
      duty.leave();
      role.lost();
    },
  });
  events.on('collection-changed', feed.wake);
  const leave = (): Promise<void> => {
    duty.leave();
    return election.close();
  };
  // The last is closed first: nobody is elected before this one writes no more.
  cleanups.push(leave, feed.close, role.close);
  return {
    letGo: role.letGo,
    beginAnew: role.beginAnew,
    /** Follows, and stands for election where it may scan. */
    begin: (): void => {
      role.begin();
      if (config.roles.includes('scan')) election.start();
    },
  };
};

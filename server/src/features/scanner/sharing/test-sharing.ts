import { mkdirSync } from 'node:fs';
import { createLibraryFeed } from '../../../library/feed/library-feed.ts';
import { createLibraryRole } from '../../../library/feed/library-role.ts';
import type { MemoryStore } from '../../../library/feed/test-memory-store.ts';
import type { ScanRelay } from '../../../library/feed/who-scans/scan-relay.ts';
import { openLibraryKeeper } from '../../../library/library-keeper.ts';
import { defaultModelSettings } from '../../../library/model/model-settings.ts';
import type { AppEvents } from '../../../platform/app-events.ts';
import { systemClock } from '../../../platform/clock.ts';
import { createEvents } from '../../../platform/events.ts';
import { createLog } from '../../../platform/log.ts';
import { soundStorage } from '../../../platform/storage-watch.ts';
import { openState } from '../../../state/open-state.ts';
import { createScannerFeature } from '../index.ts';

/** One of several processes of a test: it has its own library, and scans when it is elected. */
export const openProcess = (
  dataFolder: string,
  { root, store, relay }: { root: string; store: MemoryStore; relay: ScanRelay },
) => {
  mkdirSync(dataFolder, { recursive: true });
  const lines: string[] = [];
  const log = createLog({ level: 'info', write: (line) => lines.push(line) });
  const events = createEvents<AppEvents>((error) => lines.push(String(error)));
  const revisions: number[] = [];
  events.on('collection-changed', ({ revision }) => revisions.push(revision));
  const state = openState(dataFolder);
  const keeper = openLibraryKeeper({ dataFolder, clock: systemClock, log });
  const feature = createScannerFeature({
    ...{ dataFolder, state, events, log, relay, library: keeper.raw, clock: systemClock },
    sources: { mounted: () => [{ name: 'Music', realPath: root }] },
    buckets: () => [],
    settings: {
      current: () => ({ album_art_pattern: 'Folder.(jpeg|jpg|png)', reindex_every_n_seconds: 0 }),
    },
    model: () => defaultModelSettings,
    corrections: () => [],
    followsLinksOutside: false,
    isWatching: false,
    storage: () => soundStorage,
    onTrouble: (trouble) => lines.push(trouble),
    onDamaged: keeper.report,
  });
  const { shared } = feature;
  if (shared === null) throw new Error('A relay makes it one of several.');
  const feed = createLibraryFeed({
    ...{ dataFolder, store, log, clock: systemClock },
    adopt: keeper.adopt,
    onChanged: shared.changedElsewhere,
    onPublished: shared.published,
    onFenced: () => role.lost(),
    onDamaged: (error) => keeper.report(error.message),
  });
  const role = createLibraryRole({ feed, scanner: shared, clock: systemClock, log });
  events.on('collection-changed', feed.wake);
  keeper.start({ letGo: role.letGo, begin: role.beginAnew });
  return {
    ...{ keeper, role, feed, lines, revisions, scanner: shared },
    close: async () => {
      await role.settled();
      await feed.close();
      await feature.close();
      await keeper.close();
      state.close();
    },
  };
};

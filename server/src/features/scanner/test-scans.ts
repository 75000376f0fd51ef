import { createFakeClock } from '@tonearm/testkit';
import { defaultModelSettings, type ModelSettings } from '../../library/model/model-settings.ts';
import type { AppEvents } from '../../platform/app-events.ts';
import { createEvents } from '../../platform/events.ts';
import { silentLog } from '../../platform/log.ts';
import { soundStorage } from '../../platform/storage-watch.ts';
import type { FromScanProcess, ToScanProcess } from '../scan/index.ts';
import type { ScanLinkHandlers } from './scan-link.ts';
import { createScanner } from './scanner.ts';
import type { ScannerStore } from './scanner-store.ts';

const store: ScannerStore = {
  revision: () => 5,
  songCount: () => 3,
  problemCount: () => 1,
  problems: () => [],
  givenUp: () => [],
  sources: () => [
    {
      name: 'Music',
      state: 'available',
      reason: null,
      counts: null,
      awaySince: null,
      isKept: false,
      songCount: 3,
      missingCount: 0,
    },
  ],
  awayNames: () => [],
  isScanned: () => true,
  rebuilt: () => null,
};

/** What a test changes, and what it is told. */
const createState = () => {
  const nobody: ScanLinkHandlers = {
    onMessage: () => {
      throw new Error('nobody listens yet');
    },
    onDeath: () => {
      throw new Error('nobody listens yet');
    },
  };
  const model: ModelSettings = defaultModelSettings;
  return {
    clock: createFakeClock(),
    events: createEvents<AppEvents>((error) => {
      throw error;
    }),
    sent: [] as ToScanProcess[],
    handlers: nobody,
    isCancelled: false,
    isAbandoned: false,
    damage: [] as string[],
    scanned: [] as boolean[],
    idle: 0,
    troubles: [] as string[],
    settings: { albumArtPattern: 'x', reindexEverySeconds: 0 },
    model,
  };
};

type State = ReturnType<typeof createState>;

const createTestScanner = (state: State) =>
  createScanner({
    storage: () => soundStorage,
    onTrouble: (trouble) => state.troubles.push(trouble),
    link: (given) => {
      state.handlers = given;
      return {
        send: (message) => {
          state.sent.push(message);
          if (message.kind === 'scan') state.isCancelled = false;
        },
        cancel: () => {
          state.isCancelled = true;
        },
        published: () => {},
        abandon: async () => {
          state.isAbandoned = true;
        },
        close: async () => {},
      };
    },
    store,
    sources: () => [{ name: 'Music', realPath: '/music' }],
    buckets: () => [],
    settings: () => state.settings,
    model: () => state.model,
    corrections: () => [],
    followsLinksOutside: false,
    events: state.events,
    clock: state.clock,
    log: silentLog,
    noteFirstSeen: () => {},
    onDamaged: (error) => state.damage.push(error),
    onScanned: (areFoldersChanged) => state.scanned.push(areFoldersChanged),
    onIdle: () => {
      state.idle += 1;
    },
  });

/** A controller of scans, and a process for it that does and says what a test wants. */
export const createTestScans = () => {
  const state = createState();
  const scanner = createTestScanner(state);
  const scans = () => state.sent.filter((message) => message.kind === 'scan');
  const say = (message: FromScanProcess) => state.handlers.onMessage(message);
  const endScan = (result: 'completed' | 'cancelled' | 'failed' = 'completed', areFoldersChanged = false) =>
    say({ kind: 'ended', result, error: null, trouble: null, areFoldersChanged });
  return Object.assign(state, {
    scanner,
    scans,
    say,
    endScan,
    wholeScans: () => scans().filter(({ request }) => request.folders === null),
    /** Something changes in a folder every ten seconds. */
    lookIntoFolders: async (times: number) => {
      for (let count = 0; count < times; count += 1) {
        scanner.triggerFolders(['Music/a']);
        endScan();
        await state.clock.advance(10_000);
      }
    },
  });
};

/** @see createTestScans */
export type TestScans = ReturnType<typeof createTestScans>;

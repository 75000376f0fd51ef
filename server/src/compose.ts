import { composeAccounts, composeSettings } from './compose-accounts.ts';
import { type Base, type ComposeDeps, openBase } from './compose-base.ts';
import { composeCollection } from './compose-collection.ts';
import { composeCorrections } from './compose-corrections.ts';
import { composeMade, createMadeRoutes, createNowPlayingNote, type Made } from './compose-made.ts';
import { composeBackups, composeOperation } from './compose-operation.ts';
import { followOthers } from './compose-others.ts';
import { composeAppCheck, composeSubsonic } from './compose-subsonic.ts';
import { freePages } from './db/sqlite.ts';
import {
  connectService,
  createScrobbling,
  createScrobblingRoutes,
  scrobblers,
} from './features/scrobbling/index.ts';
import { createApiDocsRoutes } from './http/api-docs/api-docs.ts';
import type { Page } from './http/app.ts';
import type { Authority } from './http/authenticate.ts';
import type { Route } from './http/route.ts';
import { createNotYetKnown } from './library/not-yet-known.ts';
import { createEmbeddedReading } from './library/read/embedded-reading.ts';
import type { LibraryReading } from './library/read/library-reading.ts';
import { closeAll, onlyOnce } from './platform/close-all.ts';

/** Every feature, built and connected, nothing running yet. */
export interface Composition {
  /** To be told of each request, before anything is done. */
  onAsked(): void;
  readonly authority: Authority;
  readonly routes: readonly Route[];
  /** What is answered beside the calls of the contract. */
  readonly pages: readonly Page[];
  /** The one-time code for setting up from outside; null once set up. */
  setupCode(): string | null;
  /** Begins what runs by itself: scans, the outbox, dynamic DNS. */
  begin(): void;
  /** Gives the error that is told in place of one that a call threw. */
  explain(error: unknown): unknown;
  /** Frees what the databases keep in memory and can read again. */
  freeCaches(): void;
  /** @param listener hears whenever a scan changed something */
  onChange(listener: () => void): void;
  /** Says to balancers that this process is not to be asked any more. Everything is answered as before. */
  leave(): void;
  /** Ends what answers might wait for: calls to the outside, and lines of people who sign in. */
  interrupt(): void;
  /** Ends everything in the opposite order and closes the databases. Asked for again, it does nothing more. */
  close(): Promise<void>;
}

const eventsOf = ({ events }: Base): Pick<Composition, 'onAsked' | 'onChange'> => ({
  onAsked: () => void events.emit('asked', undefined),
  onChange: (listener) => void events.on('collection-changed', listener),
});

const composeScrobbling = (base: Base, reading: LibraryReading, made: Made) => {
  const { config, state, world, events, box, outbound, cleanups } = base;
  const scrobbling = createScrobbling({
    state,
    events,
    canSave: () => state.isWritable() && base.storage.current().code === 'ok',
    services: Object.entries(scrobblers).map(([id, scrobbler]) =>
      connectService({ id, ...scrobbler }, { config, outbound }),
    ),
    ...(base.sharing === null ? {} : { duty: base.duty }),
    secrets: box,
    onPlay: made.playCounts.catchUp,
    onNowPlaying: createNowPlayingNote(made, reading),
    clock: world.clock,
    log: world.log,
  });
  cleanups.push(scrobbling.close);
  return scrobbling;
};

const freeCachesOf = ({ state, library }: Base): void =>
  freePages([state.raw, library.raw].filter((raw) => raw !== null));

/** Other processes, where there are any: what is played there, and what tells this one from them. */
const othersOf = ({ state, world }: Base) => {
  const broadcast = state.openBroadcast('tonearm_playing');
  if (broadcast === null) return null;
  return { broadcast, self: Buffer.from(world.random.bytes(12)).toString('base64url') };
};

/** What nobody waits for begins when the first answers have been given, so long after the start, in milliseconds. */
const laterMs = 100;

/** What begins once the server listens. */
const beginningOf =
  (
    { world, cleanups, stateCheck, state, storage }: Base,
    parts: {
      readonly collection: {
        readonly scanner: { status(): { readonly is_scanning: boolean } };
        begin(): void;
        beginLater(): void;
      };
      readonly subsonic: { beginLater(): void };
      readonly scrobbling: { start(): void };
      readonly made: Pick<Made, 'playCounts'>;
      readonly administration: { readonly updater: { start(): void } };
      readonly copies: { readonly backups: { start(): void } };
      readonly running: { readonly operation: { begin(): void } };
    },
  ) =>
  (): void => {
    parts.collection.begin();
    parts.administration.updater.start();
    parts.copies.backups.start();
    parts.running.operation.begin();
    stateCheck.start(() => parts.collection.scanner.status().is_scanning);
    for (const each of [state, storage]) each.start();
    const later = (): void => {
      parts.scrobbling.start();
      void parts.made.playCounts.catchUp();
      parts.collection.beginLater();
      parts.subsonic.beginLater();
    };
    cleanups.push(world.clock.schedule(laterMs, later));
  };

/**
 * Builds every feature by hand, in order. The only place that knows who supplies what.
 * @throws SetupError or MigrationError when the data folder cannot be used
 */
export const compose = async (deps: ComposeDeps): Promise<Composition> => {
  const base = await openBase(deps);
  // At once, so that nothing of the rest waits for somebody else's server.
  const interrupt = (): void => void base.outbound.close();
  const close = onlyOnce(() => {
    interrupt();
    return closeAll(base.cleanups);
  });
  try {
    const accounts = await composeAccounts(base);
    const administration = await composeSettings(base, accounts.usersDeps);
    const reading = createEmbeddedReading(base.library);
    const made = composeMade(base, reading, othersOf(base));
    const corrections = await composeCorrections(base, reading);
    const settled = { ...administration, corrections: corrections.corrections };
    const collection = composeCollection(base, settled, { reading, made });
    const scrobbling = composeScrobbling(base, reading, made);
    const copies = await composeBackups(base, administration.sources);
    const subsonic = composeSubsonic(base, { accounts, administration, collection, scrobbling, made });
    const lastBackupAt = (): number | null => copies.backups.status().backups[0]?.made_at ?? null;
    followOthers(base, { ...accounts, ...administration, ...corrections, ...copies });
    const running = composeOperation(base, { ...collection, lastBackupAt });
    return {
      // The first sees every answer.
      pages: [running.page, subsonic.page],
      authority: accounts.authority,
      routes: [
        ...createApiDocsRoutes(),
        ...accounts.routes,
        ...administration.routes,
        ...[copies, running, corrections].flatMap(({ routes }) => routes),
        ...composeAppCheck(base, { accounts, administration, collection }),
        ...collection.routes,
        ...createMadeRoutes(made, reading, base.state),
        ...createScrobblingRoutes({ scrobbling, lookup: reading.lookup, sessions: accounts.sessions }),
      ],
      setupCode: accounts.setup.code,
      begin: beginningOf(base, { collection, subsonic, scrobbling, made, administration, copies, running }),
      explain: createNotYetKnown(base.library.isFilling),
      ...eventsOf(base),
      leave: running.operation.leave,
      interrupt: () => {
        accounts.throttle.close();
        interrupt();
      },
      ...{ close, freeCaches: () => freeCachesOf(base) },
    };
  } catch (error) {
    await close();
    throw error;
  }
};

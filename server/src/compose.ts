import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { composeMade, createMadeRoutes, createNowPlayingNote, type Made } from './compose-made.ts';
import { composeBackups, composeOperation } from './compose-operation.ts';
import { composeSound } from './compose-sound.ts';
import type { Config } from './config.ts';
import { createCarriedLog } from './db/carried-log.ts';
import { freePages } from './db/sqlite.ts';
import { createAppsFeature, deleteAppsOf } from './features/apps/index.ts';
import { createArtworkFeature } from './features/artwork/index.ts';
import { createCatalogueKeeper, createCatalogueV8Routes } from './features/catalogue/index.ts';
import { createCollectionRoutes, createCollectionV8Routes } from './features/collection/index.ts';
import { createConfigRoutes } from './features/config/index.ts';
import {
  createDdnsAccount,
  createDdnsRoutes,
  createDdnsStatusRoutes,
  createDdnsUpdater,
  readAttempt,
  readLastCall,
  writeAttempt,
  writeLastCall,
} from './features/ddns/index.ts';
import { createLyrics, createLyricsRoutes } from './features/lyrics/index.ts';
import { createMusic, createMusicRoutes } from './features/music/index.ts';
import { createMusicRules, createMusicRulesRoutes, type MusicRules } from './features/music-rules/index.ts';
import { createPlaylistsFeature } from './features/playlists/index.ts';
import { createPreferences, createPreferencesRoutes } from './features/preferences/index.ts';
import { createScannerFeature, type Scanner } from './features/scanner/index.ts';
import {
  connectService,
  createScrobbling,
  createScrobblingRoutes,
  scrobblers,
} from './features/scrobbling/index.ts';
import {
  createFindGroups,
  createNameIndex,
  createQueryRoutes,
  createQuerySearch,
  createSearch,
  createSearchRoutes,
  type Search,
} from './features/search/index.ts';
import {
  createChangeOwnPassword,
  createLoginThrottle,
  createSessions,
  createSessionsRoutes,
  createSignIn,
  endSessionsOf,
} from './features/sessions/index.ts';
import { createSettings, createSettingsRoutes, type Settings } from './features/settings/index.ts';
import { createSetup, createSetupRoutes } from './features/setup/index.ts';
import { createSources, createSourcesRoutes, type Sources } from './features/sources/index.ts';
import { createSubsonicFeature } from './features/subsonic/index.ts';
import {
  administratorExists,
  createPasswordHasher,
  createUsers,
  createUsersRoutes,
  listUsers,
  type PasswordCost,
  type UsersDeps,
} from './features/users/index.ts';
import { createApiDocsRoutes } from './http/api-docs/api-docs.ts';
import type { Page } from './http/app.ts';
import type { Authority } from './http/authenticate.ts';
import type { Route } from './http/route.ts';
import { openLibraryKeeper } from './library/library-keeper.ts';
import { foldedName, variousArtists } from './library/model/folded-name.ts';
import { derivedId, folderId, idText } from './library/model/public-id.ts';
import { defaultArticles } from './library/model/sort-text.ts';
import { createNotYetKnown } from './library/not-yet-known.ts';
import { createEmbeddedReading } from './library/read/embedded-reading.ts';
import type { LibraryReading } from './library/read/library-reading.ts';
import { albumToWire, artistToWire } from './library/read/music/music-wire.ts';
import { wordsOf } from './library/search-index/search-words.ts';
import { AppError } from './platform/app-error.ts';
import type { AppEvents } from './platform/app-events.ts';
import type { Clock } from './platform/clock.ts';
import { type Cleanup, closeAll, onlyOnce } from './platform/close-all.ts';
import { createEvents } from './platform/events.ts';
import type { Log } from './platform/log.ts';
import type { NumberedLine } from './platform/log-ring.ts';
import { createOutbound } from './platform/outbound.ts';
import { productVersion } from './platform/product-version.ts';
import type { Random } from './platform/random.ts';
import { createSecretBox } from './platform/secret-box.ts';
import { createStorageWatch } from './platform/storage-watch.ts';
import { sealedSecrets } from './state/secrets.ts';
import { hasSeenSongs } from './state/seen-songs.ts';
import { createStateCheck } from './state/state-check.ts';
import { openStateKeeper } from './state/state-keeper.ts';

/** What the outside world gives the features. */
export interface World {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** How hard passwords are hashed; the default is for production. */
  readonly passwordCost?: PasswordCost;
  /** Starts the server anew with a file in the place of `state.db`; absent where nobody can. */
  readonly restart?: (file: string) => void;
  /** The latest lines of the log; none where nobody keeps them. */
  readonly recentLog?: () => readonly NumberedLine[];
}

interface ComposeDeps {
  readonly config: Config;
  readonly world: World;
  /** Takes hold of the data folder for writing where that was not possible at first. @returns whether it is held */
  readonly hold: () => boolean;
}

/** Every feature, built and connected, nothing running yet. */
export interface Composition {
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
  /** Ends what answers might wait for: calls to the outside, and lines of people who sign in. */
  interrupt(): void;
  /** Ends everything in the opposite order and closes the databases. Asked for again, it does nothing more. */
  close(): Promise<void>;
}

const bytesPerMegabyte = 1_000_000;

/** Accounts: setup, users, sessions and what users prefer. */
const composeAccounts = async (base: Base) => {
  const { state, world, config } = base;
  const { clock, random, log } = world;
  const setup = await createSetup({
    query: state.query,
    dataFolder: config.dataFolder,
    hasAdministrator: () => administratorExists(state.query),
    ownNames: [hostname(), config.host],
    random,
    log,
  });
  const hasher = createPasswordHasher({
    random,
    ...(world.passwordCost === undefined ? {} : { cost: world.passwordCost }),
  });
  const sessions = createSessions({ state, clock, random, log });
  base.cleanups.push(() => sessions.close());
  const throttle = createLoginThrottle(clock);
  const signingDeps = { state, sessions, hasher, throttle, clock };
  const signIn = createSignIn(signingDeps);
  const changeOwnPassword = createChangeOwnPassword({ ...signingDeps, revokeApps: deleteAppsOf });
  const usersDeps: UsersDeps = {
    query: state.query,
    setup,
    hasher,
    clock,
    endSessions: async (transaction, which, end) => {
      await endSessionsOf(transaction, which, end);
      await deleteAppsOf(transaction, which.userId);
    },
  };
  const apps = createAppsFeature({ ...base, state, clock, random, log });
  base.cleanups.push(apps.close);
  const authority: Authority = {
    identify: sessions.identify,
    whyEnded: sessions.whyEnded,
    isSetupOpen: setup.isOpen,
    maySetUp: setup.admits,
  };
  const routes = [
    ...createSetupRoutes({ setup }),
    ...createSessionsRoutes({ sessions, signIn, changeOwnPassword }),
    ...createUsersRoutes({ users: createUsers(usersDeps) }),
    ...createPreferencesRoutes({ preferences: createPreferences({ query: state.query }) }),
    ...apps.routes,
  ];
  return { setup, sessions, throttle, usersDeps, authority, routes, apps };
};

/** What administrators set: settings, sources, dynamic DNS, and all of it at once. */
const composeSettings = async (base: Base, usersDeps: UsersDeps) => {
  const { state, world, config, events } = base;
  const { log, clock } = world;
  const { query } = state;
  const workingFolder = process.cwd();
  const settings = await createSettings({ query, events });
  const musicRules = await createMusicRules({ query, events });
  const sources = await createSources({ query, events, log, dataFolder: config.dataFolder, workingFolder });
  const ddns = await createDdnsAccount({ query, box: base.box, events });
  const updater = createDdnsUpdater({
    root: config.ddnsRoot,
    account: async () => ddns.get(),
    lastAttempt: () => readAttempt(query),
    keepAttempt: (attempt) => writeAttempt(query, attempt),
    lastCallMs: () => readLastCall(query),
    keepCall: (atMs) => writeLastCall(query, atMs),
    outbound: base.outbound,
    clock,
    log,
  });
  base.cleanups.push(updater.close);
  events.on('ddns-changed', updater.updateNow);
  const routes = [
    ...createSettingsRoutes({ settings }),
    ...createSourcesRoutes({ sources, workingFolder }),
    ...createDdnsRoutes({ account: ddns }),
    ...createDdnsStatusRoutes({ updater }),
    ...createConfigRoutes({ query, settings, sources, ddns, users: usersDeps }),
  ];
  return { settings, sources, musicRules, updater, routes };
};

/** Each source's folder as it was typed and as it is, for lists of files of the host. */
const foldersOfSources = (sources: Sources) =>
  sources.mounted().map(({ name, realPath }) => ({
    name,
    folders: [realPath, ...sources.list().flatMap((row) => (row.name === name ? [row.source] : []))],
  }));

const composePlaylists = (
  { config, state, library, events, world, cleanups }: Base,
  { lookup, details }: Pick<LibraryReading, 'lookup' | 'details'>,
  sources: Sources,
) => {
  const { clock, log } = world;
  const carriedLog = createCarriedLog({ raw: state.raw, clock, log });
  cleanups.push(carriedLog.close);
  return createPlaylistsFeature({
    state,
    carriedLog,
    lookup,
    details,
    sources: () => foldersOfSources(sources),
    quota: { entries: config.playlistEntries, bytes: config.playlistMegabytes * bytesPerMegabyte },
    oneLibrary: library.oneLibrary,
    events,
    clock,
    log,
  });
};

/** Folders that files of a source may really lie in, by the source's own. */
const foldersServed =
  (sources: Sources, config: Config) =>
  (sourceRealPath: string): string[] => {
    const served = sources.mounted().map((source) => source.realPath);
    // The library knows a source that was taken out until the next scan has begun.
    if (!served.includes(sourceRealPath)) return [];
    return [sourceRealPath, ...(config.followsOutsideLinks ? ['/'] : served)];
  };

/** Lists of the collection as version 8 has them, and what is found by queries. */
const composeVersion8 = (
  { library, events, world }: Base,
  reading: LibraryReading,
  { search, playlists }: { search: Search; playlists: (userId: number) => Promise<readonly string[]> },
): Route[] => {
  const { paths, details, catalogue, music } = reading;
  const { oneLibrary } = library;
  const catalogueOf = createCatalogueKeeper({ catalogue, oneLibrary, events, clock: world.clock });
  const { words } = search;
  const finder = createQuerySearch({ catalogueOf, catalogue, search: reading.search, words, oneLibrary });
  const findGroups = createFindGroups({
    names: createNameIndex({ reading: reading.tagTexts, events, clock: world.clock }),
    artists: async (ids) => (await music.artistsById(ids)).filter((one) => one !== null).map(artistToWire),
    albums: async (ids) => (await music.albumsById(ids)).filter((one) => one !== null).map(albumToWire),
    playlists,
  });
  return [
    ...createCollectionV8Routes({ paths, details }),
    ...createQueryRoutes({ finder, catalogueOf, catalogue, details, findGroups }),
    ...createCatalogueV8Routes({ catalogueOf, catalogue, details, newSeed: randomUUID }),
  ];
};

const composeArtwork = (
  base: Base,
  { lookup, colors }: Pick<LibraryReading, 'lookup' | 'colors'>,
  { foldersOf, scanner }: { foldersOf: ReturnType<typeof foldersServed>; scanner: Scanner },
) => {
  const artwork = createArtworkFeature({
    lookup,
    foldersOf,
    dataFolder: base.config.dataFolder,
    colors,
    setArtworkColor: scanner.setArtworkColor,
    isScanning: () => scanner.status().is_scanning,
    events: base.events,
    clock: base.world.clock,
    log: base.world.log,
  });
  base.cleanups.push(artwork.stop);
  return artwork;
};

/** Begins to keep the library: one that is made anew is filled by a scan. */
const startLibrary = (
  { library, events }: Base,
  scanner: Pick<ReturnType<typeof createScannerFeature>['scanner'], 'letGo' | 'beginAnew'>,
): void => {
  library.start({
    letGo: scanner.letGo,
    begin: () => {
      events.emit('library-replaced', undefined);
      scanner.beginAnew();
    },
  });
};

const composeScanning = (
  base: Base,
  { sources, settings, musicRules }: { sources: Sources; settings: Settings; musicRules: MusicRules },
) => {
  const { library, config, world } = base;
  const scanning = createScannerFeature({
    dataFolder: config.dataFolder,
    state: base.state,
    library: library.raw,
    sources,
    settings,
    model: musicRules.settings,
    followsLinksOutside: config.followsOutsideLinks,
    events: base.events,
    clock: world.clock,
    log: world.log,
    storage: base.storage.current,
    onTrouble: base.storage.noteTrouble,
    onDamaged: library.report,
  });
  base.cleanups.push(scanning.close);
  return scanning;
};

/** What is listed, found and played. */
const composeCollection = (
  base: Base,
  { sources, settings, musicRules }: { sources: Sources; settings: Settings; musicRules: MusicRules },
  { reading, made }: { reading: LibraryReading; made: Made },
) => {
  const { library, config, world } = base;
  const { lists, lookup, search: index } = reading;
  const foldersOf = foldersServed(sources, config);
  const scanning = composeScanning(base, { sources, settings, musicRules });
  const artwork = composeArtwork(base, reading, { foldersOf, scanner: scanning.scanner });
  const isScanning = (): boolean => scanning.scanner.status().is_scanning;
  const sound = composeSound({ base, reading, foldersOf, settings, isScanning });
  base.cleanups.push(sound.stop);
  const search = createSearch({ reading: index, oneLibrary: library.oneLibrary });
  const playlists = composePlaylists(base, reading, sources);
  const lyrics = createLyrics({ lookup, foldersOf, dataFolder: config.dataFolder });
  const routes = [
    ...createCollectionRoutes(lists),
    ...composeVersion8(base, reading, { search, playlists: playlists.names }),
    ...createSearchRoutes(search),
    ...composeMusic(reading, made, world),
    ...createMusicRulesRoutes({ rules: musicRules, reading: reading.tagTexts }),
    ...playlists.routes,
    ...scanning.routes,
    ...artwork.routes,
    ...createLyricsRoutes(lyrics),
    ...sound.routes,
  ];
  const begin = (): void => {
    scanning.scanner.start();
    artwork.start();
    sound.start();
    startLibrary(base, scanning.scanner);
    // The first search reads the words as well as it can.
    search.warmUp().catch((error: unknown) => world.log.debug('search was not warmed up', { error }));
    void playlists.tidy();
  };
  const { sendPicture } = artwork;
  const { scanner, watchState } = scanning;
  const { sendSong } = sound;
  return { reading, search, lyrics, sendSong, sendPicture, routes, begin, scanner, watchState };
};

/** What tags say of the collection. */
const composeMusic = (
  { music: reading, lookup }: Pick<LibraryReading, 'music' | 'lookup'>,
  { annotations }: Made,
  { clock }: World,
) => {
  const music = createMusic({ reading, lookup, liked: annotations, nowMs: clock.nowMs });
  return createMusicRoutes({ music, reading, lookup });
};

const composeScrobbling = (base: Base, reading: LibraryReading, made: Made) => {
  const { config, state, world, events, box, outbound, cleanups } = base;
  const scrobbling = createScrobbling({
    state,
    events,
    canSave: () => state.isWritable() && base.storage.current().code === 'ok',
    services: Object.entries(scrobblers).map(([id, scrobbler]) =>
      connectService({ id, ...scrobbler }, { config, outbound }),
    ),
    secrets: box,
    onPlay: made.playCounts.catchUp,
    onNowPlaying: createNowPlayingNote(made, reading),
    clock: world.clock,
    log: world.log,
  });
  cleanups.push(scrobbling.close);
  return scrobbling;
};

/** Plays by the paths of their songs. */
const playsOf = (
  scrobbling: ReturnType<typeof composeScrobbling>,
  lookup: Pick<LibraryReading['lookup'], 'findSong'>,
) => {
  const played = async (path: string) => {
    const song = await lookup.findSong(path);
    if (song === null) throw new AppError('song_not_found', 'There is no such song in the collection.');
    return song;
  };
  return {
    nowPlaying: async (userId: number, path: string) =>
      void (await scrobbling.nowPlaying(userId, await played(path))),
    scrobble: async (userId: number, path: string, startedAt: number) =>
      void (await scrobbling.scrobble(userId, await played(path), startedAt)),
  };
};

/** Items that somebody starred, rated or played which apps are told of: more than anybody finds again. */
const mostMarked = 20_000;

/** What is spoken of OpenSubsonic beyond its fields, with versions. */
const extensions = {
  formPost: [1],
  apiKeyAuthentication: [1],
  topSongsByArtistId: [1],
  indexBasedQueue: [1],
  songLyrics: [1],
  playbackReport: [1],
};

/** Apps that speak the Subsonic protocol: routes over what the other features know. */
const composeSubsonic = (
  { config, state, world, library }: Base,
  parts: {
    accounts: Awaited<ReturnType<typeof composeAccounts>>;
    administration: Awaited<ReturnType<typeof composeSettings>>;
    collection: ReturnType<typeof composeCollection>;
    scrobbling: ReturnType<typeof composeScrobbling>;
    made: Made;
  },
): Page => {
  const { apps } = parts.accounts;
  const { settings, sources } = parts.administration;
  const { reading, search, lyrics, sendSong, sendPicture } = parts.collection;
  const { annotations, bookmarks, queues, radio, nowPlaying } = parts.made;
  const { clock, log } = world;
  return createSubsonicFeature({
    apps: reading.apps,
    music: reading.music,
    marks: annotations.of,
    marked: async (userId, wish) =>
      (await annotations.list(userId, { ...wish, offset: 0, limit: mostMarked })).map(({ id }) => id),
    marking: annotations,
    totalPlays: annotations.totalPlays,
    ...{ bookmarks, queues, radio, nowPlaying, lyrics },
    folderIdOf: (path) => idText(folderId(path)),
    artists: {
      unknown: idText(derivedId('artist', '')),
      various: idText(derivedId('artist', foldedName(variousArtists.name))),
    },
    ignoredArticles: defaultArticles,
    search: { find: search.find, wordsOf },
    send: {
      song: sendSong,
      picture: sendPicture,
    },
    plays: playsOf(parts.scrobbling, reading.lookup),
    serverVersion: productVersion(),
    basePath: config.basePath,
    signIn: apps,
    settings: settings.current,
    folders: sources.folders,
    scanner: parts.collection.scanner,
    users: {
      find: async (name) => {
        const found = await apps.findUser(name);
        return found === null ? null : { ...found, isAdmin: found.isAdmin === 1 };
      },
      list: () => listUsers(state.query),
      isScrobbling: async (userId) =>
        (await parts.scrobbling.listServices(userId)).some(({ username }) => username !== null),
    },
    extensions: () => extensions,
    explain: createNotYetKnown(library.isFilling),
    clock,
    log,
  });
};

const openBase = ({ config, world, hold }: ComposeDeps) => {
  const { clock, log } = world;
  const { dataFolder } = config;
  const cleanups: Cleanup[] = [];
  const events = createEvents<AppEvents>((error) => log.error('an event was not handled', { error }));
  const storage = createStorageWatch({
    folder: dataFolder,
    clock,
    log,
    isWritable: () => state.isWritable() && library.isWritable(),
    onChange: (changed) => events.emit('storage-changed', changed),
  });
  const state = openStateKeeper({ dataFolder, clock, mayWrite: hold, onError: storage.note });
  cleanups.push(state.close);
  const library = openLibraryKeeper({
    dataFolder,
    clock,
    log,
    mayWrite: hold,
    wasThere: () => hasSeenSongs(state.raw),
  });
  cleanups.push(library.close, storage.close);
  const stateCheck = createStateCheck({
    dataFolder: config.dataFolder,
    clock: world.clock,
    log: world.log,
    onLibraryDamage: library.report,
  });
  cleanups.push(stateCheck.close);
  events.on('collection-changed', library.check);
  const outbound = createOutbound(world.clock);
  cleanups.push(() => outbound.close());
  const box = createSecretBox({
    dataFolder: config.dataFolder,
    random: world.random,
    sealed: () => sealedSecrets(state.raw),
  });
  return { config, world, state, stateCheck, storage, library, events, outbound, box, cleanups };
};

type Base = ReturnType<typeof openBase>;

/**
 * Builds every feature by hand, in order. The only place that knows who supplies what.
 * @throws SetupError or MigrationError when the data folder cannot be used
 */
export const compose = async (deps: ComposeDeps): Promise<Composition> => {
  const base = openBase(deps);
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
    const made = composeMade(base, reading);
    const collection = composeCollection(base, administration, { reading, made });
    const scrobbling = composeScrobbling(base, reading, made);
    const copies = await composeBackups(base, administration.sources);
    const subsonic = composeSubsonic(base, { accounts, administration, collection, scrobbling, made });
    const lastBackupAt = (): number | null => copies.backups.status().backups[0]?.made_at ?? null;
    const running = composeOperation(base, { ...collection, lastBackupAt });
    return {
      // The first sees every answer.
      pages: [running.page, subsonic],
      authority: accounts.authority,
      routes: [
        ...createApiDocsRoutes(),
        ...accounts.routes,
        ...administration.routes,
        ...copies.routes,
        ...running.routes,
        ...collection.routes,
        ...createMadeRoutes(made, reading, base.state),
        ...createScrobblingRoutes({ scrobbling, lookup: reading.lookup, sessions: accounts.sessions }),
      ],
      setupCode: accounts.setup.code,
      begin: () => {
        scrobbling.start();
        collection.begin();
        void made.playCounts.catchUp();
        administration.updater.start();
        copies.backups.start();
        running.operation.begin();
        base.stateCheck.start();
        base.state.start();
        base.storage.start();
      },
      explain: createNotYetKnown(base.library.isFilling),
      freeCaches: () => freePages([base.state.raw, base.library.raw]),
      interrupt: () => {
        accounts.throttle.close();
        interrupt();
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
};

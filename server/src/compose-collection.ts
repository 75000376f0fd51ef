import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Base, World } from './compose-base.ts';
import type { Made } from './compose-made.ts';
import { composeSharing } from './compose-sharing.ts';
import { composeSound } from './compose-sound.ts';
import type { Config } from './config.ts';
import { createCarriedLog, noCarriedLog } from './db/carried-log.ts';
import { createArtworkFeature } from './features/artwork/index.ts';
import { type BucketSettings, createBucketCopies, createBucketFiles } from './features/buckets/index.ts';
import { createCatalogueKeeper, createCatalogueV8Routes, pathRuns } from './features/catalogue/index.ts';
import { createCollectionRoutes, createCollectionV8Routes } from './features/collection/index.ts';
import type { Corrections } from './features/corrections/index.ts';
import { createLyrics, createLyricsRoutes } from './features/lyrics/index.ts';
import { createMusic, createMusicRoutes } from './features/music/index.ts';
import { createMusicRulesRoutes, type MusicRules } from './features/music-rules/index.ts';
import { createPlaylistsFeature } from './features/playlists/index.ts';
import { createScannerFeature, type Scanner } from './features/scanner/index.ts';
import {
  checkQuery,
  createFindGroups,
  createNameIndex,
  createQueryRoutes,
  createQuerySearch,
  createSearch,
  createSearchRoutes,
  findByText,
  type NameIndex,
  type Search,
} from './features/search/index.ts';
import type { Settings } from './features/settings/index.ts';
import {
  createSmartLists,
  createSmartListsRoutes,
  createSmartSongs,
  type SmartSongs,
  smartListToWire,
} from './features/smart-lists/index.ts';
import type { Sources } from './features/sources/index.ts';
import type { Route } from './http/route.ts';
import type { LibraryReading } from './library/read/library-reading.ts';
import { albumToWire, artistToWire } from './library/read/music/music-wire.ts';
import { isInBucket } from './platform/bucket/bucket-address.ts';
import { createMediaFiles } from './platform/bucket/remote-files.ts';
import { openSpool } from './platform/paths/spool.ts';
import { knownInstallation } from './state/kept-id.ts';

const bytesPerMegabyte = 1_000_000;

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
  const { clock, random, log } = world;
  const carriedLog = state.raw === null ? noCarriedLog : createCarriedLog({ raw: state.raw, clock, log });
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
    random,
    openSpool: () => openSpool(config.dataFolder, `playlist-${randomUUID()}`),
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

/** Files of the collection, wherever they lie. */
const composeFiles = ({ config, world, sharing, cleanups }: Base, { sources, buckets }: Administered) => {
  const { clock, log } = world;
  const copies = createBucketCopies({ folder: join(config.dataFolder, 'bucket-copies'), clock, log });
  const remote = createBucketFiles({ access: buckets.access, copies, clock });
  cleanups.push(async () => remote.close());
  return {
    media: createMediaFiles(remote, sharing !== null),
    foldersOf: foldersServed(sources, config),
    /** Whether a song, by its virtual path, lies in a bucket. */
    isInBucket: (path: string): boolean => {
      const name = path.split('/', 1)[0];
      return sources.mounted().some((source) => source.name === name && isInBucket(source.realPath));
    },
  };
};
type Files = ReturnType<typeof composeFiles>;

/** Lists of the collection as version 8 has them, and what is found by queries. */
const composeVersion8 = (
  { library, state, events, world }: Base,
  reading: LibraryReading,
  {
    search,
    names,
    playlists,
    made,
    rules,
  }: {
    search: Search;
    names: NameIndex;
    playlists: (userId: number) => Promise<readonly string[]>;
    made: Made;
    rules: MusicRules;
  },
): { routes: Route[]; smartSongs: SmartSongs } => {
  const { paths, details, catalogue, music } = reading;
  const { oneLibrary } = library;
  const catalogueOf = createCatalogueKeeper({ catalogue, oneLibrary, events, clock: world.clock });
  const { words } = search;
  const finder = createQuerySearch({
    catalogueOf,
    catalogue,
    search: reading.search,
    words,
    oneLibrary,
    splitting: () => rules.settings().splitting,
    personal: made.annotations.numbers,
  });
  const installation = knownInstallation(state);
  const lists = createSmartLists({ state, clock: world.clock, check: checkQuery, installation });
  const findGroups = createFindGroups({
    names,
    artists: async (ids) => (await music.artistsById(ids)).filter((one) => one !== null).map(artistToWire),
    albums: async (ids) => (await music.albumsById(ids)).filter((one) => one !== null).map(albumToWire),
    playlists,
    smartLists: async (userId) => (await lists.list(userId)).map(smartListToWire),
  });
  const smartSongs = createSmartSongs({
    list: lists.list,
    installation,
    find: (text, userId) => findByText(finder, text, userId),
    pathRuns: (ids) => oneLibrary.steadily(pathRuns(catalogue, ids)),
    details,
  });
  events.on('collection-changed', smartSongs.forget);
  const routes = [
    ...createSmartListsRoutes({ lists }),
    ...createCollectionV8Routes({ paths, details }),
    ...createQueryRoutes({ finder, catalogueOf, catalogue, details, findGroups }),
    ...createCatalogueV8Routes({ catalogueOf, catalogue, details, newSeed: randomUUID }),
  ];
  return { routes, smartSongs };
};

const composeArtwork = (
  base: Base,
  { lookup, colors }: Pick<LibraryReading, 'lookup' | 'colors'>,
  { foldersOf, media, scanner }: Pick<Files, 'foldersOf' | 'media'> & { scanner: Scanner },
) => {
  const artwork = createArtworkFeature({
    lookup,
    foldersOf,
    media,
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
  users: { letGo(): Promise<void>; beginAnew(): void },
): void => {
  library.start({
    letGo: users.letGo,
    begin: () => {
      events.emit('library-replaced', undefined);
      users.beginAnew();
    },
  });
};

/** What administrators decide of it. */
interface Administered {
  readonly sources: Sources;
  readonly buckets: BucketSettings;
  readonly settings: Settings;
  readonly musicRules: MusicRules;
  readonly corrections: Pick<Corrections, 'rules'>;
}

const composeScanning = (
  base: Base,
  { sources, buckets, settings, musicRules, corrections }: Administered,
) => {
  const { library, config, world, sharing, scanCopy } = base;
  const scanning = createScannerFeature({
    dataFolder: config.dataFolder,
    state: base.state,
    scanCopy,
    ...(sharing === null ? {} : { relay: sharing.relay }),
    library: library.raw,
    sources,
    buckets: buckets.access,
    settings,
    model: musicRules.settings,
    corrections: corrections.rules,
    followsLinksOutside: config.followsOutsideLinks,
    events: base.events,
    clock: world.clock,
    log: world.log,
    storage: base.storage.current,
    onTrouble: base.storage.noteTrouble,
    onDamaged: library.report,
  });
  const { scanner, shared } = scanning;
  const role =
    sharing === null || shared === null ? null : composeSharing(base, { sharing, scanner: shared, scanCopy });
  base.cleanups.push(scanning.close);
  const begin = (): void => {
    scanner.start();
    startLibrary(base, role ?? scanner);
    role?.begin();
  };
  return { ...scanning, begin };
};

/** What is listed, found and played. */
export const composeCollection = (
  base: Base,
  administered: Administered,
  { reading, made }: { reading: LibraryReading; made: Made },
) => {
  const { library, config, world } = base;
  const { sources, settings, musicRules } = administered;
  const { lists, lookup, search: index } = reading;
  const files = composeFiles(base, administered);
  const { foldersOf, media } = files;
  const scanning = composeScanning(base, administered);
  const artwork = composeArtwork(base, reading, { foldersOf, media, scanner: scanning.scanner });
  const isScanning = (): boolean => scanning.scanner.status().is_scanning;
  const sound = composeSound({ base, reading, files, settings, isScanning });
  base.cleanups.push(sound.stop);
  const search = createSearch({ reading: index, oneLibrary: library.oneLibrary });
  const names = createNameIndex({ reading: reading.tagTexts, events: base.events, clock: world.clock });
  const playlists = composePlaylists(base, reading, sources);
  const lyrics = createLyrics({ lookup, foldersOf, media, dataFolder: config.dataFolder });
  const version8 = composeVersion8(base, reading, {
    search,
    names,
    playlists: playlists.names,
    made,
    rules: musicRules,
  });
  const routes = [
    ...createCollectionRoutes(lists),
    ...version8.routes,
    ...createSearchRoutes(search),
    ...composeMusic(reading, { made, names }, world),
    ...createMusicRulesRoutes({ rules: musicRules, reading: reading.tagTexts }),
    ...playlists.routes,
    ...scanning.routes,
    ...artwork.routes,
    ...createLyricsRoutes(lyrics),
    ...sound.routes,
  ];
  const begin = (): void => {
    scanning.begin();
    artwork.start();
    sound.start();
  };
  const beginLater = (): void => {
    // The first search reads the words as well as it can.
    search.warmUp().catch((error: unknown) => world.log.debug('search was not warmed up', { error }));
    void playlists.tidy();
  };
  const { sendPicture } = artwork;
  const { scanner, watchState } = scanning;
  return {
    ...{ reading, search, lyrics, playlists: playlists.byId, smartSongs: version8.smartSongs },
    ...{ scanner, watchState },
    ...{ sound, sendPicture, routes, begin, beginLater },
  };
};

/** What tags say of the collection. */
const composeMusic = (
  { music: reading, lookup }: Pick<LibraryReading, 'music' | 'lookup'>,
  { made, names }: { made: Made; names: NameIndex },
  { clock }: World,
) => {
  const music = createMusic({ reading, lookup, names, liked: made.annotations, nowMs: clock.nowMs });
  return createMusicRoutes({ music, reading, lookup });
};

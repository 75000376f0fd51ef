import type { AppReading } from '../../../library/read/apps/app-reading.ts';
import type { MusicReading } from '../../../library/read/music/music-reading.ts';
import type { AppEvents } from '../../../platform/app-events.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Events } from '../../../platform/events.ts';
import type { Log } from '../../../platform/log.ts';
import type { Spool } from '../../../platform/paths/spool.ts';
import { createBrowsingHandlers } from '../handlers/browsing/browsing.ts';
import { createSimilarity } from '../handlers/browsing/similar.ts';
import { createKeeping, type KeepingDeps } from '../handlers/keeping.ts';
import { createListHandlers } from '../handlers/lists.ts';
import { createMarkingHandlers } from '../handlers/marking.ts';
import { createMediaHandlers } from '../handlers/media.ts';
import { createNegotiatingHandlers, type NegotiatingDeps } from '../handlers/negotiating.ts';
import { createPlayingHandlers, type PlayingDeps } from '../handlers/playing.ts';
import { createPlaylistHandlers, type PlaylistsDeps } from '../handlers/playlists.ts';
import { createResumingHandlers, type ResumingDeps } from '../handlers/resuming.ts';
import { createSearchHandlers, createWordSearch, type SearchingDeps } from '../handlers/searching.ts';
import { createSeenLists } from '../handlers/seen-lists.ts';
import { createStationHandlers, type StationsDeps } from '../handlers/stations.ts';
import { createSuggestingHandlers, type SuggestingDeps } from '../handlers/suggesting.ts';
import { createSystemHandlers, type SystemDeps } from '../handlers/system.ts';
import { createWordsHandlers, type WordsDeps } from '../handlers/words.ts';
import { createKeptMarks, type MarkKeeper } from '../kept-marks.ts';
import { folderIdOf, knownArtists } from '../known-ids.ts';
import { type ByteSenders, createMediaSender } from '../media-routes.ts';
import type { ShapingDeps } from '../node-parts.ts';
import { createKeptPages } from '../pages/kept-pages.ts';
import { createPageMaking } from '../pages/page-making.ts';
import { createPagesAhead } from '../pages/pages-ahead.ts';
import { createWalkPages } from '../pages/walk-pages.ts';
import { notFound } from '../protocol-error.ts';
import { createRest } from '../rest-routes.ts';
import { createShaping, type Shaping } from '../shaping/shaping.ts';
import { createSubsonic, type SignIn, type SubsonicSettings } from '../subsonic.ts';
import type { Rest } from '../subsonic-routes.ts';

/** What the protocol stands on: the rules of other features, which know nothing of it. */
export interface SubsonicDeps extends SystemDeps {
  readonly serverVersion: string;
  readonly basePath: string;
  readonly signIn: SignIn;
  readonly settings: () => ReturnType<SystemDeps['settings']> & SubsonicSettings;
  readonly explain: (error: unknown) => unknown;
  readonly apps: AppReading;
  readonly music: MusicReading;
  readonly marks: ShapingDeps['marks'];
  readonly marked: MarkKeeper['marked'];
  readonly marking: MarkKeeper['marking'];
  readonly ignoredArticles: () => string;
  readonly search: Pick<SearchingDeps, 'find' | 'wordsOf'>;
  readonly send: ByteSenders;
  readonly decisions: NegotiatingDeps['decisions'];
  readonly flatten: KeepingDeps['flatten'];
  readonly commonFolder: KeepingDeps['commonFolder'];
  readonly cappedForm: Parameters<typeof createSubsonic>[0]['cappedForm'];
  readonly whenConvertingKnown: NegotiatingDeps['whenConvertingKnown'];
  readonly playlists: PlaylistsDeps['playlists'];
  readonly smartSongs: PlaylistsDeps['smartSongs'];
  readonly plays: PlayingDeps['plays'];
  readonly nowPlaying: PlayingDeps['nowPlaying'];
  readonly bookmarks: ResumingDeps['bookmarks'];
  readonly queues: ResumingDeps['queues'];
  readonly radio: StationsDeps['radio'];
  readonly lyrics: WordsDeps['lyrics'];
  readonly totalPlays: SuggestingDeps['totalPlays'];
  readonly openSpool: () => Promise<Spool>;
  readonly dataFolder: string;
  readonly events: Pick<Events<AppEvents>, 'on'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** The protocol, put together: what answers apps, and what runs for it by itself. */
export interface Protocol {
  readonly rest: Rest;
  /** Begins what runs by itself. */
  start(): void;
  /** There are apps that may ask. */
  want(): void;
  close(): Promise<void>;
}

/** Pages of walks, kept and made ahead. */
const createPages = (deps: Omit<SubsonicDeps, 'marking'>, shaping: Shaping) => {
  const kept = createKeptPages(deps);
  const isOn = (): boolean => deps.settings().subsonic_enabled;
  const isScanning = (): boolean => deps.scanner.status().is_scanning;
  const ahead = createPagesAhead({ ...deps, kept, isOn, isScanning });
  const making = createPageMaking({ apps: deps.apps, shaping });
  return {
    pages: createWalkPages({ ...deps, making, kept, onMade: ahead.noteMade }),
    start: ahead.start,
    want: ahead.want,
    close: async (): Promise<void> => {
      await ahead.stop();
      await kept.close();
    },
  };
};

/** Everything below `/rest`. */
export const createProtocol = (given: SubsonicDeps): Protocol => {
  const deps = { ...given, ...createKeptMarks(given), folderIdOf, artists: knownArtists };
  const shaping = createShaping(deps);
  const { pages, ...running } = createPages(deps, shaping);
  const folderNamed = (wanted: number): string | undefined =>
    deps.folders().find(({ id }) => id === wanted)?.name;
  /** All there is where the only folder is named: nothing has to be left out. */
  const sourceOf = (wanted: number | undefined): string | null => {
    if (wanted === undefined) return null;
    const name = folderNamed(wanted);
    if (name === undefined) throw notFound('music folder');
    return deps.folders().length === 1 ? null : name;
  };
  const shared = { ...deps, shaping, pages, sourceOf, folderNamed };
  const wordSearch = createWordSearch({ ...shared, ...deps.search });
  const send = createMediaSender(deps.send);
  const seenLists = createSeenLists(deps);
  const songsToKeep = createKeeping({
    ...deps,
    isUnknown: shaping.isUnknown,
    playlistOf: async (userId, id) => {
      const list = await seenLists.find(userId, id);
      return { name: list.name, songs: list.songPaths() };
    },
  });
  const handlers = {
    ...createSystemHandlers(deps),
    ...createBrowsingHandlers(shared),
    ...createListHandlers(shared),
    ...createSearchHandlers({ ...shared, ...deps.search }),
    ...createMediaHandlers({
      ...shared,
      send,
      songsToKeep,
      pictureOfPlaylist: async (userId, id) => (await (await seenLists.find(userId, id)).sums()).artwork,
    }),
    ...createNegotiatingHandlers({ ...shared, send }),
    ...createPlaylistHandlers(shared),
    ...createMarkingHandlers(shared),
    ...createPlayingHandlers(shared),
    ...createResumingHandlers(shared),
    ...createStationHandlers(deps),
    ...createSuggestingHandlers({ ...shared, similarTo: createSimilarity(shared) }),
    ...createWordsHandlers({
      ...deps,
      wordsOf: deps.search.wordsOf,
      findSongs: (query, count) => wordSearch.songs(query, { source: null, offset: 0, count }),
    }),
  };
  return {
    rest: createRest({ ...deps, subsonic: createSubsonic({ ...deps, handlers }) }),
    ...running,
  };
};

import { randomUUID } from 'node:crypto';
import type { composeAccounts, composeSettings } from './compose-accounts.ts';
import type { Base } from './compose-base.ts';
import type { composeCollection } from './compose-collection.ts';
import type { Made } from './compose-made.ts';
import { noAnnotation } from './features/annotations/index.ts';
import { createAppCheckFeature } from './features/app-check/index.ts';
import type { createScrobbling } from './features/scrobbling/index.ts';
import { queryWordsOf } from './features/search/index.ts';
import { commonFolder } from './features/streaming/index.ts';
import { createSubsonicFeature } from './features/subsonic/index.ts';
import { listUsers } from './features/users/index.ts';
import type { Page } from './http/app.ts';
import type { Route } from './http/route.ts';
import { createNotYetKnown } from './library/not-yet-known.ts';
import type { LibraryReading } from './library/read/library-reading.ts';
import { AppError } from './platform/app-error.ts';
import { openSpool } from './platform/paths/spool.ts';
import { productVersion } from './platform/product-version.ts';

/** Plays, their reports, and who is linked to which service. */
type Scrobbling = ReturnType<typeof createScrobbling>;

/** Plays by the paths of their songs. */
const playsOf = (scrobbling: Scrobbling, lookup: Pick<LibraryReading['lookup'], 'findSong'>) => {
  const played = async (path: string) => {
    const song = await lookup.findSong(path);
    if (song === null) throw new AppError('song_not_found', 'There is no such song in the collection.');
    return song;
  };
  return {
    nowPlaying: async (userId: number, path: string, player: string) =>
      void (await scrobbling.nowPlaying(userId, await played(path), player)),
    scrobble: async (userId: number, path: string, startedAt: number) =>
      void (await scrobbling.scrobble(userId, await played(path), startedAt)),
  };
};

/** What somebody, and everybody together, made of items. */
const marksOf =
  ({ annotations }: Pick<Made, 'annotations'>) =>
  async (userId: number, ids: readonly string[]) => {
    const { own, averages, places } = await annotations.everything(userId, ids);
    if (averages.size === 0 && places.size === 0) return own;
    const all = new Set([...own.keys(), ...averages.keys(), ...places.keys()]);
    return new Map(
      Array.from(all, (id) => {
        const [averageRating, bookmarkMs] = [averages.get(id), places.get(id)];
        const mark = {
          ...(own.get(id) ?? noAnnotation),
          ...(averageRating === undefined ? {} : { averageRating }),
          ...(bookmarkMs === undefined ? {} : { bookmarkMs }),
        };
        return [id, mark] as const;
      }),
    );
  };

/** Items that somebody starred, rated or played which apps are told of: more than anybody finds again. */
const mostMarked = 20_000;

/** What is spoken of OpenSubsonic beyond its fields, with versions. */
const extensions: Readonly<Record<string, readonly number[]>> = {
  formPost: [1],
  apiKeyAuthentication: [1],
  topSongsByArtistId: [1],
  indexBasedQueue: [1],
  songLyrics: [1, 2],
  playbackReport: [1],
};

/** Who there is, and who is linked to a service. */
const usersOf = ({
  apps,
  state,
  scrobbling,
}: {
  apps: Awaited<ReturnType<typeof composeAccounts>>['apps'];
  state: Base['state'];
  scrobbling: Scrobbling;
}) => ({
  find: async (name: string) => {
    const found = await apps.findUser(name);
    return found === null ? null : { ...found, isAdmin: found.isAdmin === 1 };
  },
  list: () => listUsers(state.query),
  scrobbling: () => scrobbling.listLinked(),
});

const beginWith = (
  subsonic: ReturnType<typeof createSubsonicFeature>,
  apps: Awaited<ReturnType<typeof composeAccounts>>['apps'],
  log: Base['world']['log'],
): void => {
  const failed = (error: unknown): void => log.error('what answers apps could not begin', { error });
  subsonic.start().catch(failed);
  const want = (): void => void subsonic.want().catch(failed);
  apps.whenThere(want).catch((error: unknown) => log.debug('apps could not be listed', { error }));
};

/** Apps that speak the Subsonic protocol: routes over what the other features know. */
export const composeSubsonic = (
  { config, state, world, library, events, cleanups }: Base,
  parts: {
    accounts: Awaited<ReturnType<typeof composeAccounts>>;
    administration: Awaited<ReturnType<typeof composeSettings>>;
    collection: ReturnType<typeof composeCollection>;
    scrobbling: Scrobbling;
    made: Made;
  },
): { readonly page: Page; beginLater(): void } => {
  const { apps } = parts.accounts;
  const { settings, sources, musicRules } = parts.administration;
  const { reading, search, lyrics, playlists, smartSongs, sound, sendPicture } = parts.collection;
  const { annotations, bookmarks, queues, radio, nowPlaying } = parts.made;
  const { clock, log } = world;
  const subsonic = createSubsonicFeature({
    apps: reading.apps,
    music: reading.music,
    marks: marksOf(parts.made),
    marked: (userId, { order, kinds }) =>
      annotations.lists(
        userId,
        kinds.map((kind) => ({ order, kind, offset: 0, limit: mostMarked })),
      ),
    marking: annotations,
    totalPlays: annotations.totalPlays,
    ...{ bookmarks, queues, radio, nowPlaying, lyrics, playlists, smartSongs },
    ignoredArticles: () => musicRules.current().articles,
    search: { find: search.find, wordsOf: queryWordsOf },
    send: { ...sound.sending, picture: sendPicture },
    cappedForm: sound.cappedForm,
    whenConvertingKnown: () => sound.transcoding.known,
    decisions: sound.decisions,
    flatten: reading.paths.flatten,
    commonFolder,
    plays: playsOf(parts.scrobbling, reading.lookup),
    serverVersion: productVersion(),
    basePath: config.basePath,
    signIn: apps,
    settings: settings.current,
    folders: sources.folders,
    scanner: parts.collection.scanner,
    users: usersOf({ apps, state, scrobbling: parts.scrobbling }),
    extensions: async () => {
      await sound.transcoding.known;
      return sound.transcoding.formats().length === 0
        ? extensions
        : { ...extensions, transcodeOffset: [1], transcoding: [1] };
    },
    explain: createNotYetKnown(library.isFilling),
    dataFolder: config.dataFolder,
    openSpool: () => openSpool(config.dataFolder, `pages-${randomUUID()}`),
    events,
    clock,
    log,
  });
  cleanups.push(subsonic.close);
  return { page: subsonic.page, beginLater: () => beginWith(subsonic, apps, log) };
};

/** Finding out what would keep an app from working. */
export const composeAppCheck = (
  { outbound, config }: Base,
  parts: {
    accounts: Awaited<ReturnType<typeof composeAccounts>>;
    administration: Awaited<ReturnType<typeof composeSettings>>;
    collection: ReturnType<typeof composeCollection>;
  },
): readonly Route[] =>
  createAppCheckFeature({
    probe: outbound.probe,
    lend: parts.accounts.apps.lend,
    settings: parts.administration.settings.current,
    isScanning: () => parts.collection.scanner.status().is_scanning,
    basePath: config.basePath,
  });

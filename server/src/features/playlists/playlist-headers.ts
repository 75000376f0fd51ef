import type { PlaylistHeader } from '@tonearm/contract';
import type { OneLibrary } from '../../library/one-library.ts';
import type { SongDetails, SongFacts } from '../../library/read/library-reading.ts';
import { rememberNewest } from '../../platform/remembered.ts';
import type { Turns } from '../../platform/turns.ts';
import type { OpenedPlaylist } from './playlists.ts';

/** What the songs of a playlist that are there now add up to. */
export interface PlaylistSums {
  /** As version 8 tells it. */
  readonly header: Omit<PlaylistHeader, 'name'>;
  readonly songCount: number;
  /** Seconds of songs, each rounded. */
  readonly roundedSeconds: number;
  /** The picture of the first song that has one, or a song that has it inside, as a virtual path. */
  readonly artwork: string | null;
}

/** Adds up songs, for the headers of playlists. */
export interface PlaylistHeaders {
  /** Remembered until songs come, go or change; of a long playlist as it lately was, while it is added up again. */
  sumsOf(playlist: OpenedPlaylist): Promise<PlaylistSums>;
  /** Whether that is remembered. */
  isKnown(playlist: Pick<OpenedPlaylist, 'contentId'>): boolean;
  /** Paths of the songs that are there, in runs; whoever reads to the end is told what they add up to. */
  present(playlist: OpenedPlaylist, onEnd: (sums: PlaylistSums) => void): AsyncGenerator<readonly string[]>;
  /** Songs came, went or changed. */
  forget(): void;
  /** Nobody asks for a content any more. */
  drop(contentId: number): void;
}

/** Entries looked up in one go: about a millisecond. */
const runLength = 250;

/** Playlists of more rows than this answer with what they lately added up to. */
const mostChunksAtOnce = 20;

/** Playlists whose sums are remembered. */
const mostRemembered = 10_000;

/** Sums of songs, with as little work for each as can be: most genres are those of the song before. */
const createSum = () => {
  const counts = new Map<string, number>();
  let durationMs = 0;
  let songCount = 0;
  let roundedSeconds = 0;
  let picture: string | null = null;
  return {
    add: ({ genres, duration_ms, artwork }: SongFacts): void => {
      durationMs += duration_ms ?? 0;
      songCount += 1;
      roundedSeconds += Math.round((duration_ms ?? 0) / 1000);
      picture ??= artwork;
      if (genres !== null) counts.set(genres, (counts.get(genres) ?? 0) + 1);
    },
    end: (): PlaylistSums => {
      const byGenre = new Map<string, number>();
      for (const [json, count] of counts) {
        for (const genre of new Set(JSON.parse(json) as string[])) {
          byGenre.set(genre, (byGenre.get(genre) ?? 0) + count);
        }
      }
      const duration = Math.floor(durationMs / 1000);
      const header = { num_songs_by_genre: Object.fromEntries(byGenre), duration };
      return { header, songCount, roundedSeconds, artwork: picture };
    },
  };
};

interface Remembered {
  readonly sums: PlaylistSums;
  isStale: boolean;
}

async function* read(
  details: Pick<SongDetails, 'findFacts'>,
  playlist: OpenedPlaylist,
  onEnd: (sums: PlaylistSums) => void,
): AsyncGenerator<readonly string[]> {
  const sum = createSum();
  for (let chunk = 0; chunk < playlist.chunkCount; chunk += 1) {
    const paths = await playlist.readChunk(chunk);
    for (let at = 0; at < paths.length; at += runLength) {
      const some = paths.slice(at, at + runLength);
      const facts = await details.findFacts(some);
      for (const each of facts) if (each !== null) sum.add(each);
      yield some.filter((_path, index) => facts[index] != null);
    }
  }
  onEnd(sum.end());
}

/** @see PlaylistHeaders */
export const createPlaylistHeaders = (deps: {
  details: Pick<SongDetails, 'findFacts'>;
  oneLibrary: OneLibrary;
  turns: Turns;
}): PlaylistHeaders => {
  const { details, oneLibrary, turns } = deps;
  const remembered = new Map<number, Remembered>();
  const running = new Map<number, Promise<PlaylistSums>>();
  let generation = 0;

  const present: PlaylistHeaders['present'] = (playlist, onEnd) =>
    oneLibrary.steadily(read(details, playlist, onEnd));

  const addUp = async (playlist: OpenedPlaylist): Promise<PlaylistSums> => {
    const begunIn = generation;
    let sums = createSum().end();
    const runs = present(playlist, (all) => {
      sums = all;
    });
    for await (const _ of runs) await turns();
    const value = { sums, isStale: generation !== begunIn };
    rememberNewest(remembered, { key: playlist.contentId, value, most: mostRemembered });
    return sums;
  };

  const addUpOnce = (playlist: OpenedPlaylist): Promise<PlaylistSums> => {
    const known = running.get(playlist.contentId);
    if (known !== undefined) return known;
    const sums = addUp(playlist).finally(() => running.delete(playlist.contentId));
    running.set(playlist.contentId, sums);
    return sums;
  };

  return {
    sumsOf: async (playlist) => {
      const known = remembered.get(playlist.contentId);
      if (known === undefined) return await addUpOnce(playlist);
      if (!known.isStale) return known.sums;
      const counted = addUpOnce(playlist);
      if (playlist.chunkCount <= mostChunksAtOnce) return await counted;
      // Nobody waits for it: a playlist that was replaced meanwhile, or a library read anew, is asked for again.
      counted.catch(() => {});
      return known.sums;
    },
    isKnown: ({ contentId }) => remembered.get(contentId)?.isStale === false,
    present,
    forget: () => {
      generation += 1;
      for (const each of remembered.values()) each.isStale = true;
    },
    drop: (contentId) => void remembered.delete(contentId),
  };
};

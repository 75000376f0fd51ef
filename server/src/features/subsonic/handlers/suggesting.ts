import { hash } from 'node:crypto';
import type { MusicReading, MusicSong } from '../../../library/read/music/music-reading.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Handlers } from '../call.ts';
import { itemOf } from '../ids.ts';
import type { Marks } from '../node-parts.ts';
import { codes, ProtocolError } from '../protocol-error.ts';
import type { Shaping } from '../shaping/shaping.ts';
import type { Node } from '../wire/tree.ts';
import { songIdsOf, songsAt } from './songs-of.ts';

/** What suggestions stand on. */
export interface SuggestingDeps {
  readonly music: MusicReading;
  readonly shaping: Shaping;
  readonly marks: (userId: number, ids: readonly string[]) => Promise<Marks>;
  /** Plays of everybody. */
  readonly totalPlays: (ids: Iterable<string>) => Promise<ReadonlyMap<string, number>>;
  /** Ids of the artist that an item leads to (none for a folder of many) and of similar ones. @throws ProtocolError */
  readonly similarTo: (text: string) => Promise<{ own: string | null; similar: readonly string[] }>;
  readonly clock: Pick<Clock, 'nowMs'>;
}

/** Songs of an artist that are looked at. */
const mostOfArtist = 2000;
/** Songs of each similar artist that are drawn from, and how many artists. */
const mostOfSimilar = 100;
const mostArtists = 20;

const likedRating = 4;
const starWorth = 5;
const ownPlayWorth = 3;

const byDigest = (seed: string, songs: readonly MusicSong[]): MusicSong[] =>
  songs
    .map((song) => ({ song, key: hash('md5', `${seed} ${song.id}`) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ song }) => song);

/** One of each list after the other, until all are empty or there are enough. */
const dealt = (lists: readonly (readonly MusicSong[])[], count: number): MusicSong[] => {
  const found = new Map<string, MusicSong>();
  const longest = Math.max(0, ...lists.map((list) => list.length));
  for (let at = 0; at < longest && found.size < count; at += 1)
    for (const list of lists) {
      const song = list[at];
      if (song !== undefined && found.size < count) found.set(song.id, song);
    }
  return [...found.values()];
};

const createTopSongs =
  ({ music, marks, totalPlays }: SuggestingDeps) =>
  async (userId: number, artistId: string, count: number): Promise<MusicSong[]> => {
    const { entries } = await music.artistSongs(artistId, { offset: 0, limit: mostOfArtist });
    const songs = await songsAt(music, entries);
    const ids = songs.map(({ id }) => id);
    const [own, everybody] = await Promise.all([marks(userId, ids), totalPlays(ids)]);
    const ranked = songs.flatMap((song) => {
      const mark = own.get(song.id);
      const plays = everybody.get(song.id) ?? 0;
      const isStarred = mark?.starredAtMs != null;
      const rating = mark?.rating ?? 0;
      if (plays === 0 && !isStarred && rating < likedRating) return [];
      const worth = (mark?.plays ?? 0) * ownPlayWorth + plays + (isStarred ? starWorth : 0) + rating;
      return [{ song, worth }];
    });
    return ranked
      .sort(
        (a, b) => b.worth - a.worth || b.song.addedAt - a.song.addedAt || (a.song.id < b.song.id ? -1 : 1),
      )
      .slice(0, count)
      .map(({ song }) => song);
  };

const createSimilarSongs = ({ music, similarTo, clock }: SuggestingDeps) => {
  const some = async (artistId: string, limit: number): Promise<MusicSong[]> =>
    songsAt(music, (await music.artistSongs(artistId, { offset: 0, limit })).entries);
  return async (text: string, count: number): Promise<MusicSong[]> => {
    const { own, similar } = await similarTo(text);
    // Those of one day agree.
    const seed = `${text} ${new Date(clock.nowMs()).toISOString().slice(0, 10)}`;
    const [itself = ''] = songIdsOf([text]);
    const drawn = async (id: string, limit: number): Promise<MusicSong[]> =>
      byDigest(
        seed,
        (await some(id, limit)).filter((song) => song.id !== itself),
      );
    const theirs = own === null ? [] : await drawn(own, mostOfArtist);
    const others = await Promise.all(similar.slice(0, mostArtists).map((id) => drawn(id, mostOfSimilar)));
    const ownCount = others.every((list) => list.length === 0) ? count : Math.ceil(count / 3);
    const first = theirs.slice(0, ownCount);
    const isTaken = new Set(first.map(({ id }) => id));
    const rest = others.map((list) => list.filter(({ id }) => !isTaken.has(id)));
    return byDigest(seed, [...first, ...dealt(rest, count - first.length)]);
  };
};

/** Songs to go on with, of what is known here. */
export const createSuggestingHandlers = (
  deps: SuggestingDeps,
): Pick<Handlers, 'getTopSongs' | 'getSimilarSongs' | 'getSimilarSongs2'> => {
  const { music, shaping } = deps;
  const topSongs = createTopSongs(deps);
  const similarSongs = createSimilarSongs(deps);
  const similar = async (userId: number, { id, count }: { id: string; count: number }): Promise<Node> => ({
    song: await shaping.songEntries(userId, await similarSongs(id, count)),
  });
  return {
    getTopSongs: async ({ caller, parameters }) => {
      const { id, artist, count } = parameters;
      if (id === undefined && artist === undefined)
        throw new ProtocolError(codes.parameterMissing, 'The parameter artist or id is missing.');
      const item = id === undefined ? null : itemOf(id);
      const named = id === undefined ? await music.artistByName(artist ?? '') : null;
      const artistId = item?.kind === 'artist' ? item.id : named?.id;
      const songs = artistId === undefined ? [] : await topSongs(caller.userId, artistId, count);
      return { topSongs: { song: await shaping.songEntries(caller.userId, songs) } };
    },
    getSimilarSongs: async ({ caller, parameters }) => ({
      similarSongs: await similar(caller.userId, parameters),
    }),
    getSimilarSongs2: async ({ caller, parameters }) => ({
      similarSongs2: await similar(caller.userId, parameters),
    }),
  };
};

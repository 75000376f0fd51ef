import type { MusicReading } from '../../../library/read/music/music-reading.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Handlers } from '../call.ts';
import { createPlaybacks, type Playbacks } from '../playbacks.ts';
import { codes, notFound, ProtocolError } from '../protocol-error.ts';
import type { Shaping } from '../shaping/shaping.ts';
import type { Node } from '../wire/tree.ts';
import { songIdsOf, songOf, songsOf } from './songs-of.ts';

const states = ['starting', 'playing', 'paused', 'stopped'] as const;
type State = (typeof states)[number];

interface Listening {
  readonly playerId: number;
  readonly userId: number;
  readonly player: string;
  readonly songId: string;
  readonly state: string;
  readonly rate: number;
  readonly positionMs: number;
  readonly startedAtMs: number;
}

/** What plays are told to. */
export interface PlayingDeps {
  readonly music: MusicReading;
  readonly plays: {
    /** @param player what the app calls itself */
    nowPlaying(userId: number, path: string, player: string): Promise<void>;
    /** @param startedAt seconds since the epoch */
    scrobble(userId: number, path: string, startedAt: number): Promise<void>;
  };
  readonly nowPlaying: {
    report(report: {
      readonly userId: number;
      readonly player: string;
      readonly songId: string;
      readonly durationMs: number | null;
      readonly positionMs: number;
      readonly state: State;
      readonly rate: number;
    }): void;
    /** @param userId only of this person */
    list(userId?: number): readonly Listening[];
  };
  readonly users: { list(): Promise<readonly { readonly id: number; readonly name: string }[]> };
  readonly shaping: Shaping;
  readonly clock: Pick<Clock, 'nowMs'>;
}

const msPerSecond = 1000;

/** Times below this are seconds, whatever the protocol says: apps send them. */
const leastMilliseconds = 100_000_000_000;

/** Seconds since the epoch, never in the future. */
const startOf = (time: number | undefined, nowMs: number): number => {
  const now = Math.floor(nowMs / msPerSecond);
  if (time === undefined || time <= 0) return now;
  return Math.min(now, time < leastMilliseconds ? time : Math.floor(time / msPerSecond));
};

/** Tells the players of all people apart. */
const playerOf = (userId: number, client: string): string => `${userId} ${client}`;

const createScrobble =
  ({ music, plays, clock }: PlayingDeps, playbacks: Playbacks): Handlers['scrobble'] =>
  async ({ caller, client, parameters }) => {
    const { id: texts, time, submission } = parameters;
    const songs = await songsOf(music, songIdsOf(texts));
    if (songs.every((song) => song === null)) throw notFound('song');
    if (!submission) {
      const [first] = songs;
      if (first != null) await plays.nowPlaying(caller.userId, first.path, client);
      return {};
    }
    for (const [index, song] of songs.entries()) {
      if (song === null) continue;
      const startedAt = startOf(time[index], clock.nowMs());
      const player = playerOf(caller.userId, client);
      // What reports of the playback made a play of is none again.
      if (playbacks.scrobble(player, song.id, startedAt * msPerSecond)) continue;
      await plays.scrobble(caller.userId, song.path, startedAt);
    }
    return {};
  };

const stateOf = (text: string): State => {
  const state = states.find((one) => one === text);
  if (state === undefined)
    throw new ProtocolError(codes.other, `The parameter state has to be one of ${states.join(', ')}.`);
  return state;
};

const createReport =
  ({ music, plays, nowPlaying }: PlayingDeps, playbacks: Playbacks): Handlers['reportPlayback'] =>
  async ({ caller, client, parameters }) => {
    const { mediaId, mediaType, positionMs, playbackRate, ignoreScrobble } = parameters;
    if (mediaType !== 'song') throw new ProtocolError(codes.other, 'The parameter mediaType has to be song.');
    if (positionMs < 0)
      throw new ProtocolError(codes.other, 'The parameter positionMs has to be zero or more.');
    const state = stateOf(parameters.state);
    const song = await songOf(music, mediaId);
    const report = {
      songId: song.id,
      durationMs: song.durationMs,
      positionMs,
      state,
      rate: playbackRate ?? 1,
    };
    nowPlaying.report({ ...report, userId: caller.userId, player: client });
    const played = playbacks.report({ ...report, player: playerOf(caller.userId, client) });
    if (played === null || ignoreScrobble) return {};
    const [ended = null] = await music.songsById([played.songId]);
    const startedAt = Math.floor(played.startedAtMs / msPerSecond);
    if (ended !== null) await plays.scrobble(caller.userId, ended.path, startedAt);
    return {};
  };

const msPerMinute = 60_000;

const createNowPlaying =
  ({ music, nowPlaying, users, shaping, clock }: PlayingDeps): Handlers['getNowPlaying'] =>
  async ({ caller }) => {
    const listening = nowPlaying.list(caller.mayAdminister ? undefined : caller.userId);
    // Apps look again and again, mostly when nobody plays anything.
    if (listening.length === 0) return { nowPlaying: { entry: [] } };
    const songs = await songsOf(
      music,
      listening.map(({ songId }) => songId),
    );
    const nodes = await shaping.songNodes(
      caller.userId,
      songs.filter((song) => song !== null),
    );
    const names = new Map((await users.list()).map(({ id, name }) => [id, name]));
    const nodeOf = new Map(songs.filter((song) => song !== null).map(({ id }, at) => [id, nodes[at]]));
    const nowMs = clock.nowMs();
    return {
      nowPlaying: {
        entry: listening.flatMap((one): Node[] => {
          const song = nodeOf.get(one.songId);
          const username = names.get(one.userId);
          if (song === undefined || username === undefined) return [];
          const minutesAgo = Math.max(0, Math.floor((nowMs - one.startedAtMs) / msPerMinute));
          const { playerId, player, state, positionMs, rate } = one;
          // The protocol has no other words for who listens: one who begins plays.
          const place = { state: state === 'starting' ? 'playing' : state, positionMs, playbackRate: rate };
          return [{ ...song, username, minutesAgo, playerId, playerName: player, ...place }];
        }),
      },
    };
  };

/** What was played and what plays. */
export const createPlayingHandlers = (
  deps: PlayingDeps,
): Pick<Handlers, 'scrobble' | 'reportPlayback' | 'getNowPlaying'> => {
  const playbacks = createPlaybacks(deps.clock);
  return {
    scrobble: createScrobble(deps, playbacks),
    reportPlayback: createReport(deps, playbacks),
    getNowPlaying: createNowPlaying(deps),
  };
};

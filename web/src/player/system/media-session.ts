import type { Song } from '@tonearm/contract';
import { songAlbum, songArtist, songTitle } from '../../lib/format-song.ts';
import type { PlayerActions, PlayerState } from '../core/player-state.ts';
import type { ShownPlayer } from '../core/shown-player.ts';

/** Seconds that "seek" of a headset or lock screen moves when it does not say. */
const defaultSeekSeconds = 10;
/** A position further than this from where it should be is a jump, and told to the system. */
const jumpSeconds = 1.5;

interface MediaSessionDeps {
  store: ShownPlayer;
  actions: PlayerActions;
  /** `navigator.mediaSession`; undefined where there is none. */
  session: MediaSession | undefined;
  artworkUrl: (path: string, size: 'small' | 'large') => string;
  /** How fast a song is played. */
  rateOf: (song: Song) => number;
  nowMs: () => number;
}

/** The system knows of no position. */
const nothingTold = { positionSeconds: 0, atMs: 0, durationSeconds: -1, isPlaying: false, rate: 1 };

/**
 * Shows what plays to the system (lock screen, media keys, headset) and does what the system asks.
 * A tab that mirrors another leaves the system alone.
 * @returns lets go of the system
 */
export const connectMediaSession = (deps: MediaSessionDeps): (() => void) => {
  const { store, session } = deps;
  if (session === undefined || typeof MediaMetadata === 'undefined') return () => {};
  const handlers = handlersOf(deps.actions);
  for (const [action, handler] of handlers) setHandler(session, action, handler);
  let told = nothingTold;

  const tellPosition = (state: PlayerState): void => {
    const { current, elapsedSeconds, durationSeconds, isPlaying } = state;
    if (current === null || durationSeconds <= 0) {
      if (told !== nothingTold) session.setPositionState();
      told = nothingTold;
      return;
    }
    const rate = deps.rateOf(current.song);
    const passed = told.isPlaying ? ((deps.nowMs() - told.atMs) * told.rate) / 1000 : 0;
    const isExpected = Math.abs(told.positionSeconds + passed - elapsedSeconds) < jumpSeconds;
    const isSame =
      told.durationSeconds === durationSeconds && told.isPlaying === isPlaying && told.rate === rate;
    if (isExpected && isSame) return;
    told = { positionSeconds: elapsedSeconds, atMs: deps.nowMs(), durationSeconds, isPlaying, rate };
    const position = Math.min(elapsedSeconds, durationSeconds);
    session.setPositionState({ duration: durationSeconds, position, playbackRate: rate });
  };
  const tell = (state: PlayerState, before: PlayerState | null): void => {
    if (state.isRemote) return;
    if (state.current !== before?.current || before?.isRemote) {
      session.metadata = state.current === null ? null : metadataOf(state.current.song, deps.artworkUrl);
    }
    const playbackState = state.current === null ? 'none' : state.isPlaying ? 'playing' : 'paused';
    if (session.playbackState !== playbackState) session.playbackState = playbackState;
    tellPosition(state);
  };

  tell(store.getState(), null);
  const unsubscribe = store.subscribe(tell);
  return () => {
    unsubscribe();
    for (const [action] of handlers) setHandler(session, action, null);
    session.metadata = null;
    session.playbackState = 'none';
    if (told !== nothingTold) session.setPositionState();
  };
};

const handlersOf = (actions: PlayerActions): [MediaSessionAction, MediaSessionActionHandler][] => [
  ['play', () => actions.play()],
  ['pause', () => actions.pause()],
  ['stop', () => actions.pause()],
  ['previoustrack', () => actions.previous()],
  ['nexttrack', () => actions.next()],
  ['seekbackward', (details) => actions.seekBy(-(details.seekOffset ?? defaultSeekSeconds))],
  ['seekforward', (details) => actions.seekBy(details.seekOffset ?? defaultSeekSeconds)],
  [
    'seekto',
    (details) => {
      if (details.seekTime !== undefined) actions.seekTo(details.seekTime);
    },
  ],
];

/** Browsers throw at actions they do not know. */
const setHandler = (
  session: MediaSession,
  action: MediaSessionAction,
  handler: MediaSessionActionHandler | null,
): void => {
  try {
    session.setActionHandler(action, handler);
  } catch {
    // An action this browser has no key for is no loss.
  }
};

const metadataOf = (song: Song, artworkUrl: MediaSessionDeps['artworkUrl']): MediaMetadata =>
  new MediaMetadata({
    title: songTitle(song),
    artist: songArtist(song),
    album: songAlbum(song),
    artwork:
      song.artwork === null
        ? []
        : [
            { src: artworkUrl(song.artwork, 'small'), sizes: '400x400' },
            { src: artworkUrl(song.artwork, 'large'), sizes: '1200x1200' },
          ],
  });

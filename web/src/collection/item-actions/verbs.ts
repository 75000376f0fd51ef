import type { Song } from '@tonearm/contract';
import type { PlayerActions } from '../../player/index.ts';
import { texts } from '../../texts/index.ts';
import type { Toast } from '../../ui/layers/toast.tsx';
import { loadSongs, type PlayTarget, songsAtHand } from './play-target.ts';

/** What can be done with anything that plays, in the order of every menu. */
export const verbs = ['playNow', 'playNext', 'addToQueue'] as const;
/** One of the three verbs. */
export type Verb = (typeof verbs)[number];

/** Gathering that takes longer than this is said. */
const quietMs = 400;
/** Long enough to take back a slip of the hand. */
const confirmationMs = 5_000;

/** What a screen shows, as something to play from beginning to end. */
export interface PlayableList {
  /** What the queue is called then; empty for none. */
  readonly name: string;
  readonly targets: readonly PlayTarget[];
}

/** Where in a list playing begins, and in what order it goes on. */
export interface PlayHow {
  /** The song to begin with: at a place of the list, else wherever its path is. */
  readonly start?: { readonly index: number; readonly path: string };
  readonly isShuffled?: boolean;
}

interface VerbDeps {
  readonly actions: Pick<PlayerActions, Verb | 'replaceQueue'>;
  /** Key that the next entry of the queue will have. */
  readonly nextKey: () => number;
  /** Takes so many entries out of the queue again, from a key on. */
  readonly takeBack: (firstKey: number, count: number) => void;
  /** Told what failed to load. @returns the sentence to show when trying again would not help, else null */
  readonly lastWordOn: (error: unknown) => string | null;
  /** 0 to 1, without 1. */
  readonly random: () => number;
  readonly showToast: (toast: Toast) => number;
  readonly dismissToast: (id: number) => void;
  readonly load?: typeof loadSongs;
}

/** Carries out the three verbs, and tells what came of it. */
export interface Verbs {
  /** Songs at hand at once; others as soon as they are loaded. Trouble becomes a message with 'Try again'. */
  perform(verb: Verb, targets: readonly PlayTarget[]): Promise<void>;
  /** Exchanges the queue for a list and plays it; that can be undone. */
  play(list: PlayableList, how?: PlayHow): Promise<void>;
}

/** @param deps.load how songs are gathered, exchanged in tests */
export function createVerbs(deps: VerbDeps): Verbs {
  const { actions, showToast, dismissToast, load = loadSongs } = deps;
  // What was said last is what can be taken back.
  const say = (toast: Toast) => showToast({ ...toast, topic: 'queue' });
  const sayAdded = (firstKey: number, count: number) =>
    say({
      message: texts.player.addedToQueue(count),
      action: { label: texts.app.undo, onSelect: () => deps.takeBack(firstKey, count) },
      durationMs: confirmationMs,
    });

  type Use = (songs: readonly Song[]) => void;
  const finish = (songs: readonly Song[], use: Use) => {
    if (songs.length === 0) say({ message: texts.collection.nothingToPlay });
    else use(songs);
  };
  const gather = async (targets: readonly PlayTarget[], use: Use) => {
    let gathering: number | null = null;
    const slow = setTimeout(() => {
      gathering = showToast({ message: texts.collection.gathering, durationMs: 60_000 });
    }, quietMs);
    try {
      finish(await load(targets), use);
    } catch (error) {
      const lastWord = deps.lastWordOn(error);
      if (lastWord !== null) {
        say({ message: lastWord });
        return;
      }
      const again = { label: texts.app.tryAgain, onSelect: () => void gather(targets, use) };
      say({ message: texts.collection.gatherFailed, action: again });
    } finally {
      clearTimeout(slow);
      if (gathering !== null) dismissToast(gathering);
    }
  };
  const withSongs = async (targets: readonly PlayTarget[], use: Use) => {
    const songs = songsAtHand(targets);
    if (songs === null) await gather(targets, use);
    else finish(songs, use);
  };

  return {
    perform: (verb, targets) =>
      withSongs(targets, (songs) => {
        const firstKey = deps.nextKey();
        actions[verb](songs);
        if (verb !== 'playNow') sayAdded(firstKey, songs.length);
      }),
    play: ({ name, targets }, { start, isShuffled = false } = {}) =>
      withSongs(targets, (songs) => {
        const ordered = isShuffled ? shuffled(songs, deps.random) : songs;
        actions.replaceQueue({ name, songs: ordered, startIndex: start ? indexOf(ordered, start) : 0 });
      }),
  };
}

/** A list may have changed since it was shown; its first song stands in for one that is gone. */
function indexOf(songs: readonly Song[], { index, path }: NonNullable<PlayHow['start']>): number {
  if (songs[index]?.path === path) return index;
  return Math.max(
    songs.findIndex((song) => song.path === path),
    0,
  );
}

/** Every order is as likely as any other. */
function shuffled(songs: readonly Song[], random: () => number): readonly Song[] {
  const mixed = [...songs];
  for (let last = mixed.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [mixed[last], mixed[other]] = [mixed[other] as Song, mixed[last] as Song];
  }
  return mixed;
}

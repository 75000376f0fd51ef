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
const confirmationMs = 2_500;

interface VerbDeps {
  readonly actions: Pick<PlayerActions, Verb>;
  readonly showToast: (toast: Toast) => number;
  readonly dismissToast: (id: number) => void;
  readonly load?: typeof loadSongs;
}

/** Carries out the three verbs, and tells what came of it. */
export interface Verbs {
  /** Songs at hand at once; others as soon as they are loaded. Trouble becomes a message with 'Try again'. */
  perform(verb: Verb, targets: readonly PlayTarget[]): Promise<void>;
}

/** @param deps.load how songs are gathered, exchanged in tests */
export function createVerbs({ actions, showToast, dismissToast, load = loadSongs }: VerbDeps): Verbs {
  let lastToast: number | null = null;
  const say = (toast: Toast) => {
    if (lastToast !== null) dismissToast(lastToast);
    lastToast = showToast(toast);
    return lastToast;
  };

  const finish = (verb: Verb, songs: readonly Song[]) => {
    if (songs.length === 0) {
      say({ message: texts.collection.nothingToPlay });
      return;
    }
    actions[verb](songs);
    if (verb !== 'playNow') {
      say({ message: texts.player.addedToQueue(songs.length), durationMs: confirmationMs });
    }
  };

  const gather = async (verb: Verb, targets: readonly PlayTarget[]) => {
    let gathering: number | null = null;
    const slow = setTimeout(() => {
      gathering = showToast({ message: texts.collection.gathering, durationMs: 60_000 });
    }, quietMs);
    try {
      finish(verb, await load(targets));
    } catch {
      const again = { label: texts.app.tryAgain, onSelect: () => void gather(verb, targets) };
      say({ message: texts.collection.gatherFailed, action: again });
    } finally {
      clearTimeout(slow);
      if (gathering !== null) dismissToast(gathering);
    }
  };

  return {
    async perform(verb, targets) {
      const songs = songsAtHand(targets);
      if (songs === null) await gather(verb, targets);
      else finish(verb, songs);
    },
  };
}

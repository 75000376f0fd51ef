import type { Song } from '@tonearm/contract';
import type { StoreApi } from 'zustand/vanilla';
import type { Adjustment, TrackSource } from '../audio-engine.ts';
import type { FaultReason, PlayerState } from '../player-state.ts';
import { indexOfKey, type QueueEntry } from '../queue.ts';
import { createFactsKeeper, type SongFacts } from './song-facts.ts';
import { createSoundForms, type FormsDeps } from './sound-forms.ts';
import { createTuning, type TunedPlace, type TuningDeps } from './tuning.ts';

/** What making sources of songs needs. */
export interface SourcesDeps {
  readonly forms: FormsDeps;
  readonly tuning: TuningDeps;
  /** What is known of the sound of a song; null when nothing is. Never rejects. */
  readonly factsOf: (path: string) => Promise<SongFacts | null>;
}

/** An entry as the engine knows it. */
export interface PlacedSource {
  readonly entry: QueueEntry;
  readonly source: TrackSource;
}

/** Says of entries what the engine is to play: in which form, how loud, how fast. */
export const createTrackSources = (
  deps: SourcesDeps & { readonly store: StoreApi<PlayerState> },
  onNews: () => void,
) => {
  const facts = createFactsKeeper(deps.factsOf, onNews);
  const tuning = createTuning(deps.tuning, facts);
  const forms = createSoundForms(deps.forms);
  let lastId = 0;

  const formOf = (song: Song): ReturnType<typeof forms.of> => {
    facts.ask(song.path);
    return forms.of(song, facts.known(song.path));
  };
  const tuned = (entry: QueueEntry) => tuning.of(placeOf(deps.store.getState(), entry));

  return {
    /** Once more is another source. */
    of(entry: QueueEntry): TrackSource {
      lastId += 1;
      return { id: lastId, ...formOf(entry.song), ...tuned(entry) };
    },
    /** How an entry is to be played by what is known and wanted now. */
    adjustmentOf(entry: QueueEntry): Adjustment {
      const { url: _url, ...form } = formOf(entry.song);
      return { ...tuned(entry), ...form };
    },
    /** Another form of it would be chosen now. */
    isOutdated: ({ entry, source }: PlacedSource): boolean => formOf(entry.song).url !== source.url,
    /** Whether the browser may play the file of a song. */
    isPlayable: (song: Song): boolean => forms.isPlayable(song, facts.known(song.path)),
    /** In which form a song is played is not known before `decided`. */
    isUndecided: (song: Song): boolean => forms.isUndecided(song, facts.known(song.path)),
    decided: deps.forms.targetsReady,
    urlOf: (song: Song): string => formOf(song).url,
    /** A song cannot be played. @returns why, or null when it has another form, which is chosen from now on */
    giveUp: (song: Song, reason: FaultReason): FaultReason | null =>
      forms.giveUp(song, { reason, facts: facts.known(song.path) }),
  };
};

/** An entry and those beside it, for whoever tunes it. */
const placeOf = ({ queue, current, order }: PlayerState, entry: QueueEntry): TunedPlace => {
  const index = indexOfKey(queue, entry.key);
  return {
    song: entry.song,
    before: queue.entries[index - 1]?.song,
    after: queue.entries[index + 1]?.song,
    playing: current?.song,
    isListed: index >= 0 && order !== 'random',
  };
};

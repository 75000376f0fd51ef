import { inflateRawSync } from 'node:zlib';
import type { CollectionFile, CollectionLookup } from '../../library/read/library-reading.ts';
import type { SongSound, SoundIdentity } from '../../library/read/sound-reading.ts';
import { isInBucket } from '../../platform/bucket/bucket-address.ts';
import type { MediaFiles } from '../../platform/bucket/remote-files.ts';
import type { Ffmpeg } from '../transcoding/index.ts';
import type { Analyser } from './analyser.ts';
import type { AnalysisOutcome } from './analysis-messages.ts';
import type { AnalysisStore, SongKey } from './analysis-store.ts';

/** Measures songs and knows what was measured. */
export interface Measuring {
  /** Whether anything can be measured now. */
  isPossible(): boolean;
  /** Whether nothing is left to be measured of a song: it was, or it cannot be. */
  isSettled(song: SoundIdentity): boolean;
  /** Measures a song, while nobody waits for it. */
  measure(song: SongSound): Promise<void>;
  /** Its waveform as version 8 has it, made now if need be; null where none can be made. */
  waveform(song: SongSound): Promise<Buffer | null>;
}

/** What measuring needs. */
export interface MeasuringDeps {
  readonly ffmpeg: Pick<Ffmpeg, 'program' | 'lost' | 'asked'>;
  readonly analyser: Pick<Analyser, 'run' | 'hurry'>;
  readonly store: AnalysisStore;
  readonly lookup: Pick<CollectionLookup, 'findSongFile'>;
  readonly foldersOf: (sourceRealPath: string) => readonly string[];
  readonly dataFolder: string;
  readonly media: MediaFiles;
}

/** A song that has no id yet is known by its sound. */
export const keyOf = ({ id, stamp }: SoundIdentity): SongKey => ({ song: id ?? `sound ${stamp}`, stamp });

/** See {@link Measuring}. */
export const createMeasuring = (deps: MeasuringDeps): Measuring => {
  const { store, ffmpeg } = deps;
  /** Under way, by song: whoever asks meanwhile gets the same. */
  const underway = new Map<string, Promise<AnalysisOutcome | null>>();

  /** What lies in a bucket is fetched for who waits for it; nobody else is worth all of its bytes. */
  const placeOf = async ({ realPath: path, sourceRealPath }: CollectionFile, isWaitedFor: boolean) => {
    const served = { folders: deps.foldersOf(sourceRealPath), forbidden: deps.dataFolder };
    if (!isInBucket(path)) return { path, ...served };
    return isWaitedFor ? await deps.media.remote.copy(path, served) : null;
  };

  const listen = async (song: SongSound, isWaitedFor: boolean): Promise<AnalysisOutcome | null> => {
    await ffmpeg.asked;
    const program = ffmpeg.program();
    const found = program === null ? null : await deps.lookup.findSongFile(song.path);
    if (program === null || found === null) return null;
    const place = await placeOf(found, isWaitedFor);
    if (place === null) return null;
    const job = { program, ...place };
    const outcome = await deps.analyser.run(job, isWaitedFor);
    const key = keyOf(song);
    if (outcome.kind === 'done') store.save(key, outcome.analysis, isWaitedFor);
    else if (outcome.failure === 'no_ffmpeg') ffmpeg.lost();
    // What is gone now may be back tomorrow, and there is time again.
    else if (outcome.failure !== 'gone' && outcome.failure !== 'interrupted')
      store.saveFailure(key, outcome.failure);
    return outcome;
  };

  const share = (song: SongSound, isWaitedFor: boolean): Promise<AnalysisOutcome | null> => {
    const { song: name, stamp } = keyOf(song);
    const key = `${name} ${stamp}`;
    const known = underway.get(key);
    if (known !== undefined) {
      if (isWaitedFor) deps.analyser.hurry();
      return known;
    }
    const own = listen(song, isWaitedFor).finally(() => underway.delete(key));
    underway.set(key, own);
    return own;
  };

  return {
    isPossible: () => ffmpeg.program() !== null,
    isSettled: (song) => store.findMeasured(keyOf(song)) !== null,
    measure: async (song) => {
      await share(song, false);
    },
    waveform: async (song) => {
      const stored = store.findWaveform(keyOf(song));
      if (stored !== null) return inflateRawSync(stored);
      const failure = store.findMeasured(keyOf(song))?.failure ?? null;
      if (failure !== null) return null;
      const outcome = await share(song, true);
      return outcome?.kind === 'done' ? inflateRawSync(outcome.analysis.waveform) : null;
    },
  };
};

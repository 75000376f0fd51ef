import type { Song, SoundTarget } from '@tonearm/contract';
import type { TrackSource } from '../audio-engine.ts';
import type { FaultReason } from '../player-state.ts';
import type { SongFacts } from './song-facts.ts';

/** How much data songs may take on a device. */
export type SoundQuality = 'original' | 'high' | 'low';

/** A conversion of a song. */
export interface ConvertedWish {
  readonly format: SoundTarget;
  readonly quality: Exclude<SoundQuality, 'original'>;
  /** Where it begins, in seconds. */
  readonly offset?: number;
}

/** What choosing the form of a song needs. */
export interface FormsDeps {
  /** Where the sound of a song is, as it is or converted. */
  readonly audioUrl: (path: string, wish?: ConvertedWish) => string;
  /** Whether the browser plays a type of sound. */
  readonly canPlay: (type: string) => boolean;
  /** What the server converts songs into; null until it has told. */
  readonly targets: () => readonly SoundTarget[] | null;
  /** Resolves when it has told, or gave no answer. */
  readonly targetsReady: () => Promise<void>;
  readonly quality: () => SoundQuality;
}

/** Types to ask browsers about, of what songs are converted into. */
const targetTypes: Readonly<Record<SoundTarget, string>> = {
  opus: 'audio/ogg; codecs="opus"',
  mp3: 'audio/mpeg',
  aac: 'audio/aac',
  flac: 'audio/flac',
};
/** Conversions whose finished files can be gone about in to the sample; the others begin anew where somebody goes. */
const seekable: readonly SoundTarget[] = ['opus', 'mp3'];

/** Types of files that some browsers do not play, by the ends of their names. What is not told of here is tried. */
const doubtfulTypes: Readonly<Record<string, string>> = {
  aif: 'audio/aiff',
  aifc: 'audio/aiff',
  aiff: 'audio/aiff',
  ape: 'audio/x-ape',
  dff: 'audio/x-dff',
  dsf: 'audio/x-dsf',
  mpc: 'audio/x-musepack',
  spx: 'audio/ogg; codecs="speex"',
  wma: 'audio/x-ms-wma',
  wv: 'audio/x-wavpack',
};
const alacType = 'audio/mp4; codecs="alac"';

/** Kilobits a second that a form takes at most; an original of no more is as good. */
const mostKbps: Readonly<Record<Exclude<SoundQuality, 'original'>, number>> = { high: 176, low: 71 };

const isSmall = (facts: SongFacts | null, quality: Exclude<SoundQuality, 'original'>): boolean =>
  facts !== null && facts.bitRate !== null && facts.bitRate <= mostKbps[quality] * 1000;

const endingOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1).toLowerCase();

/** Chooses in which form songs are played: as they are, or converted. */
export const createSoundForms = (deps: FormsDeps) => {
  /** Songs that the browser refused as they are, and why. */
  const refused = new Map<string, FaultReason>();

  const target = (): SoundTarget | null =>
    (deps.targets() ?? []).find((format) => deps.canPlay(targetTypes[format])) ?? null;
  /** The browser says so beforehand. */
  const isUnplayable = ({ path }: Song, facts: SongFacts | null): boolean => {
    const type = facts?.codec === 'alac' ? alacType : doubtfulTypes[endingOf(path)];
    return type !== undefined && !deps.canPlay(type);
  };
  /** It is to be converted, if that can be done. */
  const isWanted = (song: Song, facts: SongFacts | null): boolean => {
    const quality = deps.quality();
    if (refused.has(song.path) || isUnplayable(song, facts)) return true;
    return quality !== 'original' && !isSmall(facts, quality);
  };
  const wishOf = (song: Song, facts: SongFacts | null): ConvertedWish | null => {
    if (!isWanted(song, facts)) return null;
    const quality = deps.quality();
    const format = target();
    return format && { format, quality: quality === 'original' ? 'high' : quality };
  };

  return {
    /** Whether the browser may play a song as it is. */
    isPlayable: (song: Song, facts: SongFacts | null): boolean => !isUnplayable(song, facts),
    /** Nothing is to be asked of the server for a song before it has told what it converts such songs into. */
    isUndecided: (song: Song, facts: SongFacts | null): boolean =>
      isWanted(song, facts) && deps.targets() === null,
    of(song: Song, facts: SongFacts | null): Pick<TrackSource, 'url' | 'conversion' | 'encoding'> {
      const wish = wishOf(song, facts);
      const { path } = song;
      if (wish === null) return { url: deps.audioUrl(path), ...(facts && { encoding: facts }) };
      return {
        url: deps.audioUrl(path, wish),
        conversion: {
          // The server takes milliseconds, no more.
          urlAt: (seconds) => deps.audioUrl(path, { ...wish, offset: Math.round(seconds * 1000) / 1000 }),
          durationSeconds: facts?.durationSeconds ?? song.duration,
          isSeekable: seekable.includes(wish.format),
          savesData: deps.quality() !== 'original',
        },
      };
    },
    /**
     * The browser does not play a song.
     * @returns why; null when it has another form, which is chosen from now on
     */
    giveUp(song: Song, why: { reason: FaultReason; facts: SongFacts | null }): FaultReason | null {
      const { reason, facts } = why;
      if (reason !== 'decode' && reason !== 'unsuitable') return reason;
      const first = refused.get(song.path);
      if (first !== undefined) return first;
      if (target() === null) return isUnplayable(song, facts) ? 'unconvertible' : reason;
      refused.set(song.path, reason);
      return null;
    },
  };
};

import { type SoundTarget, soundTargets } from '@tonearm/contract';
import { type AudioChoice, isLossy } from './audio-choice.ts';

/** How an app asks for a song. */
export interface StreamWish {
  /** What it calls the format, `raw` for the file as it is; null where it does not say. */
  readonly format: string | null;
  /** Most kilobits a second; null for any. */
  readonly mostKbps: number | null;
  readonly offsetSeconds: number;
}

/** What matters of the file. */
export interface StreamSource {
  /** Behind the last dot of its name, in lower case. */
  readonly suffix: string;
  readonly codec: string | null;
  readonly kbps: number | null;
}

/** What is made where no format is named, the first that can be: the first is what every player plays. */
const usualTargets: readonly SoundTarget[] = ['mp3', 'opus', 'aac'];

/** Kilobits a second where no limit is named; null for what keeps to none. */
export const usualKbps: Readonly<Record<SoundTarget, number | null>> = {
  mp3: 192,
  opus: 128,
  aac: 160,
  flac: null,
};

const targetOf = (
  { format, mostKbps }: StreamWish,
  { suffix, isTooMuch }: { suffix: string; isTooMuch: boolean },
  formats: readonly SoundTarget[],
): SoundTarget | undefined => {
  // Without loss there is no limit to keep.
  const fits = (target: SoundTarget): boolean =>
    formats.includes(target) && (mostKbps === null || usualKbps[target] !== null);
  const named = soundTargets.find((target) => target === format);
  if (named !== undefined && fits(named)) return named;
  // Only the beginning is another: it stays what it is, where that can be.
  const same = soundTargets.find((target) => target === suffix);
  if (!isTooMuch && same !== undefined && fits(same)) return same;
  return usualTargets.find(fits);
};

/** Whether a song sounds with more kilobits a second than are wanted; unknown ones are taken for too many. */
const isAbove = (kbps: number | null, mostKbps: number | null): boolean =>
  mostKbps !== null && (kbps === null || Math.round(kbps) > mostKbps);

/** Decides how an app is sent a song. @param formats those that can be made here; none where nothing can */
export const chooseStream = (
  wish: StreamWish,
  source: StreamSource,
  formats: readonly SoundTarget[],
): AudioChoice => {
  const { format, offsetSeconds } = wish;
  const isRaw = format === 'raw';
  const mostKbps = isRaw ? null : wish.mostKbps;
  const isTooMuch = isAbove(source.kbps, mostKbps);
  const isOther = formats.some((target) => target === format) && format !== source.suffix;
  if (!isOther && !isTooMuch && offsetSeconds === 0) return 'as-it-is';
  const target = targetOf({ ...wish, mostKbps }, { suffix: source.suffix, isTooMuch }, formats);
  if (target === undefined) return 'as-it-is';
  const usual = usualKbps[target];
  if (usual === null) return { format: target, bitRateKbps: null, offsetSeconds };
  const own = isLossy(source.codec) && source.kbps !== null ? Math.ceil(source.kbps) : Infinity;
  const wanted = mostKbps ?? (target === source.suffix && Number.isFinite(own) ? own : usual);
  return { format: target, bitRateKbps: Math.min(wanted, own), offsetSeconds };
};

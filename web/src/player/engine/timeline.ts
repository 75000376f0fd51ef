import type { TrackSource } from '../core/audio-engine.ts';
import type { MediaElement } from './media-element.ts';

/** Where an element stands in its track: conversions begin where they are asked for. */
export const createTimeline = (element: MediaElement, sourceNow: () => TrackSource | null) => {
  /** Where to start, until the element knows enough of the file to go there. */
  let startSeconds = 0;
  /** Where in the track the element's own time begins. */
  let baseSeconds = 0;
  return {
    /** @returns the address that the element has to load for the track to begin there */
    begin(seconds: number): string {
      const source = sourceNow();
      const conversion = source?.conversion;
      baseSeconds = conversion === undefined ? 0 : seconds;
      startSeconds = conversion === undefined ? seconds : 0;
      return conversion !== undefined && seconds > 0 ? conversion.urlAt(seconds) : (source?.url ?? '');
    },
    /** The element knows its file. */
    start(): void {
      if (startsOver(sourceNow(), { baseSeconds, element })) {
        startSeconds = baseSeconds;
        baseSeconds = 0;
      }
      if (startSeconds <= 0 || element.readyState < 1) return;
      element.currentTime = startSeconds;
      startSeconds = 0;
    },
    /** @returns false when what is loaded does not reach there */
    goTo(seconds: number): boolean {
      const source = sourceNow();
      if (source?.conversion !== undefined && !reaches(source, element, seconds - baseSeconds)) return false;
      if (element.readyState < 1) startSeconds = seconds;
      else element.currentTime = seconds - baseSeconds;
      return true;
    },
    positionSeconds: (): number => (startSeconds > 0 ? startSeconds : baseSeconds + element.currentTime),
    durationSeconds(): number | null {
      const known = sourceNow()?.conversion?.durationSeconds;
      if (known !== undefined && known !== null) return known;
      return Number.isFinite(element.duration) ? baseSeconds + element.duration : null;
    },
    bufferedSeconds(): number {
      const { buffered, currentTime } = element;
      for (let index = 0; index < buffered.length; index += 1) {
        // Browsers start a range a little after the position it was asked for.
        if (buffered.start(index) <= currentTime + 0.1 && currentTime <= buffered.end(index)) {
          return baseSeconds + buffered.end(index);
        }
      }
      return baseSeconds + currentTime;
    },
  };
};

/** Lengths of one track as two tell them differ by no more, in seconds. */
const lengthToleranceSeconds = 1;

/**
 * Whether the server gave all of a track where its conversion from some place was asked for, as it does when it
 * converts nothing any more.
 */
const startsOver = (
  source: TrackSource | null,
  { baseSeconds, element }: { baseSeconds: number; element: MediaElement },
): boolean => {
  const whole = source?.conversion?.durationSeconds ?? null;
  const { duration } = element;
  if (baseSeconds <= 0 || whole === null || !Number.isFinite(duration)) return false;
  const offBy = Math.abs(duration - whole);
  return offBy < lengthToleranceSeconds && offBy < Math.abs(duration - (whole - baseSeconds));
};

/** Whether an element can go to a second of its own in a conversion. */
const reaches = ({ conversion }: TrackSource, { seekable }: MediaElement, seconds: number): boolean => {
  if (conversion?.isSeekable !== true) return false;
  for (let index = 0; index < seekable.length; index += 1) {
    if (seekable.start(index) <= seconds && seconds <= seekable.end(index)) return true;
  }
  return false;
};

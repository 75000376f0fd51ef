import { type FileWindow, headBytes } from './file-window.ts';
import { findFirstFrame, type MpegFrame, mpegFrameAt } from './mpeg-frames.ts';

/** The sound of an MPEG file: its first frame, and where tags at the end begin. */
export interface MpegSound {
  readonly at: number;
  readonly frame: MpegFrame;
  readonly end: number;
}

/** Number of frames from a Xing, Info or VBRI header in the first frame; null without one. */
const framesByHeader = (window: FileWindow, sound: MpegSound): number | null => {
  const first = window.read(sound.at, 64);
  const mark = first.toString('latin1', sound.frame.xingAt, sound.frame.xingAt + 4);
  if (mark === 'Xing' || mark === 'Info') {
    const hasFrames = ((first[sound.frame.xingAt + 7] ?? 0) & 1) !== 0;
    return hasFrames && first.length >= sound.frame.xingAt + 12
      ? first.readUInt32BE(sound.frame.xingAt + 8)
      : null;
  }
  return first.toString('latin1', 36, 40) === 'VBRI' && first.length >= 54 ? first.readUInt32BE(50) : null;
};

/** Counts frames from one position to another; where the sound is damaged, it goes on with the next frame. */
const walkFrames = (
  window: FileWindow,
  span: { from: number; to: number },
): { frames: number; samples: number; bitRates: Set<number>; end: number } => {
  const bitRates = new Set<number>();
  let frames = 0;
  let samples = 0;
  let position = span.from;
  while (position + 4 <= span.to) {
    const frame = mpegFrameAt(window.read(position, 4), 0);
    if (frame === null) {
      const next = findFirstFrame(window, position);
      if (next === null || next.at >= span.to) break;
      position = next.at;
      continue;
    }
    frames += 1;
    samples += frame.samples;
    bitRates.add(frame.kilobitsPerSecond);
    position += frame.lengthBytes;
  }
  return { frames, samples, bitRates, end: position };
};

/** Places in a file of constant bit rate where a frame of the same rate must stand within one frame's length. */
const samplePlaces = [0.3, 0.6, 0.9] as const;

const hasRateAt = (window: FileWindow, sound: MpegSound, place: number): boolean => {
  const start = Math.floor(sound.at + (sound.end - sound.at) * place);
  const bytes = Buffer.from(window.read(start, 4 * sound.frame.lengthBytes + 8));
  for (let at = bytes.indexOf(0xff); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const frame = mpegFrameAt(bytes, at);
    const next = frame === null ? null : mpegFrameAt(bytes, at + frame.lengthBytes);
    if (frame === null || next === null || frame.samplesPerSecond !== sound.frame.samplesPerSecond) continue;
    return frame.kilobitsPerSecond === sound.frame.kilobitsPerSecond;
  }
  return false;
};

/**
 * Length of MPEG sound in milliseconds: from its header of frames if it has one; by its size where the bit
 * rate is constant (the head and a few places agree); else by a walk over every frame.
 */
export const mpegDurationMs = (window: FileWindow, sound: MpegSound): number => {
  const { frame } = sound;
  const toMs = (samples: number) => Math.round((samples * 1000) / frame.samplesPerSecond);
  const frames = framesByHeader(window, sound);
  if (frames !== null && frames > 0) return toMs(frames * frame.samples);
  const headEnd = Math.min(sound.end, Math.max(sound.at, headBytes));
  const head = walkFrames(window, { from: sound.at, to: headEnd });
  const isWhole = headEnd === sound.end && head.end + frame.lengthBytes >= sound.end;
  if (isWhole) return toMs(head.samples);
  const isConstant =
    head.bitRates.size <= 1 && samplePlaces.every((place) => hasRateAt(window, sound, place));
  if (isConstant) return Math.round(((sound.end - sound.at) * 8) / frame.kilobitsPerSecond);
  return toMs(walkFrames(window, { from: sound.at, to: sound.end }).samples);
};

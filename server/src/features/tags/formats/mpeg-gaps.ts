import type { SoundFormat } from '../song-tags.ts';
import type { FileWindow } from './file-window.ts';
import type { MpegFrame } from './mpeg-frames.ts';

/** Bytes of the parts of a Xing header that may be left out, by their flags. */
const optionalParts = [
  [1, 4],
  [2, 4],
  [4, 100],
  [8, 4],
] as const;

/** Where, behind the name of the encoder, the two lengths of twelve bits stand. */
const lengthsAt = 21;

/**
 * Samples that the encoder put before and after the sound, and how many lie between, by what LAME and those after it write behind a Xing header.
 * @returns nulls where the first frame is no such header
 */
export const mpegGaps = (
  window: FileWindow,
  sound: { readonly at: number; readonly frame: MpegFrame },
): Pick<SoundFormat, 'encoderDelay' | 'encoderPadding' | 'totalSamples'> => {
  const first = window.read(sound.at, 256);
  const { xingAt } = sound.frame;
  const mark = first.toString('latin1', xingAt, xingAt + 4);
  const unknown = { encoderDelay: null, encoderPadding: null, totalSamples: null };
  if ((mark !== 'Xing' && mark !== 'Info') || first.length < 256) return unknown;
  const flags = first.readUInt32BE(xingAt + 4);
  const at = optionalParts.reduce(
    (sum, [flag, bytes]) => sum + ((flags & flag) === 0 ? 0 : bytes),
    xingAt + 8,
  );
  if (!/^(?:LAME|Lav[cf]|GOGO)/.test(first.toString('latin1', at, at + 4))) return unknown;
  const lengths = first.readUIntBE(at + lengthsAt, 3);
  const [encoderDelay, encoderPadding] = [lengths >> 12, lengths & 0xfff];
  const frames = (flags & 1) === 0 ? 0 : first.readUInt32BE(xingAt + 8);
  const total = frames * sound.frame.samples - encoderDelay - encoderPadding;
  return { encoderDelay, encoderPadding, totalSamples: total > 0 ? total : null };
};

/** Kilobits a second of MPEG 1 Layer III, by their number in the header of a frame. */
const kilobits = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const sampleRates = [44_100, 48_000, 32_000];
const headerBytes = 4;

/**
 * Length in bytes of the frame that begins there; null where none does.
 * @see ISO/IEC 11172-3 §2.4.1.3
 */
const frameBytesAt = (bytes: Uint8Array, at: number): number | null => {
  const [sync = 0, kind = 0, form = 0] = bytes.subarray(at, at + headerBytes);
  if (sync !== 0xff || (kind & 0xfe) !== 0xfa) return null;
  const bitRate = kilobits[form >> 4];
  const sampleRate = sampleRates[(form >> 2) & 3];
  if (!bitRate || sampleRate === undefined) return null;
  return Math.floor((144_000 * bitRate) / sampleRate) + ((form >> 1) & 1);
};

/**
 * The whole frames of MPEG 1 Layer III from the first on in the end of a file, which began anywhere: decoders want
 * a frame to begin with.
 * @returns null where there are none
 */
export const wholeFrames = (bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> | null => {
  for (let at = 0; at + headerBytes <= bytes.length; at += 1) {
    const length = frameBytesAt(bytes, at);
    // Sound may look like a header, but hardly like two in the right places.
    const next = length === null ? null : frameBytesAt(bytes, at + length);
    if (length !== null && next !== null && frameBytesAt(bytes, at + length + next) !== null)
      return bytes.slice(at);
  }
  return null;
};

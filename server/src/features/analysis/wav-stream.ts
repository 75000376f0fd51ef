/** How sound comes that follows a header of WAV. */
export interface WavFormat {
  readonly sampleRate: number;
  readonly channels: number;
}

/** Longest header that is waited for, in bytes. */
const longestHeader = 64 * 1024;

/** @returns the format and where the sound begins; null while more of the header is needed */
const readHeader = (head: Buffer): { format: WavFormat; soundAt: number } | null => {
  let format: WavFormat | null = null;
  for (let at = 12; at + 8 <= head.length; ) {
    const name = head.toString('latin1', at, at + 4);
    const size = head.readUInt32LE(at + 4);
    if (name === 'data') return format === null ? null : { format, soundAt: at + 8 };
    if (name === 'fmt ' && at + 24 <= head.length)
      format = { channels: head.readUInt16LE(at + 10), sampleRate: head.readUInt32LE(at + 12) };
    at += 8 + size + (size % 2);
  }
  return null;
};

/**
 * Takes a WAV stream of 16 bits apart.
 * @param onSound hears whole frames, with their format
 */
export const createWavReader = (
  onSound: (samples: Int16Array, format: WavFormat) => void,
): { add(piece: Buffer): void } => {
  let format: WavFormat | null = null;
  let rest: Buffer = Buffer.alloc(0);
  const take = (bytes: Buffer, { channels, sampleRate }: WavFormat): Buffer => {
    const whole = bytes.length - (bytes.length % (2 * channels));
    // A copy of its own lies at an even place.
    const copy = new Uint8Array(bytes.subarray(0, whole));
    if (whole > 0) onSound(new Int16Array(copy.buffer, 0, whole / 2), { channels, sampleRate });
    return bytes.subarray(whole);
  };
  return {
    add: (piece) => {
      const bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
      if (format !== null) {
        rest = Buffer.from(take(bytes, format));
        return;
      }
      const header = readHeader(bytes);
      if (header === null || header.format.channels === 0) {
        if (bytes.length > longestHeader) throw new Error('no sound follows');
        rest = bytes;
        return;
      }
      format = header.format;
      rest = Buffer.from(take(bytes.subarray(header.soundAt), format));
    },
  };
};

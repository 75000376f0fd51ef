import { latin1, le16, le32, makeTone, riffChunk } from '@tonearm/song-files';

/** What the format of the sound says: what is true, sixteen bytes that say nothing (all zeros, all ones), or it is not there. */
type RiffFormat = 'good' | 'zeros' | 'ones' | 'none';

/** A WAV file written in a rare way. */
export interface OddWav {
  /** Default RIFF. RF64 and BW64 keep the size of the sound in a chunk of its own. */
  form?: 'RIFF' | 'RF64' | 'BW64';
  format?: RiffFormat;
  /** What the sound's own size says: of a stream that nobody knew the end of, or of a recorder that was cut off. */
  soundSize?: 'true' | 'unknown' | 'zero';
  /** Chunks before and after the sound, and in the LIST INFO. */
  before?: readonly Buffer[];
  after?: readonly Buffer[];
  seconds?: number;
}

/** A `LIST INFO` chunk, each text in bytes. `isPadded` false forgets the byte that makes a chunk even. */
export function infoChunk(fields: Readonly<Record<string, Buffer | string>>, isPadded = true): Buffer {
  const chunks = Object.entries(fields).map(([name, text]) => {
    const data = Buffer.concat([
      typeof text === 'string' ? Buffer.from(text, 'utf8') : text,
      Buffer.alloc(1),
    ]);
    const chunk = riffChunk(name, data);
    return isPadded ? chunk : chunk.subarray(0, 8 + data.length);
  });
  return riffChunk('LIST', Buffer.concat([latin1('INFO'), ...chunks]));
}

/** A WAV file byte by byte. */
export function oddWav(spec: OddWav = {}): Buffer {
  const { form = 'RIFF', format = 'good', soundSize = 'true' } = spec;
  const { samples, rate } = makeTone({ seconds: spec.seconds ?? 2 });
  const sound = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
  const data = riffChunk('data', sound);
  if (form !== 'RIFF' || soundSize === 'unknown') data.writeUInt32LE(0xffffffff, 4);
  if (soundSize === 'zero') data.writeUInt32LE(0, 4);
  const chunks = [...(spec.before ?? []), ...formatChunk(format, rate), data, ...(spec.after ?? [])];
  if (form === 'RIFF') {
    const body = Buffer.concat([latin1('WAVE'), ...chunks]);
    return Buffer.concat([latin1('RIFF'), le32(body.length), body]);
  }
  const le64 = (value: number) => Buffer.concat([le32(value), le32(0)]);
  const sizes = (whole: number) =>
    riffChunk('ds64', Buffer.concat([le64(whole), le64(sound.length), le64(samples.length), le32(0)]));
  const whole = 4 + sizes(0).length + chunks.reduce((sum, { length }) => sum + length, 0);
  return Buffer.concat([latin1(form), le32(0xffffffff), latin1('WAVE'), sizes(whole), ...chunks]);
}

function formatChunk(format: RiffFormat, rate: number): Buffer[] {
  if (format === 'none') return [];
  if (format === 'zeros') return [riffChunk('fmt ', Buffer.alloc(16))];
  if (format === 'ones') return [riffChunk('fmt ', Buffer.alloc(16, 0xff))];
  return [
    riffChunk('fmt ', Buffer.concat([le16(1), le16(1), le32(rate), le32(rate * 2), le16(2), le16(16)])),
  ];
}

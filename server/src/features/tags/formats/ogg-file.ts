import { type OwnReading, type SoundFormat, unknownFormat } from '../song-tags.ts';
import { createTagCollector, type TagCollector } from '../tag-collector.ts';
import type { FileWindow } from './file-window.ts';
import { readStreamInfo } from './flac-file.ts';
import { blockPicture } from './flac-picture.ts';
import { lastGranule, readPage, readStreamStart, soundDigest, walkedGranule } from './ogg-pages.ts';
import { readVorbisComments } from './vorbis-comment.ts';

/** A way to put sound into Ogg, by what its first packet begins with. */
interface Codec {
  readonly mark: string;
  readonly leastBytes: number;
  /** How many packets are looked at: the first, the comments, for FLAC whatever follows. */
  packetCount(first: Buffer): number;
  samplesPerSecond(first: Buffer): number;
  /** What else the first packet says of the sound. */
  format(first: Buffer): Partial<SoundFormat>;
  /** Samples that are decoded and not played. */
  skippedSamples(first: Buffer): number;
  /** Reads the packets after the first. @returns whether they are whole */
  readComments(packets: readonly Buffer[], collector: TagCollector): boolean;
}

const none = (): number => 0;
const positive = (value: number): number | null => (value > 0 ? value : null);
const two = (): number => 2;

const commentsAfter =
  (mark: string) =>
  ([packet]: readonly Buffer[], collector: TagCollector): boolean =>
    packet?.toString('latin1', 0, mark.length) === mark &&
    readVorbisComments(packet.subarray(mark.length), collector);

const flacBlocks = { comments: 4, picture: 6 } as const;

/** Every packet is a metadata block of FLAC; the first of them are the comments. */
const readFlacBlocks = (packets: readonly Buffer[], collector: TagCollector): boolean => {
  for (const packet of packets) {
    const block = packet.subarray(4);
    const type = (packet[0] ?? 0) & 0x7f;
    if (type === flacBlocks.comments && !readVorbisComments(block, collector)) return false;
    const picture =
      type === flacBlocks.picture
        ? blockPicture({ lengthBytes: block.length, read: (at, length) => block.subarray(at, at + length) })
        : null;
    if (picture !== null) collector.addPicture(picture);
  }
  return true;
};

const flacInfoAt = 17;

const codecs: readonly Codec[] = [
  {
    mark: '\x01vorbis',
    leastBytes: 30,
    packetCount: two,
    samplesPerSecond: (first) => first.readUInt32LE(12),
    format: (first) => ({
      codec: 'vorbis',
      channels: first[11] ?? null,
      bitRate: positive(first.readInt32LE(20)),
    }),
    skippedSamples: none,
    readComments: commentsAfter('\x03vorbis'),
  },
  {
    mark: 'OpusHead',
    leastBytes: 19,
    packetCount: two,
    samplesPerSecond: () => 48_000,
    format: (first) => ({ codec: 'opus', channels: first[9] ?? null, encoderDelay: first.readUInt16LE(10) }),
    skippedSamples: (first) => first.readUInt16LE(10),
    readComments: commentsAfter('OpusTags'),
  },
  {
    mark: 'Speex   ',
    leastBytes: 80,
    packetCount: two,
    samplesPerSecond: (first) => first.readUInt32LE(36),
    format: (first) => ({ codec: 'speex', channels: positive(first.readUInt32LE(48)) }),
    skippedSamples: none,
    readComments: commentsAfter(''),
  },
  {
    // How many packets of headers follow the first; zero when nobody knew.
    mark: '\x7fFLAC',
    leastBytes: flacInfoAt + 34,
    packetCount: (first) => Math.max(2, 1 + first.readUInt16BE(7)),
    samplesPerSecond: (first) => first.readUIntBE(flacInfoAt + 10, 3) >>> 4,
    format: (first) => readStreamInfo(first.subarray(flacInfoAt)).format,
    skippedSamples: none,
    readComments: readFlacBlocks,
  },
];

const codecOf = (first: Buffer): Codec | undefined =>
  codecs.find(
    ({ mark, leastBytes }) => first.length >= leastBytes && first.toString('latin1', 0, mark.length) === mark,
  );

/** Whether but one stream begins the file. */
const isAlone = (window: FileWindow): boolean => {
  const first = readPage(window, 0);
  return first === null || readPage(window, first.end)?.isFirst !== true;
};

/** The digest that FLAC brings along, else one of our own. */
const soundOf = (
  window: FileWindow,
  stream: { serial: number; samples: number; from: number; first: Buffer },
): Buffer => {
  const own =
    stream.first.toString('latin1', 1, 5) === 'FLAC'
      ? readStreamInfo(stream.first.subarray(flacInfoAt))
      : null;
  return own?.digest ?? soundDigest(window, stream);
};

/**
 * Reads an Ogg file of Vorbis, Opus, Speex or FLAC, alone or beside other streams; its length comes from the
 * last page.
 * @returns null when it is anything else: the library decides then; `silent` when nothing of it is sound
 */
export const readOgg = (window: FileWindow): OwnReading => {
  const start = readStreamStart(window, (first) => codecOf(first)?.packetCount(first) ?? null);
  if (start === null || start === 'silent') return start;
  const { serial, packets, end } = start;
  const [first = Buffer.alloc(0), ...others] = packets;
  const codec = codecOf(first);
  const samplesPerSecond = codec?.samplesPerSecond(first) ?? 0;
  if (codec === undefined || samplesPerSecond === 0) return null;
  const collector = createTagCollector();
  if (!codec.readComments(others, collector)) return null;
  const stream = { serial, isAlone: isAlone(window), from: end };
  const samples = lastGranule(window, stream) ?? walkedGranule(window, stream);
  if (samples === null) return null;
  const playedSamples = Math.max(0, samples - codec.skippedSamples(first));
  return {
    ...collector.finish(),
    durationMs: Math.round((playedSamples * 1000) / samplesPerSecond),
    format: {
      ...unknownFormat,
      sampleRate: samplesPerSecond,
      ...codec.format(first),
      container: 'ogg',
      totalSamples: playedSamples,
    },
    sound: { kind: 'digest', digest: soundOf(window, { serial, samples, from: end, first }) },
  };
};

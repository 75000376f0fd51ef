import type { Picture } from '@tonearm/song-files';

/** Names and values, and what they are about. */
interface MatroskaTagSpec {
  /** 30 for the track, 40 for a part of the album, 50 for the album, 70 for a collection; default: nothing is said. */
  level?: number;
  /** The track they are about. */
  trackUid?: number;
  values: Readonly<Record<string, string>>;
}

/** A Matroska file that is made of bytes. Its sound cannot be decoded. */
interface OddMatroska {
  /** What is told of the length; `none` as of what was written while it was recorded. Default `told`. */
  length?: 'told' | 'none';
  /** Whether the segment and its clusters say how long they are. Default true. */
  isClosed?: boolean;
  /** Where tags and pictures stand. Default `after` the sound. */
  place?: 'before' | 'after';
  /** Whether the file lists where its parts are. Default true. */
  hasPlaces?: boolean;
  /** Which tracks it has. Default sound alone. */
  tracks?: readonly ('sound' | 'pictures')[];
  codec?: string;
  title?: string;
  tags?: readonly MatroskaTagSpec[];
  /** Files beside the sound, by their names. */
  attached?: Readonly<Record<string, Picture>>;
  /** Of blocks of 100 ms each, ten in a cluster. Default 2. */
  seconds?: number;
  docType?: 'webm' | 'matroska';
}

/** The number of the first track of an odd file; the uid of each is a hundred above. */
const firstTrack = 1;
const uidAbove = 100;
const blockMs = 100;
const blocksInCluster = 10;

const bytesOf = (value: number): Buffer => {
  const hex = value.toString(16);
  return Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
};

/** Sizes of eight bytes, so that none depends on what is in it. */
const sizeOf = (length: number): Buffer => {
  const size = Buffer.alloc(8);
  size.writeBigUInt64BE((1n << 56n) | BigInt(length));
  return size;
};

const openSize = Buffer.from('01ffffffffffffff', 'hex');

const element = (id: number, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  return Buffer.concat([bytesOf(id), sizeOf(body.length), body]);
};
const open = (id: number, ...parts: Buffer[]): Buffer => Buffer.concat([bytesOf(id), openSize, ...parts]);
const number = (id: number, value: number): Buffer => element(id, bytesOf(value));
const text = (id: number, value: string): Buffer => element(id, Buffer.from(value, 'utf8'));
const fraction = (id: number, value: number): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return element(id, bytes);
};

const tracksOf = ({ tracks = ['sound'], codec = 'A_OPUS' }: OddMatroska): Buffer =>
  element(
    0x1654ae6b,
    ...tracks.map((kind, index) => {
      const head = [number(0xd7, firstTrack + index), number(0x73c5, uidAbove + firstTrack + index)];
      return kind === 'sound'
        ? element(
            0xae,
            ...head,
            number(0x83, 2),
            text(0x86, codec),
            element(0xe1, fraction(0xb5, 48_000), number(0x9f, 2)),
          )
        : element(0xae, ...head, number(0x83, 1), text(0x86, 'V_VP8'));
    }),
  );

const tagsOf = (tags: readonly MatroskaTagSpec[]): Buffer =>
  element(
    0x1254c367,
    ...tags.map(({ level, trackUid, values }) => {
      const about = [
        ...(level === undefined ? [] : [number(0x68ca, level)]),
        ...(trackUid === undefined ? [] : [number(0x63c5, trackUid)]),
      ];
      const simple = Object.entries(values).map(([name, value]) =>
        element(0x67c8, text(0x45a3, name), text(0x4487, value)),
      );
      return element(0x7373, element(0x63c0, ...about), ...simple);
    }),
  );

const attachmentsOf = (attached: Readonly<Record<string, Picture>>): Buffer =>
  element(
    0x1941a469,
    ...Object.entries(attached).map(([name, { data, mime }]) =>
      element(0x61a7, text(0x466e, name), text(0x4660, mime), element(0x465c, data)),
    ),
  );

const clustersOf = ({ seconds = 2, isClosed = true }: OddMatroska): Buffer[] => {
  const count = Math.round((seconds * 1000) / blockMs);
  const clusters: Buffer[] = [];
  for (let from = 0; from < count; from += blocksInCluster) {
    const blocks = Array.from({ length: Math.min(blocksInCluster, count - from) }, (_, at) => {
      const head = Buffer.from([0x80 | firstTrack, 0, 0, 0]);
      head.writeInt16BE(at * blockMs, 1);
      return element(0xa3, head, Buffer.alloc(100, from + at));
    });
    const write = isClosed ? element : open;
    clusters.push(write(0x1f43b675, number(0xe7, from * blockMs), ...blocks));
  }
  return clusters;
};

/** Where parts begin: a list of as many bytes wherever they are. */
const placesOf = (places: ReadonlyMap<number, number>): Buffer =>
  element(
    0x114d9b74,
    ...[...places].map(([id, position]) => {
      const bytes = Buffer.alloc(8);
      bytes.writeBigUInt64BE(BigInt(position));
      return element(0x4dbb, element(0x53ab, bytesOf(id)), element(0x53ac, bytes));
    }),
  );

/** A Matroska or WebM file, part by part. */
export function oddMatroska(spec: OddMatroska = {}): Buffer {
  const { length = 'told', isClosed = true, place = 'after', hasPlaces = true, docType = 'matroska' } = spec;
  const info = element(
    0x1549a966,
    number(0x2ad7b1, 1_000_000),
    ...(length === 'told' ? [fraction(0x4489, (spec.seconds ?? 2) * 1000)] : []),
    ...(spec.title === undefined ? [] : [text(0x7ba9, spec.title)]),
  );
  const besides = [
    ...(spec.attached === undefined ? [] : [attachmentsOf(spec.attached)]),
    ...(spec.tags === undefined ? [] : [tagsOf(spec.tags)]),
  ];
  const clusters = clustersOf(spec);
  const parts = [
    info,
    tracksOf(spec),
    ...(place === 'before' ? besides : []),
    ...clusters,
    ...(place === 'after' ? besides : []),
  ];
  const listed = besides.map((part) => part.readUInt32BE(0));
  const listBytes = hasPlaces ? placesOf(new Map(listed.map((id) => [id, 0]))).length : 0;
  const places = new Map<number, number>();
  let at = listBytes;
  for (const part of parts) {
    if (besides.includes(part)) places.set(part.readUInt32BE(0), at);
    at += part.length;
  }
  const header = element(0x1a45dfa3, text(0x4282, docType));
  const list = hasPlaces ? [placesOf(places)] : [];
  return Buffer.concat([header, (isClosed ? element : open)(0x18538067, ...list, ...parts)]);
}

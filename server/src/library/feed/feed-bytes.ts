import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/*
 * Rows as bytes. A batch is one run of records; it is cut into parts wherever they end, each compressed for itself.
 *
 *   record  = length (4 bytes, of what follows) · kind (1 byte) · values
 *   kind 1  = table: its name; the records that follow are of it
 *   kind 2  = gone: the values of a key
 *   kind 3  = there: the values of all stored columns
 *   value   = 0: null · 1: integer (8 bytes) · 2: number (8 bytes) · 3: text · 4: bytes
 *             · 5: integer from 0 to 255 (1 byte); texts and bytes with their length (4 bytes) before them
 *
 * Numbers are little-endian.
 */

/** Of the length before a record. */
const lengthBytes = 4;
const wordSize = 4_294_967_296;

/** A value of a row. */
export type FeedValue = null | number | string | Uint8Array;

/** One step of a batch. */
export type FeedRecord =
  | { readonly kind: 'table'; readonly name: string }
  | { readonly kind: 'gone'; readonly values: FeedValue[] }
  | { readonly kind: 'there'; readonly values: FeedValue[] };

const kinds = { table: 1, gone: 2, there: 3 } as const;
const tags = { null: 0, integer: 1, number: 2, text: 3, bytes: 4, small: 5 } as const;

/** Bytes of a part before they are compressed: what does not compress at all stays below 4 MiB, too. */
const partBytes = 2 * 1024 * 1024;

/** The most that a part may be, compressed, and the most that it may come to. */
export const mostPartBytes = 4 * 1024 * 1024;

/** Bytes as they are stored and sent. */
export const compress = (bytes: Uint8Array): Buffer =>
  zstdCompressSync(bytes, { params: { [constants.ZSTD_c_compressionLevel]: 1 } });

/** @throws Error where they are not what `compress` gave, or come to more than `most` */
export const decompress = (bytes: Uint8Array, most = mostPartBytes): Buffer =>
  zstdDecompressSync(bytes, { maxOutputLength: most });

/** Takes records, gives parts. */
export interface FeedEncoder {
  table(name: string): void;
  row(kind: 'gone' | 'there', values: readonly FeedValue[]): void;
  /** Gives the rest. */
  end(): void;
}

/** Bytes that grow at their end. */
const createSink = () => {
  let buffer = Buffer.allocUnsafe(64 * 1024);
  let length = 0;
  const reserve = (bytes: number): void => {
    if (length + bytes <= buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.max(buffer.length * 2, length + bytes));
    buffer.copy(larger, 0, 0, length);
    buffer = larger;
  };
  const byte = (value: number): void => {
    reserve(1);
    buffer[length] = value;
    length += 1;
  };
  return {
    byte,
    size: () => length,
    length: (value: number): void => {
      reserve(lengthBytes);
      length = buffer.writeUInt32LE(value, length);
    },
    setLength: (at: number, value: number): void => void buffer.writeUInt32LE(value, at),
    /** 53 bits and the sign: the lower 32, and the rest. */
    integer: (value: number): void => {
      reserve(8);
      length = buffer.writeUInt32LE(value >>> 0, length);
      length = buffer.writeInt32LE(Math.floor(value / wordSize), length);
    },
    double: (value: number): void => {
      reserve(8);
      length = buffer.writeDoubleLE(value, length);
    },
    /** With its length before it. */
    text: (value: string): void => {
      reserve(4 + value.length * 3);
      const written = buffer.write(value, length + 4);
      buffer.writeUInt32LE(written, length);
      length += 4 + written;
    },
    /** With their length before them. */
    bytes: (value: Uint8Array): void => {
      reserve(4 + value.length);
      length = buffer.writeUInt32LE(value.length, length);
      buffer.set(value, length);
      length += value.length;
    },
    /** Gives whole parts, and the rest where it is the last. */
    cut: (give: (bytes: Uint8Array) => void, isEnd: boolean): void => {
      let from = 0;
      for (; length - from >= partBytes; from += partBytes) give(buffer.subarray(from, from + partBytes));
      if (isEnd && length > from) give(buffer.subarray(from, length));
      buffer.copyWithin(0, from, length);
      length = isEnd ? 0 : length - from;
    },
  };
};
type Sink = ReturnType<typeof createSink>;

const putNumber = (sink: Sink, value: number): void => {
  if (!Number.isInteger(value) || Object.is(value, -0)) {
    sink.byte(tags.number);
    sink.double(value);
    return;
  }
  if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is too large for the feed.`);
  const isSmall = value >= 0 && value < 256;
  sink.byte(isSmall ? tags.small : tags.integer);
  if (isSmall) sink.byte(value);
  else sink.integer(value);
};

const putValue = (sink: Sink, value: FeedValue): void => {
  if (value === null) sink.byte(tags.null);
  else if (typeof value === 'number') putNumber(sink, value);
  else if (typeof value === 'string') {
    sink.byte(tags.text);
    sink.text(value);
  } else {
    sink.byte(tags.bytes);
    sink.bytes(value);
  }
};

/** @param give is called with each part, compressed */
export const createFeedEncoder = (give: (part: Buffer) => void): FeedEncoder => {
  const sink = createSink();
  const giveCompressed = (bytes: Uint8Array): void => give(compress(bytes));
  const record = (kind: number, values: readonly FeedValue[]): void => {
    const start = sink.size();
    sink.length(0);
    sink.byte(kind);
    for (const value of values) putValue(sink, value);
    sink.setLength(start, sink.size() - start - lengthBytes);
    sink.cut(giveCompressed, false);
  };
  return {
    table: (name) => record(kinds.table, [name]),
    row: (kind, values) => record(kinds[kind], values),
    end: () => sink.cut(giveCompressed, true),
  };
};

const valueAt = (buffer: Buffer, at: number): { value: FeedValue; next: number } => {
  const start = at + 1;
  switch (buffer[at]) {
    case tags.null:
      return { value: null, next: start };
    case tags.small:
      return { value: buffer.readUInt8(start), next: start + 1 };
    case tags.integer:
      return {
        value: buffer.readInt32LE(start + 4) * wordSize + buffer.readUInt32LE(start),
        next: start + 8,
      };
    case tags.number:
      return { value: buffer.readDoubleLE(start), next: start + 8 };
    case tags.text:
    case tags.bytes: {
      const from = start + 4;
      const next = from + buffer.readUInt32LE(start);
      if (next > buffer.length) throw new RangeError('A value of the feed ends too early.');
      return {
        value: buffer[at] === tags.text ? buffer.toString('utf8', from, next) : buffer.subarray(from, next),
        next,
      };
    }
    default:
      throw new RangeError('The feed holds a value that is none.');
  }
};

const valuesOf = (payload: Buffer): FeedValue[] => {
  const values: FeedValue[] = [];
  for (let at = 0; at < payload.length; ) {
    const { value, next } = valueAt(payload, at);
    values.push(value);
    at = next;
  }
  return values;
};

const recordOf = (record: Buffer): FeedRecord => {
  const payload = record.subarray(1);
  switch (record[0]) {
    case kinds.table:
      return { kind: 'table', name: String(valuesOf(payload)[0]) };
    case kinds.gone:
      return { kind: 'gone', values: valuesOf(payload) };
    case kinds.there:
      return { kind: 'there', values: valuesOf(payload) };
    default:
      throw new RangeError('The feed holds a record that is none.');
  }
};

/** Takes parts in order, gives their records. A value of bytes is good until the next part. */
export const createFeedDecoder = (take: (record: FeedRecord) => void) => {
  let rest: Buffer = Buffer.alloc(0);
  return {
    /** @throws RangeError or an error of zlib where these are no parts of a batch */
    part: (compressed: Uint8Array): void => {
      const more = decompress(compressed);
      const bytes = rest.length === 0 ? more : Buffer.concat([rest, more]);
      let at = 0;
      while (bytes.length - at >= lengthBytes) {
        const from = at + lengthBytes;
        const end = from + bytes.readUInt32LE(at);
        if (end > bytes.length) break;
        take(recordOf(bytes.subarray(from, end)));
        at = end;
      }
      rest = bytes.subarray(at);
    },
    /** @throws RangeError where a record is not whole */
    end: (): void => {
      if (rest.length > 0) throw new RangeError('A batch of the feed ends too early.');
    },
  };
};

import { type OwnReading, type SoundFormat, unknownFormat } from '../song-tags.ts';
import { createTagCollector, type TagCollector } from '../tag-collector.ts';
import { type FileWindow, longestRead } from './file-window.ts';

/** Objects of the header by their number, as it is written. @see ASF specification §10 */
const objects = {
  fileProperties: 'a1dcab8c47a9cf118ee400c00c205365',
  streamProperties: '9107dcb7b7a9cf118ee600c00c205365',
  extension: 'b503bf5f2ea9cf118ee300c00c205365',
  description: '3326b2758e66cf11a6d900aa0062ce6c',
  extendedDescription: '40a4d0d207e3d21197f000a0c95ea850',
  metadata: 'eacbf8c5af5b77488467aa8c44fa4cca',
  metadataLibrary: '941c23449894d149a1411d134e457054',
} as const;

const soundStream = '409e69f84d5bcf11a8fd00805f5c442b';

/** Where tags may stand, in the order in which their values count: what does not fit into one goes into the next. */
const tagObjects = ['description', 'extendedDescription', 'metadata', 'metadataLibrary'] as const;

/** Most objects looked at. */
const mostObjects = 1000;

interface AsfObject {
  readonly id: string;
  readonly at: number;
  readonly end: number;
}

function* objectsIn(window: FileWindow, span: { start: number; end: number }): Generator<AsfObject> {
  let position = span.start;
  for (let count = 0; count < mostObjects && position + 24 <= span.end; count += 1) {
    const header = window.read(position, 24);
    const size = header.length < 24 ? 0 : Number(header.readBigUInt64LE(16));
    if (size < 24 || position + size > span.end) return;
    yield { id: header.toString('hex', 0, 16), at: position + 24, end: position + size };
    position += size;
  }
}

const wideText = (bytes: Buffer): string => {
  const text = bytes.toString('utf16le', 0, bytes.length & ~1);
  const nul = text.indexOf('\0');
  return nul === -1 ? text : text.slice(0, nul);
};

const valueTypes = { text: 0, bytes: 1, flag: 2, long: 3, longLong: 4, short: 5 } as const;

const valueText = (type: number, value: Buffer): string | null => {
  switch (type) {
    case valueTypes.text:
      return wideText(value);
    case valueTypes.flag:
    case valueTypes.long:
      return value.length < 2 ? null : String(value.readUIntLE(0, Math.min(4, value.length)));
    case valueTypes.longLong:
      return value.length < 8 ? null : String(value.readBigUInt64LE(0));
    case valueTypes.short:
      return value.length < 2 ? null : String(value.readUInt16LE(0));
    default:
      return null;
  }
};

const frontCover = 3;

/** `WM/Picture`: its type, its length, kind and description as text, the picture. */
const addPicture = (value: Buffer, collector: TagCollector): void => {
  if (value.length < 9) return;
  const textEnd = (from: number): number => {
    let at = from;
    while (at + 2 <= value.length && value.readUInt16LE(at) !== 0) at += 2;
    return at + 2;
  };
  const picture = value.subarray(textEnd(textEnd(5)));
  collector.addPicture({
    isFront: value[0] === frontCover,
    lengthBytes: Math.min(picture.length, value.readUInt32LE(1)),
    read: (lengthBytes) => picture.subarray(0, lengthBytes),
  });
};

const addValue = (collector: TagCollector, name: string, value: { type: number; bytes: Buffer }): void => {
  if (name === 'WM/Picture') {
    addPicture(value.bytes, collector);
    return;
  }
  const text = valueText(value.type, value.bytes);
  if (text !== null) collector.add('asf', name, text);
};

const readDescription = (body: Buffer, collector: TagCollector): void => {
  let at = 10;
  for (const [index, name] of ['Title', 'Author'].entries()) {
    const length = body.readUInt16LE(index * 2);
    collector.add('asf', name, wideText(body.subarray(at, at + length)));
    at += length;
  }
};

const readExtendedDescription = (body: Buffer, collector: TagCollector): void => {
  let at = 2;
  for (let count = body.readUInt16LE(0); count > 0; count -= 1) {
    const nameEnd = at + 2 + body.readUInt16LE(at);
    const valueAt = nameEnd + 4;
    const end = valueAt + body.readUInt16LE(nameEnd + 2);
    const value = { type: body.readUInt16LE(nameEnd), bytes: body.subarray(valueAt, end) };
    addValue(collector, wideText(body.subarray(at + 2, nameEnd)), value);
    at = end;
  }
};

/** Both kinds of metadata, which differ in nothing that is looked at here. */
const readMetadata = (body: Buffer, collector: TagCollector): void => {
  let at = 2;
  for (let count = body.readUInt16LE(0); count > 0; count -= 1) {
    const nameEnd = at + 12 + body.readUInt16LE(at + 4);
    const end = nameEnd + body.readUInt32LE(at + 8);
    const value = { type: body.readUInt16LE(at + 6), bytes: body.subarray(nameEnd, end) };
    addValue(collector, wideText(body.subarray(at + 12, nameEnd)), value);
    at = end;
  }
};

const tagReaders = {
  description: readDescription,
  extendedDescription: readExtendedDescription,
  metadata: readMetadata,
  metadataLibrary: readMetadata,
} as const;

/** All objects of the header, those of its extension among them. */
const headerObjects = (window: FileWindow, end: number): AsfObject[] => {
  const found = [...objectsIn(window, { start: 30, end })];
  const extensions = found.filter(({ id }) => id === objects.extension);
  return [
    ...found,
    ...extensions.flatMap((object) => [...objectsIn(window, { start: object.at + 22, end: object.end })]),
  ];
};

/** Length in milliseconds; null while it is not known, as in a broadcast. */
const readLengthMs = (window: FileWindow, found: readonly AsfObject[]): number | null => {
  const object = found.find(({ id }) => id === objects.fileProperties);
  const body = object === undefined ? Buffer.alloc(0) : window.read(object.at, 68);
  if (body.length < 68 || (body.readUInt32LE(64) & 1) !== 0) return null;
  const lengthMs = Number(body.readBigUInt64LE(40)) / 10_000 - Number(body.readBigUInt64LE(56));
  return lengthMs > 0 ? Math.round(lengthMs) : null;
};

const codings: Readonly<Record<number, string>> = {
  10: 'wma-voice',
  352: 'wma',
  353: 'wma',
  354: 'wma-pro',
  355: 'wma-lossless',
};

/** Where, in the object of a stream, what its kind says begins: for sound as in a WAV file. */
const waveFormatAt = 54;

const readFormat = (window: FileWindow, stream: AsfObject): SoundFormat => {
  const wave = window.read(stream.at + waveFormatAt, 16);
  if (wave.length < 16) return { ...unknownFormat, container: 'asf' };
  return {
    ...unknownFormat,
    codec: codings[wave.readUInt16LE(0)] ?? null,
    container: 'asf',
    channels: wave.readUInt16LE(2),
    sampleRate: wave.readUInt32LE(4),
    bitRate: wave.readUInt32LE(8) * 8,
  };
};

/**
 * Reads a Windows Media file.
 * @returns null when it is broken: the library decides then; `silent` when no stream of it is sound
 */
export const readAsf = (window: FileWindow): OwnReading => {
  const header = window.read(0, 30);
  const end = header.length < 30 ? 0 : Number(header.readBigUInt64LE(16));
  if (end < 30 || end > window.sizeBytes) return null;
  const found = headerObjects(window, end);
  const streams = found.filter(({ id }) => id === objects.streamProperties);
  const durationMs = readLengthMs(window, found);
  if (streams.length === 0 || durationMs === null) return null;
  const stream = streams.find(({ at }) => window.read(at, 16).toString('hex') === soundStream);
  if (stream === undefined) return 'silent';
  const format = readFormat(window, stream);
  const collector = createTagCollector();
  for (const kind of tagObjects) {
    for (const object of found.filter(({ id }) => id === objects[kind])) {
      if (object.end - object.at > longestRead) continue;
      // A copy, because pictures in it are read when the window has gone on.
      tagReaders[kind](Buffer.from(window.read(object.at, object.end - object.at)), collector);
    }
  }
  return {
    ...collector.finish(),
    durationMs,
    format,
    sound: { kind: 'bytes', start: end, lengthBytes: window.sizeBytes - end },
  };
};

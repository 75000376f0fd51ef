import { le16, le32 } from '@tonearm/song-files';

/** A value of a Windows Media file and where it stands. */
export interface AsfValue {
  name: string;
  value: string | number | Buffer;
  /** Default `extended`. */
  place?: 'extended' | 'metadata' | 'library';
}

/** A Windows Media file: its header, and noise for sound. */
export interface AsfSpec {
  title?: string;
  /** The first; more stand among the values, as `Author`. */
  author?: string;
  values?: readonly AsfValue[];
  seconds?: number;
  stream?: 'sound' | 'pictures';
  /** Whether the extension, where long values are, stands before everything else. */
  isExtensionFirst?: boolean;
}

const GUIDS = {
  header: '3026b2758e66cf11a6d900aa0062ce6c',
  data: '3626b2758e66cf11a6d900aa0062ce6c',
  fileProperties: 'a1dcab8c47a9cf118ee400c00c205365',
  streamProperties: '9107dcb7b7a9cf118ee600c00c205365',
  extension: 'b503bf5f2ea9cf118ee300c00c205365',
  extensionReserved: '11d2d3abbaa9cf118ee600c00c205365',
  description: '3326b2758e66cf11a6d900aa0062ce6c',
  extended: '40a4d0d207e3d21197f000a0c95ea850',
  metadata: 'eacbf8c5af5b77488467aa8c44fa4cca',
  library: '941c23449894d149a1411d134e457054',
  sound: '409e69f84d5bcf11a8fd00805f5c442b',
  pictures: 'c0ef19bc4d5bcf11a8fd00805f5c442b',
  noCorrection: '0057fb20555bcf11a8fd00805f5c442b',
} as const;

/** A Windows Media file that carries tags; what plays is noise. */
export function buildAsf(spec: AsfSpec): Buffer {
  const { title = '', author = '', values = [], seconds = 2, isExtensionFirst = false } = spec;
  const of = (place: AsfValue['place']) => values.filter((value) => (value.place ?? 'extended') === place);
  const sound = Buffer.alloc(seconds * 8000, 0x55);
  const extension = object(
    'extension',
    extensionBody([...lists('metadata', of('metadata')), ...lists('library', of('library'))]),
  );
  const plain = [
    object('fileProperties', fileProperties(seconds, sound.length)),
    object('streamProperties', streamProperties(spec.stream ?? 'sound')),
    object('description', description(title, author)),
    object('extended', Buffer.concat([le16(of('extended').length), ...of('extended').map(extendedValue)])),
  ];
  const objects = isExtensionFirst ? [extension, ...plain] : [...plain, extension];
  const header = object('header', Buffer.concat([le32(objects.length), Buffer.from([1, 2]), ...objects]));
  const data = object('data', Buffer.concat([Buffer.alloc(16, 1), le64(1), Buffer.from([1, 1]), sound]));
  return Buffer.concat([header, data]);
}

/** The value of `WM/Picture`. */
export function asfPicture(data: Buffer, { mime = 'image/png', type = 3, description = '' } = {}): Buffer {
  return Buffer.concat([Buffer.from([type]), le32(data.length), wide(mime), wide(description), data]);
}

const wide = (text: string): Buffer => Buffer.from(`${text}\0`, 'utf16le');

function le64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
}

function object(kind: keyof typeof GUIDS, body: Buffer): Buffer {
  return Buffer.concat([Buffer.from(GUIDS[kind], 'hex'), le64(24 + body.length), body]);
}

const PREROLL_MS = 3100;

function fileProperties(seconds: number, bytes: number): Buffer {
  const length = le64(seconds * 10_000_000 + PREROLL_MS * 10_000);
  const head = [Buffer.alloc(16, 1), le64(bytes), le64(0), le64(1), length, length, le64(PREROLL_MS)];
  return Buffer.concat([...head, le32(2), le32(3200), le32(3200), le32(64_000)]);
}

function streamProperties(stream: 'sound' | 'pictures'): Buffer {
  const format = Buffer.concat([
    le16(0x161),
    le16(2),
    le32(44_100),
    le32(8000),
    le16(2973),
    le16(16),
    le16(0),
  ]);
  return Buffer.concat([
    Buffer.from(GUIDS[stream], 'hex'),
    Buffer.from(GUIDS.noCorrection, 'hex'),
    le64(0),
    le32(format.length),
    le32(0),
    le16(1),
    le32(0),
    format,
  ]);
}

function description(title: string, author: string): Buffer {
  const texts = [wide(title), wide(author), wide(''), wide(''), wide('')];
  return Buffer.concat([...texts.map(({ length }) => le16(length)), ...texts]);
}

/** The number of a value's type, and its bytes. */
function packed({ value }: AsfValue): [type: number, bytes: Buffer] {
  if (typeof value === 'string') return [0, wide(value)];
  return typeof value === 'number' ? [3, le32(value)] : [1, value];
}

function extendedValue(value: AsfValue): Buffer {
  const [type, bytes] = packed(value);
  const name = wide(value.name);
  return Buffer.concat([le16(name.length), name, le16(type), le16(bytes.length), bytes]);
}

function lists(kind: 'metadata' | 'library', values: readonly AsfValue[]): Buffer[] {
  if (values.length === 0) return [];
  const entries = values.map((value) => {
    const [type, bytes] = packed(value);
    const name = wide(value.name);
    return Buffer.concat([le16(0), le16(0), le16(name.length), le16(type), le32(bytes.length), name, bytes]);
  });
  return [object(kind, Buffer.concat([le16(values.length), ...entries]))];
}

function extensionBody(objects: readonly Buffer[]): Buffer {
  const data = Buffer.concat(objects);
  return Buffer.concat([Buffer.from(GUIDS.extensionReserved, 'hex'), le16(6), le32(data.length), data]);
}

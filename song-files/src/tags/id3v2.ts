import { be24, be32, latin1 } from '../bytes/bytes.ts';
import { ID3_GENRES } from './id3-genres.ts';
import { gainTags, numberOf, type Picture, type SongTags } from './song-tags.ts';

/** 2, 3 and 4 stand for ID3v2.2, 2.3 and 2.4. */
export type Id3Version = 2 | 3 | 4;

/** How a tag is written, beside what it says. */
export interface Id3Options {
  version: Id3Version;
  picture?: Picture | undefined;
  /** Zero bytes after the last frame. */
  padding?: number;
  /** Writes the first genre as its number, `(17)`, when the list of ID3v1 has it. */
  numericGenre?: boolean;
}

/** Frame names in the three-letter form of ID3v2.2, by their later form. */
const SHORT_NAMES: Readonly<Record<string, string>> = {
  TIT2: 'TT2',
  TPE1: 'TP1',
  TPE2: 'TP2',
  TALB: 'TAL',
  TYER: 'TYE',
  TDAT: 'TDA',
  TRCK: 'TRK',
  TPOS: 'TPA',
  TCON: 'TCO',
  TCOM: 'TCM',
  TEXT: 'TXT',
  TPUB: 'TPB',
  TCMP: 'TCP',
  TXXX: 'TXX',
  USLT: 'ULT',
  APIC: 'PIC',
};

/** A whole ID3v2 tag, to stand before the first frame of sound or inside a chunk of a container. */
export function id3v2Tag(tags: SongTags, options: Id3Options): Buffer {
  const { version } = options;
  const frames = [...textFrames(tags, options), ...longFrames(tags, options)].map(([name, data]) =>
    frame(version, name, data),
  );
  const body = Buffer.concat([...frames, Buffer.alloc(options.padding ?? 0)]);
  return Buffer.concat([latin1('ID3'), Buffer.from([version, 0, 0]), syncsafe(body.length), body]);
}

/** A size of 28 bits in four bytes that never look like the start of a frame. */
function syncsafe(size: number): Buffer {
  return Buffer.from([(size >>> 21) & 127, (size >>> 14) & 127, (size >>> 7) & 127, size & 127]);
}

type Frame = [name: string, data: Buffer];

function textFrames(tags: SongTags, { version, numericGenre }: Id3Options): Frame[] {
  const frames: Frame[] = [];
  const text = (name: string, values: readonly (string | number)[] | undefined) => {
    if (values && values.length > 0) frames.push([name, encodeText(version, values.map(String))]);
  };
  const one = (value: string | number | undefined) => (value ? [value] : undefined);
  text('TIT2', one(tags.title));
  text('TPE1', tags.artists);
  text('TPE2', tags.albumArtists);
  text('TALB', one(tags.album));
  if (tags.year && version === 4) text('TDRC', [tags.date ?? tags.year]);
  if (tags.year && version !== 4) text('TYER', [tags.year]);
  if (tags.date && version !== 4) text('TDAT', [tags.date.slice(8, 10) + tags.date.slice(5, 7)]);
  text('TRCK', tags.track ? [numberOf(tags.track, tags.trackTotal)] : undefined);
  text('TPOS', tags.disc ? [numberOf(tags.disc, tags.discTotal)] : undefined);
  const genreNumber = ID3_GENRES.get(tags.genres?.[0] ?? '');
  text('TCON', numericGenre && genreNumber !== undefined ? [`(${genreNumber})`] : tags.genres);
  text('TCOM', tags.composers);
  text('TEXT', tags.lyricists);
  text('TPUB', tags.labels);
  text('TCMP', tags.compilation ? ['1'] : undefined);
  return frames;
}

function longFrames(tags: SongTags, { version, picture }: Id3Options): Frame[] {
  const frames: Frame[] = [];
  for (const [name, value] of gainTags(tags)) frames.push(['TXXX', namedText(version, name, value)]);
  if (tags.lyrics) {
    const text = encodeText(version, [tags.lyrics]);
    const description = text[0] === 1 ? Buffer.from('\ufeff\0', 'utf16le') : Buffer.alloc(1);
    frames.push(['USLT', Buffer.concat([text.subarray(0, 1), latin1('eng'), description, text.subarray(1)])]);
  }
  if (picture) {
    const kind =
      version === 2 ? latin1(picture.mime === 'image/png' ? 'PNG' : 'JPG') : latin1(`${picture.mime}\0`);
    frames.push(['APIC', Buffer.concat([Buffer.from([0]), kind, Buffer.from([3, 0]), picture.data])]);
  }
  return frames;
}

function frame(version: Id3Version, name: string, data: Buffer): Buffer {
  if (version === 2) return Buffer.concat([latin1(SHORT_NAMES[name] ?? name), be24(data.length), data]);
  const size = version === 4 ? syncsafe(data.length) : be32(data.length);
  return Buffer.concat([latin1(name), size, Buffer.from([0, 0]), data]);
}

function encodeText(version: Id3Version, values: readonly string[]): Buffer {
  if (version === 4) return Buffer.concat([Buffer.from([3]), Buffer.from(values.join('\0'), 'utf8')]);
  const text = values.join('/');
  if (/^[\0-\xff]*$/.test(text)) return Buffer.concat([Buffer.from([0]), latin1(text)]);
  return Buffer.concat([Buffer.from([1, 0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
}

function namedText(version: Id3Version, name: string, value: string): Buffer {
  if (version === 4) return Buffer.concat([Buffer.from([3]), Buffer.from(`${name}\0${value}`, 'utf8')]);
  const encode = (part: string) => Buffer.from(`\ufeff${part}`, 'utf16le');
  return Buffer.concat([Buffer.from([1]), encode(name), Buffer.from([0, 0]), encode(value)]);
}

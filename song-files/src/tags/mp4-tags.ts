import { be16, be32, latin1 } from '../bytes/bytes.ts';
import { box, chunkOffsets, readBoxes } from './mp4-boxes.ts';
import { gainTags, type Picture, type SongTags } from './song-tags.ts';

/** An MP4 file taken apart; `offsets` are the places in `body` that point into the sound. */
export interface Mp4Parts {
  ftyp: Buffer;
  mdat: Buffer;
  mdatAt: number;
  body: Buffer;
  offsets: number[];
}

/** Takes an MP4 file apart; its own tags are left out. */
export function splitMp4(file: Buffer): Mp4Parts {
  const boxes = readBoxes(file);
  const find = (type: string) => {
    const found = boxes.find((entry) => entry.type === type);
    if (!found) throw new Error(`an MP4 file without ${type}`);
    return found;
  };
  const part = ({ at, end }: { at: number; end: number }) => file.subarray(at, end);
  const moov = find('moov');
  const kept = readBoxes(file, moov.at + 8, moov.end).filter(({ type }) => type !== 'udta');
  const body = Buffer.concat(kept.map(part));
  const mdat = find('mdat');
  return {
    ftyp: part(find('ftyp')),
    mdat: part(mdat),
    mdatAt: mdat.at,
    body,
    offsets: chunkOffsets(body),
  };
}

/** How a file is written, beside what its tags say. */
export interface Mp4Options {
  tags: SongTags;
  picture?: Picture | undefined;
  /** Tags before the sound (true) or after it. Default true. */
  tagsFirst?: boolean;
  /** The brand in the file's first box, four letters, such as `M4B `. Default: as the sample has it. */
  brand?: string;
}

/** An MP4 file with an iTunes-style list of tags. */
export function buildMp4(parts: Mp4Parts, { tags, picture, tagsFirst = true, brand }: Mp4Options): Buffer {
  const udta = Object.keys(tags).length > 0 || picture ? itemList(tags, picture) : Buffer.alloc(0);
  const body = Buffer.concat([parts.body, udta]);
  const mdatAt = parts.ftyp.length + (tagsFirst ? body.length + 8 : 0);
  for (const at of parts.offsets) body.writeUInt32BE(body.readUInt32BE(at) + mdatAt - parts.mdatAt, at);
  const moov = box('moov', body);
  const ftyp = Buffer.from(parts.ftyp);
  if (brand) ftyp.write(brand, 8, 4, 'latin1');
  return Buffer.concat([ftyp, ...(tagsFirst ? [moov, parts.mdat] : [parts.mdat, moov])]);
}

/** Kinds of value in a `data` box. */
const KIND = { implicit: 0, text: 1, jpeg: 13, png: 14, integer: 21, bmp: 27 };

function pictureKind(mime: string): number {
  if (mime === 'image/png') return KIND.png;
  if (mime === 'image/bmp') return KIND.bmp;
  return mime === 'image/jpeg' ? KIND.jpeg : KIND.implicit;
}

const data = (kind: number, bytes: Buffer) => box('data', be32(kind), be32(0), bytes);
const textData = (value: string | number) => data(KIND.text, Buffer.from(`${value}`, 'utf8'));

function itemList(tags: SongTags, picture: Picture | undefined): Buffer {
  const items: Buffer[] = [];
  const text = (type: string, values: readonly (string | number)[] | undefined) => {
    if (values && values.length > 0) items.push(box(type, ...values.map(textData)));
  };
  const one = (value: string | number | undefined) => (value ? [value] : undefined);
  text('\xa9nam', one(tags.title));
  text('\xa9ART', tags.artists);
  text('aART', tags.albumArtists);
  text('\xa9alb', one(tags.album));
  text('\xa9day', tags.year ? [tags.date ?? tags.year] : undefined);
  if (tags.track) items.push(pair('trkn', [0, tags.track, tags.trackTotal ?? 0, 0]));
  if (tags.disc) items.push(pair('disk', [0, tags.disc, tags.discTotal ?? 0]));
  text('\xa9gen', tags.genres);
  text('\xa9wrt', tags.composers);
  if (tags.compilation) items.push(box('cpil', data(KIND.integer, Buffer.from([1]))));
  text('\xa9lyr', one(tags.lyrics));
  for (const [name, values] of freeFields(tags)) items.push(freeField(name, values));
  if (picture) items.push(box('covr', data(pictureKind(picture.mime), picture.data)));
  const handler = box('hdlr', be32(0), be32(0), latin1('mdirappl'), Buffer.alloc(9));
  return box('udta', box('meta', be32(0), handler, box('ilst', ...items)));
}

function pair(type: string, numbers: readonly number[]): Buffer {
  return box(type, data(KIND.implicit, Buffer.concat(numbers.map(be16))));
}

function freeFields(tags: SongTags): [string, readonly string[]][] {
  const fields: [string, readonly string[] | undefined][] = [
    ['LYRICIST', tags.lyricists],
    ['LABEL', tags.labels],
    ...gainTags(tags).map(([name, value]): [string, string[]] => [name.toLowerCase(), [value]]),
  ];
  return fields.flatMap(([name, values]) => (values && values.length > 0 ? [[name, values]] : []));
}

function freeField(name: string, values: readonly string[]): Buffer {
  return box(
    '----',
    box('mean', be32(0), latin1('com.apple.iTunes')),
    box('name', be32(0), latin1(name)),
    ...values.map(textData),
  );
}

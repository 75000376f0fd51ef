import type { SongTags } from '@tonearm/song-files';
import { be16, be32, box, buildMp4, latin1, splitMp4 } from '@tonearm/song-files';
import { readTone } from '../samples/sample-files.ts';

/** An MP4 file whose only track calls itself moving pictures. */
export function silentMp4(tags: SongTags = { title: 'Silent' }): Buffer {
  const file = buildMp4(splitMp4(readTone('mp4-aac')), { tags });
  file.write('vide', file.indexOf('soun'), 'latin1');
  return file;
}

/** Ways other than that of iTunes in which an MP4 file says what it is. */
export interface OddMp4 {
  /** Boxes of QuickTime, by their names, `©nam`. */
  texts?: Readonly<Record<string, string | Buffer>>;
  /** Of those texts: a number of the old Macintosh below 0x400, else a packed name. Default `eng`. */
  language?: number;
  /** Boxes of phones, by their names, `titl`; behind the text of `albm` the number of the track. */
  phone?: Readonly<Record<string, string | Buffer>>;
  /** Items with keys, by these, `com.apple.quicktime.title`. */
  keys?: Readonly<Record<string, string>>;
  /** Whether the box of keys has a version, as in MP4 and not in QuickTime. Default true. */
  isMetaFull?: boolean;
  /** Whether the index stands before the sound. Default true. */
  isIndexFirst?: boolean;
}

const packedEnglish = 0x15c7;
const bytesOf = (text: string | Buffer): Buffer =>
  typeof text === 'string' ? Buffer.from(text, 'utf8') : text;

const keyed = (keys: Readonly<Record<string, string>>, isFull: boolean): Buffer => {
  const names = Object.keys(keys);
  const items = names.map((name, index) => {
    const data = box('data', be32(1), be32(0), bytesOf(keys[name] ?? ''));
    return Buffer.concat([be32(data.length + 8), be32(index + 1), data]);
  });
  const entries = names.map((name) => Buffer.concat([be32(name.length + 8), latin1(`mdta${name}`)]));
  return box(
    'meta',
    isFull ? be32(0) : Buffer.alloc(0),
    box('hdlr', be32(0), be32(0), latin1('mdta'), Buffer.alloc(13)),
    box('keys', be32(0), be32(names.length), ...entries),
    box('ilst', ...items),
  );
};

/** An MP4 file of two seconds that says in rare ways what it is. */
export function oddMp4(spec: OddMp4): Buffer {
  const { texts = {}, language = packedEnglish, phone = {}, keys, isMetaFull = true } = spec;
  const quickTime = Object.entries(texts).map(([name, text]) =>
    box(name, be16(bytesOf(text).length), be16(language), bytesOf(text)),
  );
  const phones = Object.entries(phone).map(([name, text]) =>
    name === 'yrrc'
      ? box(name, be32(0), bytesOf(text))
      : box(name, be32(0), be16(packedEnglish), bytesOf(text), Buffer.from(name === 'albm' ? [0, 3] : [0])),
  );
  const added = [
    ...(quickTime.length + phones.length === 0 ? [] : [box('udta', ...quickTime, ...phones)]),
    ...(keys === undefined ? [] : [keyed(keys, isMetaFull)]),
  ];
  const parts = splitMp4(readTone('mp4-aac'));
  const body = Buffer.concat([parts.body, ...added]);
  return buildMp4({ ...parts, body }, { tags: {}, tagsFirst: spec.isIndexFirst ?? true });
}

/** How an MP4 file is written piece by piece. */
export interface Mp4Pieces {
  /** Where the length of a sample stands. */
  sampleLength: 'once for all' | 'in each piece' | 'in each sample';
  /** Whether pieces say when they begin, and when the first does, in samples. */
  beginsAt?: number;
  /** What the index says of the length: nothing, that it is not known, or what is in its own samples. Default nothing. */
  index?: 'zero' | 'unknown' | 'first piece';
  tags?: SongTags;
}

const pieces = 4;
const framesInPiece = 20;
const samplesInFrame = 1024;

/** How long what `mp4InPieces` makes is, in milliseconds. */
export const mp4PiecesMs = (framesInPiece * pieces * samplesInFrame * 1000) / 24_000;

const track = 1;

const piece = ({ sampleLength, beginsAt }: Mp4Pieces, index: number): Buffer => {
  const isEach = sampleLength === 'in each piece';
  const head = box(
    'tfhd',
    be32(isEach ? 0x8 : 0),
    be32(track),
    isEach ? be32(samplesInFrame) : Buffer.alloc(0),
  );
  const begin = (beginsAt ?? 0) + index * framesInPiece * samplesInFrame;
  const time = beginsAt === undefined ? Buffer.alloc(0) : box('tfdt', be32(0), be32(begin));
  const isOwn = sampleLength === 'in each sample';
  const samples = Array.from({ length: framesInPiece }, () =>
    Buffer.concat([isOwn ? be32(samplesInFrame) : Buffer.alloc(0), be32(100)]),
  );
  const run = box('trun', be32(isOwn ? 0x301 : 0x201), be32(framesInPiece), be32(0), ...samples);
  return Buffer.concat([
    box('moof', box('mfhd', be32(0), be32(index + 1)), box('traf', head, time, run)),
    box('mdat', Buffer.alloc(100 * framesInPiece, index)),
  ]);
};

/** An MP4 file that was written piece by piece. Its sound cannot be decoded. */
export function mp4InPieces(spec: Mp4Pieces): Buffer {
  const { index = 'zero', sampleLength, tags = { title: 'In pieces' } } = spec;
  const parts = splitMp4(readTone('mp4-aac'));
  const whole = Buffer.from(parts.body);
  const lengths = { zero: 0, unknown: 0xffffffff, 'first piece': framesInPiece * samplesInFrame };
  for (const name of ['mvhd', 'mdhd']) {
    const at = whole.indexOf(name, 0, 'latin1') + 4;
    whole.writeUInt32BE(index === 'first piece' && name === 'mvhd' ? 0 : lengths[index], at + 16);
  }
  const usual = sampleLength === 'once for all' ? samplesInFrame : 0;
  const defaults = box('mvex', box('trex', be32(0), be32(track), be32(1), be32(usual), be32(0), be32(0)));
  const body = Buffer.concat([whole, defaults]);
  const file = buildMp4({ ...parts, body, offsets: [], mdat: Buffer.alloc(0) }, { tags });
  const isFirstInIndex = index === 'first piece';
  const first = isFirstInIndex ? [box('mdat', Buffer.alloc(100 * framesInPiece))] : [];
  const count = isFirstInIndex ? pieces - 1 : pieces;
  return Buffer.concat([file, ...first, ...Array.from({ length: count }, (_, at) => piece(spec, at))]);
}

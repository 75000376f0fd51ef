import {
  be24,
  be32,
  box,
  encodeFlac,
  latin1,
  makeTone,
  type Picture,
  pictureBlock,
  splitMp4,
  vorbisComment,
} from '@tonearm/song-files';
import { id3Text, type OddFrame, type OddId3, oddId3Tag } from '../odd/odd-id3.ts';
import { readTone } from '../samples/sample-files.ts';

/** As a tagger writes texts: Latin-1, UTF-16 with a mark, UTF-8. */
export type TextForm = 'latin1' | 'utf16' | 'utf8';

const encodings = { latin1: 0, utf16: 1, utf8: 3 } as const;

/** A text frame; several values are separated by NUL. */
export function textFrame(name: string, values: string | readonly string[], form: TextForm): OddFrame {
  return { name, data: id3Text([values].flat().join('\0'), encodings[form]) };
}

/** Two texts with a NUL between them, as frames with a description hold them; UTF-16 marks each. */
function pairOf(description: string, value: string, form: TextForm): Buffer {
  if (form !== 'utf16') return Buffer.from(`${description}\0${value}`, form === 'utf8' ? 'utf8' : 'latin1');
  const marked = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');
  return Buffer.concat([marked(description), Buffer.alloc(2), marked(value)]);
}

/** A `TXXX` frame (`TXX` in version 2.2). */
export function userFrame(description: string, value: string, form: TextForm, name = 'TXXX'): OddFrame {
  return { name, data: Buffer.concat([Buffer.from([encodings[form]]), pairOf(description, value, form)]) };
}

/** A `COMM` frame in English (`COM` in version 2.2). */
export function commentFrame(description: string, value: string, form: TextForm, name = 'COMM'): OddFrame {
  const text = pairOf(description, value, form);
  return { name, data: Buffer.concat([Buffer.from([encodings[form]]), latin1('eng'), text]) };
}

/** An mp3 with an ID3v2 tag, and whatever stands behind the sound. */
export function mp3With(tag: OddId3, ...behind: readonly Buffer[]): Buffer {
  return Buffer.concat([oddId3Tag(tag), readTone('mp3-cbr'), ...behind]);
}

/** A FLAC file with these comment lines, in this order. */
export function flacWith(lines: readonly string[], { picture, padding = 4096 }: FlacExtras = {}): Buffer {
  const { streamInfo, frames } = encodeFlac(makeTone({ seconds: 2, pitchHz: 440 }));
  const block = (type: number, data: Buffer) => Buffer.concat([Buffer.from([type]), be24(data.length), data]);
  const blocks = [block(0, streamInfo), block(4, vorbisComment(lines))];
  if (picture) blocks.push(block(6, pictureBlock(picture)));
  return Buffer.concat([latin1('fLaC'), ...blocks, block(1 | 128, Buffer.alloc(padding)), frames]);
}

interface FlacExtras {
  picture?: Picture;
  /** Zero bytes before the sound. */
  padding?: number;
}

/** Kinds of value in a `data` box. */
const kinds = { implicit: 0, text: 1, jpeg: 13, integer: 21 };

const dataBox = (kind: number, bytes: Buffer): Buffer => box('data', be32(kind), be32(0), bytes);

/** An atom of texts: one `data` box for each. */
export function textAtom(type: string, ...values: readonly string[]): Buffer {
  return box(type, ...values.map((value) => dataBox(kinds.text, Buffer.from(value))));
}

/** An atom of bytes, whose kind is told or follows from the atom. */
export function bytesAtom(
  type: string,
  bytes: readonly number[],
  kind: keyof typeof kinds = 'implicit',
): Buffer {
  return box(type, dataBox(kinds[kind], Buffer.from(bytes)));
}

/** A `----` atom of `com.apple.iTunes`. */
export function freeAtom(name: string, ...values: readonly string[]): Buffer {
  return box(
    '----',
    box('mean', be32(0), latin1('com.apple.iTunes')),
    box('name', be32(0), latin1(name)),
    ...values.map((value) => dataBox(kinds.text, Buffer.from(value))),
  );
}

/** The cover of a song, as iTunes and others keep it. */
export const coverAtom = ({ data }: Picture): Buffer => box('covr', dataBox(kinds.jpeg, data));

/** An m4a with these atoms, before its sound. */
export function m4aWith(...atoms: readonly Buffer[]): Buffer {
  const parts = splitMp4(readTone('mp4-aac'));
  const handler = box('hdlr', be32(0), be32(0), latin1('mdirappl'), Buffer.alloc(9));
  const tags = box(
    'udta',
    box('meta', be32(0), handler, box('ilst', ...atoms), box('free', Buffer.alloc(99))),
  );
  const body = Buffer.concat([parts.body, tags]);
  const mdatAt = parts.ftyp.length + body.length + 8;
  for (const at of parts.offsets) body.writeUInt32BE(body.readUInt32BE(at) + mdatAt - parts.mdatAt, at);
  return Buffer.concat([parts.ftyp, box('moov', body), parts.mdat]);
}

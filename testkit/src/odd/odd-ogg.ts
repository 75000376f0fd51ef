import type { Picture, SongTags } from '@tonearm/song-files';
import {
  be16,
  be24,
  commentLines,
  encodeFlac,
  latin1,
  le32,
  makeTone,
  oggPage,
  oggPaginate,
  pictureBlock,
  readOggPages,
  renumberPage,
  splitOgg,
  vorbisComment,
} from '@tonearm/song-files';
import { readTone } from '../samples/sample-files.ts';

const SERIAL = 4711;

/** FLAC in Ogg: its blocks are the first packets. The sound is on pages of one packet. */
export function oggFlac(spec: { tags: SongTags; picture?: Picture; seconds?: number }): Buffer {
  const { streamInfo, frames } = encodeFlac(makeTone({ seconds: spec.seconds ?? 2 }));
  const block = (type: number, data: Buffer) => Buffer.concat([Buffer.from([type]), be24(data.length), data]);
  const others = [block(spec.picture ? 4 : 4 | 128, vorbisComment(commentLines(spec.tags)))];
  if (spec.picture) others.push(block(6 | 128, pictureBlock(spec.picture)));
  const first = Buffer.concat([
    latin1('\x7fFLAC'),
    Buffer.from([1, 0]),
    be16(others.length),
    latin1('fLaC'),
    block(0, streamInfo),
  ]);
  const headers: Buffer[] = [];
  for (const packet of others) headers.push(...oggPaginate([packet], SERIAL, 1 + headers.length));
  const samples = BigInt(streamInfo.readUInt32BE(14));
  const head = oggPage({ flags: 2, granule: 0n, serial: SERIAL, sequence: 0 }, [first.length], first);
  return Buffer.concat([head, ...headers, ...soundPages(frames, { samples, sequence: 1 + headers.length })]);
}

/** All sound as one packet over as many pages as it takes; only the last says how long it is. */
function soundPages(sound: Buffer, { samples, sequence }: { samples: bigint; sequence: number }): Buffer[] {
  const pages = oggPaginate([sound], SERIAL, sequence);
  const last = pages.pop() ?? Buffer.alloc(0);
  const lacing = [...last.subarray(27, 27 + last.readUInt8(26))];
  const head = {
    flags: 4 | (pages.length > 0 ? 1 : 0),
    granule: samples,
    serial: SERIAL,
    sequence: sequence + pages.length,
  };
  return [...pages, oggPage(head, lacing, last.subarray(27 + lacing.length))];
}

/** A Vorbis or Opus song whose tags are written as lines, `NAME=value`. */
export function oggWithLines(codec: 'vorbis' | 'opus', lines: readonly string[]): Buffer {
  const file = readTone(codec);
  const parts = splitOgg(file, codec);
  const [first = Buffer.alloc(0), , ...setup] = parts.packets;
  const comment = vorbisComment(lines);
  const packet =
    codec === 'opus'
      ? Buffer.concat([latin1('OpusTags'), comment])
      : Buffer.concat([latin1('\x03vorbis'), comment, Buffer.from([1])]);
  const head = [
    oggPage({ flags: 2, granule: 0n, serial: parts.serial, sequence: 0 }, [first.length], first),
    ...oggPaginate([packet, ...setup], parts.serial, 1),
  ];
  return Buffer.concat([
    ...head,
    ...parts.audio.map((page, index) => renumberPage(page, head.length + index)),
  ]);
}

/** Another stream beside the sound, as programs for films write it: it begins first and goes on in between. */
export function withOtherStream(file: Buffer, kind: 'skeleton' | 'pictures'): Buffer {
  const serial = 99;
  const mark = kind === 'skeleton' ? latin1('fishead\0') : latin1('\x80theora');
  const first = Buffer.concat([mark, Buffer.alloc(64 - mark.length)]);
  const page = (flags: number, sequence: number, body: Buffer) =>
    oggPage({ flags, granule: 0n, serial, sequence }, [body.length], body);
  const [head = Buffer.alloc(0), ...rest] = readOggPages(file).map(({ bytes }) => bytes);
  const middle = page(0, 1, Buffer.concat([latin1('fisbone\0'), le32(44), Buffer.alloc(60)]));
  const last = page(4, 2, Buffer.from([0]));
  return Buffer.concat([page(2, 0, first), head, middle, ...rest, last]);
}

/** A file of moving pictures alone. */
export function silentOgg(): Buffer {
  const pictures = Buffer.concat([latin1('\x80theora'), Buffer.alloc(40)]);
  const first = oggPage({ flags: 2, granule: 0n, serial: 1, sequence: 0 }, [pictures.length], pictures);
  const next = oggPage({ flags: 4, granule: 9n, serial: 1, sequence: 1 }, [200], Buffer.alloc(200, 7));
  return Buffer.concat([first, next]);
}

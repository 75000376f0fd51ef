import { latin1 } from '../bytes/bytes.ts';
import { oggPage, oggPaginate, readOggPages, renumberPage } from './ogg-pages.ts';
import type { Picture, SongTags } from './song-tags.ts';
import { commentLines, pictureBlock, vorbisComment } from './vorbis-comment.ts';

/** An Ogg stream taken apart: header packets, pages of sound, and copies of the latter by where they start. */
export interface OggParts {
  codec: 'vorbis' | 'opus';
  serial: number;
  packets: Buffer[];
  audio: Buffer[];
  renumbered: Map<number, Buffer>;
}

/** Takes an Ogg Vorbis or Opus file apart. */
export function splitOgg(file: Buffer, codec: OggParts['codec']): OggParts {
  const headers = codec === 'vorbis' ? 3 : 2;
  const packets: Buffer[] = [];
  const audio: Buffer[] = [];
  let open: Buffer[] = [];
  for (const { bytes, lacing } of readOggPages(file)) {
    if (packets.length === headers) {
      audio.push(bytes);
      continue;
    }
    let at = 27 + lacing.length;
    for (const length of lacing) {
      open.push(bytes.subarray(at, at + length));
      at += length;
      if (length === 255) continue;
      packets.push(Buffer.concat(open));
      open = [];
    }
  }
  return { codec, serial: file.readUInt32LE(14), packets, audio, renumbered: new Map() };
}

/** An Ogg file with Vorbis comments and at most one picture. */
export function buildOgg(
  parts: OggParts,
  { tags, picture }: { tags: SongTags; picture?: Picture | undefined },
): Buffer {
  const [identification = Buffer.alloc(0), , ...setup] = parts.packets;
  const lines = commentLines(tags);
  if (picture) lines.push(`METADATA_BLOCK_PICTURE=${pictureBlock(picture).toString('base64')}`);
  const comment = wrapComment(parts.codec, vorbisComment(lines));
  const first = { flags: 2, granule: 0n, serial: parts.serial, sequence: 0 };
  const head = [
    oggPage(first, [identification.length], identification),
    ...oggPaginate([comment, ...setup], parts.serial, 1),
  ];
  return Buffer.concat([...head, audioFrom(parts, head.length)]);
}

function wrapComment(codec: OggParts['codec'], comment: Buffer): Buffer {
  return codec === 'opus'
    ? Buffer.concat([latin1('OpusTags'), comment])
    : Buffer.concat([latin1('\x03vorbis'), comment, Buffer.from([1])]);
}

function audioFrom(parts: OggParts, sequence: number): Buffer {
  const known = parts.renumbered.get(sequence);
  if (known) return known;
  const audio = Buffer.concat(parts.audio.map((page, i) => renumberPage(page, sequence + i)));
  parts.renumbered.set(sequence, audio);
  return audio;
}

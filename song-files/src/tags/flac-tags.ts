import { be24, latin1 } from '../bytes/bytes.ts';
import type { Picture, SongTags } from './song-tags.ts';
import { commentLines, pictureBlock, vorbisComment } from './vorbis-comment.ts';

/** A FLAC stream without its tags: the facts about the sound, and the sound. */
export interface FlacParts {
  streamInfo: Buffer;
  frames: Buffer;
}

/** Takes a FLAC file apart; whatever tags it has are left out. */
export function splitFlac(file: Buffer): FlacParts {
  let at = 4;
  for (let last = false; !last; ) {
    last = file.readUInt8(at) >= 128;
    at += 4 + file.readUIntBE(at + 1, 3);
  }
  return { streamInfo: file.subarray(8, 42), frames: file.subarray(at) };
}

/** A FLAC file with Vorbis comments, at most one picture, and `padding` zero bytes before the sound. */
export function buildFlac(
  { streamInfo, frames }: FlacParts,
  { tags, picture, padding = 0 }: { tags: SongTags; picture?: Picture | undefined; padding?: number },
): Buffer {
  const blocks = [flacBlock(0, streamInfo)];
  if (Object.keys(tags).length > 0) blocks.push(flacBlock(4, vorbisComment(commentLines(tags))));
  if (picture) blocks.push(flacBlock(6, pictureBlock(picture)));
  blocks.push(flacBlock(1 | 128, Buffer.alloc(padding)));
  return Buffer.concat([latin1('fLaC'), ...blocks, frames]);
}

function flacBlock(type: number, data: Buffer): Buffer {
  return Buffer.concat([Buffer.from([type]), be24(data.length), data]);
}

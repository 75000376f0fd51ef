import { latin1, le32 } from '../bytes/bytes.ts';
import type { SongTags } from './song-tags.ts';

/** A RIFF chunk, padded to an even length. */
export function riffChunk(name: string, data: Buffer): Buffer {
  return Buffer.concat([latin1(name), le32(data.length), data, Buffer.alloc(data.length % 2)]);
}

/** The `LIST INFO` chunk of a WAV file: Latin-1 as the format has it (`?` for the rest), lists joined by a semicolon. */
export function riffInfo(tags: SongTags): Buffer {
  const fields: [string, string | number | undefined][] = [
    ['INAM', tags.title],
    ['IART', tags.artists?.join('; ')],
    ['IPRD', tags.album],
    ['ICRD', tags.date ?? tags.year],
    ['ITRK', tags.track],
    ['IGNR', tags.genres?.join('; ')],
  ];
  const chunks = fields.flatMap(([name, value]) =>
    value ? [riffChunk(name, latin1(`${value}\0`.replace(/[^\0-\xff]/g, '?')))] : [],
  );
  return riffChunk('LIST', Buffer.concat([latin1('INFO'), ...chunks]));
}

/** A WAV file with `chunks` after its sound, and the outer size mended. */
export function withRiffChunks(file: Buffer, chunks: readonly Buffer[]): Buffer {
  const longer = Buffer.concat([file, ...chunks]);
  longer.writeUInt32LE(longer.length - 8, 4);
  return longer;
}

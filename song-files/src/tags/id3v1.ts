import { latin1 } from '../bytes/bytes.ts';
import { ID3_GENRES } from './id3-genres.ts';
import type { SongTags } from './song-tags.ts';

/** The 128 bytes of an ID3v1.1 tag: fields are cut to 30 characters and reduced to Latin-1. */
export function id3v1Tag(tags: SongTags): Buffer {
  return Buffer.concat([
    latin1('TAG'),
    fixed(tags.title, 30),
    fixed(tags.artists?.[0], 30),
    fixed(tags.album, 30),
    fixed(`${tags.year ?? ''}`, 4),
    fixed('', 28),
    Buffer.from([0, tags.track ?? 0, ID3_GENRES.get(tags.genres?.[0] ?? '') ?? 255]),
  ]);
}

function fixed(text: string | undefined, size: number): Buffer {
  const field = Buffer.alloc(size);
  field.write((text ?? '').replace(/[^\u0020-\u00ff]/g, '?'), 'latin1');
  return field;
}

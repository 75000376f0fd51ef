import { be32, latin1, le32 } from '../bytes/bytes.ts';
import { gainTags, type Picture, type SongTags } from './song-tags.ts';

/** `NAME=value` lines of FLAC, Ogg Vorbis and Opus: one line for each value. */
export function commentLines(tags: SongTags): string[] {
  const lines: string[] = [];
  const add = (name: string, values: readonly (string | number)[] | undefined) => {
    for (const value of values ?? []) lines.push(`${name}=${value}`);
  };
  const one = (value: string | number | undefined) => (value ? [value] : undefined);
  add('TITLE', one(tags.title));
  add('ARTIST', tags.artists);
  add('ALBUMARTIST', tags.albumArtists);
  add('ALBUM', one(tags.album));
  add('DATE', tags.year ? [tags.date ?? tags.year] : undefined);
  add('TRACKNUMBER', one(tags.track));
  add('TRACKTOTAL', one(tags.trackTotal));
  add('DISCNUMBER', one(tags.disc));
  add('DISCTOTAL', one(tags.discTotal));
  add('GENRE', tags.genres);
  add('COMPOSER', tags.composers);
  add('LYRICIST', tags.lyricists);
  add('LABEL', tags.labels);
  add('COMPILATION', tags.compilation ? [1] : undefined);
  for (const [name, value] of gainTags(tags)) add(name, [value]);
  add('LYRICS', one(tags.lyrics));
  for (const [name, values] of Object.entries(tags.comments ?? {})) add(name, values);
  return lines;
}

/** The comment structure: the name of the program that wrote it, then the lines. */
export function vorbisComment(lines: readonly string[]): Buffer {
  const sized = (text: string) => {
    const bytes = Buffer.from(text, 'utf8');
    return Buffer.concat([le32(bytes.length), bytes]);
  };
  return Buffer.concat([sized('make-library'), le32(lines.length), ...lines.map(sized)]);
}

/** The picture block of FLAC, also used (in base64) by Ogg. Sizes of zero mean "not given". */
export function pictureBlock({ data, mime }: Picture): Buffer {
  return Buffer.concat([
    be32(3),
    be32(mime.length),
    latin1(mime),
    be32(0),
    Buffer.alloc(16),
    be32(data.length),
    data,
  ]);
}

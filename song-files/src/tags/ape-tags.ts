import { latin1, le32 } from '../bytes/bytes.ts';
import { gainTags, numberOf, type Picture, type SongTags } from './song-tags.ts';

const HAS_HEADER = 0x80000000;
const IS_HEADER = 0x20000000;
const BINARY_ITEM = 2;

/** An APEv2 tag with header and footer, to stand at the end of a file. Lists are separated by NUL. */
export function apeTag(tags: SongTags, picture?: Picture): Buffer {
  const items = apeFields(tags).map(([name, values]) => item(name, Buffer.from(values.join('\0'), 'utf8')));
  if (picture) {
    const extension = picture.mime.split('/')[1] === 'png' ? 'png' : 'jpg';
    const value = Buffer.concat([latin1(`Cover (Front).${extension}\0`), picture.data]);
    items.push(item('Cover Art (Front)', value, BINARY_ITEM));
  }
  const body = Buffer.concat(items);
  const size = body.length + 32;
  const edge = (flags: number) =>
    Buffer.concat([
      latin1('APETAGEX'),
      le32(2000),
      le32(size),
      le32(items.length),
      le32(flags),
      Buffer.alloc(8),
    ]);
  return Buffer.concat([edge(HAS_HEADER + IS_HEADER), body, edge(HAS_HEADER)]);
}

function apeFields(tags: SongTags): [string, (string | number)[]][] {
  const one = (value: string | number | undefined) => (value ? [value] : undefined);
  const fields: [string, (string | number)[] | undefined][] = [
    ['Title', one(tags.title)],
    ['Artist', tags.artists],
    ['Album Artist', tags.albumArtists],
    ['Album', one(tags.album)],
    ['Year', one(tags.date ?? tags.year)],
    ['Track', tags.track ? [numberOf(tags.track, tags.trackTotal)] : undefined],
    ['Disc', tags.disc ? [numberOf(tags.disc, tags.discTotal)] : undefined],
    ['Genre', tags.genres],
    ['Composer', tags.composers],
    ['Lyricist', tags.lyricists],
    ['Label', tags.labels],
    ['Compilation', tags.compilation ? [1] : undefined],
    ...gainTags(tags).map(([name, value]): [string, string[]] => [name, [value]]),
    ['Lyrics', one(tags.lyrics)],
  ];
  return fields.flatMap(([name, values]) => (values && values.length > 0 ? [[name, values]] : []));
}

function item(name: string, value: Buffer, flags = 0): Buffer {
  return Buffer.concat([le32(value.length), le32(flags), latin1(`${name}\0`), value]);
}

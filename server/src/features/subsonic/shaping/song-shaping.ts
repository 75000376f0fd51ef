import type { ListedSong } from '../../../library/read/music/music-reading.ts';
import type { Unmarked } from '../marked-together.ts';
import type { Links, ShapingDeps } from '../node-parts.ts';
import { createSongTexts, marksText } from '../song-node.ts';
import type { EntryText } from '../wire/entries-bytes.ts';
import { joinedEntries, textEntries } from '../wire/joined.ts';
import type { Entries } from '../wire/tree.ts';
import { type Common, idsOf } from './common.ts';

/** What the wire has of songs. */
export const createSongShaping = (
  { apps, digestsOf }: Common,
  links: Links,
  folderIdOf: ShapingDeps['folderIdOf'],
) => {
  const songText = createSongTexts(links, folderIdOf);
  /** What songs are to everybody, with their pictures; made one after the other as they are taken. */
  const songTexts = async (songs: readonly ListedSong[]): Promise<Iterable<EntryText>> => {
    const albumIds = [...new Set(songs.flatMap(({ albumId }) => (albumId === null ? [] : [albumId])))];
    const albums = await apps.albumPictures(albumIds);
    const own = songs.filter(({ albumId }) => albumId === null || !albums.has(albumId));
    const digests = await digestsOf([...albums.values(), ...own.map(({ artwork }) => artwork)]);
    const pictures = { albums, digests };
    return {
      *[Symbol.iterator]() {
        for (const song of songs) yield songText(song, pictures);
      },
    };
  };
  /** The same with what the user made of them. */
  const songsOf = async (songs: readonly ListedSong[]): Promise<Unmarked<Entries>> => {
    if (songs.length === 0) return { ids: [], tell: () => joinedEntries([]) };
    const texts = await songTexts(songs);
    const ids = idsOf(songs);
    return {
      ids,
      tell: (marks) =>
        textEntries(function* () {
          let at = 0;
          for (const { before, behind } of texts) {
            yield before + marksText(marks.get(ids[at] ?? '')) + behind;
            at += 1;
          }
        }),
    };
  };
  return { songTexts, songs: songsOf };
};

import type { AlbumTags } from '../../../library/read/apps/app-reading.ts';
import type { AlbumHeader } from '../../../library/read/music/music-reading.ts';
import { dateOf } from '../dates.ts';
import { wireId } from '../ids.ts';
import {
  type Digests,
  dateNode,
  genreNodes,
  type Links,
  type Mark,
  pictureId,
  positive,
  seconds,
  shown,
  starredOf,
} from '../node-parts.ts';
import { membersOf } from '../wire/joined.ts';
import type { Node } from '../wire/tree.ts';
import { type Common, idsOf } from './common.ts';
import { createKeptEntries } from './kept-entries.ts';

/** What an album is to everybody. */
const createAlbumNode =
  ({ linkNodes }: Links) =>
  (album: AlbumHeader, { tags, digests }: { tags: AlbumTags | undefined; digests: Digests }): Node => {
    const links = linkNodes(album.artists);
    return {
      id: wireId('album', album.id),
      name: album.title,
      artist: shown(links),
      artistId: links[0]?.id,
      coverArt: pictureId(['album', album.id], album.artwork, digests),
      songCount: album.songCount,
      duration: tags?.seconds ?? seconds(album.durationMs),
      created: dateOf(album.addedAt),
      year: positive(album.year),
      genre: tags?.genres[0],
      displayArtist: shown(links),
      artists: links,
      isCompilation: album.isCompilation,
      genres: genreNodes(tags?.genres ?? []),
      recordLabels: (tags?.labels ?? []).map((name) => ({ name })),
      sortName: tags?.sortTitle ?? '',
      musicBrainzId: album.mbRelease ?? '',
      releaseTypes: album.types,
      moods: tags?.moods ?? [],
      discTitles: tags?.discs ?? [],
      explicitStatus: tags?.isExplicit === true ? 'explicit' : '',
      originalReleaseDate: dateNode(album.originalDate),
      releaseDate: dateNode(album.releaseDate),
      version: album.version ?? '',
    };
  };

/** What somebody made of an album. */
const albumMarks = (mark: Mark | undefined): Node | null =>
  mark === undefined
    ? null
    : {
        playCount: mark.plays === 0 ? undefined : mark.plays,
        played: mark.lastPlayedAtMs === null ? undefined : new Date(mark.lastPlayedAtMs).toISOString(),
        starred: starredOf(mark),
        userRating: mark.rating ?? undefined,
      };

/** The same as JSON, with a comma before; '' for none. */
export const albumMarksText = (mark: Mark | undefined): string => {
  const members = membersOf(albumMarks(mark) ?? {});
  return members === '' ? '' : `,${members}`;
};

/** Albums of lists. */
export const createAlbumShaping = ({ apps, digestsOf }: Common, links: Links) => {
  const albumNode = createAlbumNode(links);
  const { inList: albums, texts: albumTexts } = createKeptEntries(
    albumMarks,
    async (headers: readonly AlbumHeader[]) => {
      const [tags, digests] = await Promise.all([
        apps.albumTags(idsOf(headers)),
        digestsOf(headers.map(({ artwork }) => artwork)),
      ]);
      return (album) => albumNode(album, { tags: tags.get(album.id), digests });
    },
  );
  return { albums, albumTexts };
};

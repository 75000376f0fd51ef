import type { IndexedArtist } from '../../../library/read/apps/app-reading.ts';
import type { ArtistHeader } from '../../../library/read/music/music-reading.ts';
import { wireId } from '../ids.ts';
import type { Unmarked } from '../marked-together.ts';
import { type Mark, pictureId, starredOf } from '../node-parts.ts';
import type { Entries, Node } from '../wire/tree.ts';
import { type Common, idsOf } from './common.ts';
import { createKeptEntries } from './kept-entries.ts';

type ShownArtist = Pick<IndexedArtist, 'id' | 'name' | 'sortName' | 'albumCount' | 'mbId' | 'roles'>;

/** What an artist is to everybody. */
const artistNode = (artist: ShownArtist, coverArt: string | undefined): Node => ({
  id: wireId('artist', artist.id),
  name: artist.name,
  coverArt,
  albumCount: artist.albumCount,
  sortName: artist.sortName ?? '',
  roles: artist.roles.map((role) => role.toLowerCase()),
  musicBrainzId: artist.mbId ?? '',
});

const artistMarks = (mark: Mark | undefined): Node | null =>
  mark === undefined ? null : { starred: starredOf(mark), userRating: mark.rating ?? undefined };

/** Artists of indexes and lists. */
export const createArtistShaping = ({ apps, digestsOf }: Common) => {
  const indexedArtists = createKeptEntries(artistMarks, async (artists: readonly ShownArtist[]) => {
    const pictures = await apps.artistPictures(idsOf(artists));
    const digests = await digestsOf(pictures.values());
    return (artist) => artistNode(artist, pictureId(['artist', artist.id], pictures.get(artist.id), digests));
  });
  return {
    indexedArtists,
    artists: (artists: readonly ArtistHeader[]): Promise<Unmarked<Entries>> =>
      indexedArtists.inList(
        artists.map((artist) => ({
          ...artist,
          albumCount: artist.albumCount + artist.guestAlbumCount,
          roles: artist.roles.map(({ role }) => role),
        })),
      ),
  };
};

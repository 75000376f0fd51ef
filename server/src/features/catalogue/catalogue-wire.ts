import type { AlbumHeader, ArtistHeader } from '@tonearm/contract';
import type { Album, Catalogue } from './catalogue.ts';

/** An album in a list. */
export const albumHeader = ({ artistNames }: Catalogue, album: Album): AlbumHeader => ({
  name: album.name,
  ...(album.artwork === null ? {} : { artwork: album.artwork }),
  main_artists: album.mainArtists.map(artistNames.shown),
  ...(album.year === null ? {} : { year: album.year }),
});

/** An artist in a list. */
export const artistHeader = ({ artistNames, artists, genreNames }: Catalogue, id: number): ArtistHeader => {
  const artist = artists[id];
  return {
    name: artistNames.shown(id),
    num_albums_as_performer: artist?.asPerformer.size ?? 0,
    num_albums_as_additional_performer: artist?.asAdditionalPerformer.size ?? 0,
    num_albums_as_composer: artist?.asComposer.size ?? 0,
    num_albums_as_lyricist: artist?.asLyricist.size ?? 0,
    num_songs_by_genre: Object.fromEntries(
      [...(artist?.songsByGenre ?? [])].map(([genre, count]) => [genreNames.shown(genre), count]),
    ),
    num_songs: artist?.songCount ?? 0,
  };
};

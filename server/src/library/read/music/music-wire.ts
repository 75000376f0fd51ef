import type {
  MusicAlbum,
  MusicArtist,
  MusicGenre,
  MusicSong,
  Song,
  SongDetails,
  SongLinks,
} from '@tonearm/contract';
import type * as music from './music-reading.ts';

const msPerSecond = 1000;

/** An album as a list shows it. */
export const albumToWire = (album: music.AlbumHeader): MusicAlbum => ({
  id: album.id,
  group_id: album.groupId,
  title: album.title,
  version: album.version,
  artist: album.artistText,
  artists: [...album.artists],
  year: album.year,
  original_date: album.originalDate,
  release_date: album.releaseDate,
  kind: album.kind,
  song_count: album.songCount,
  disc_count: album.discCount,
  duration: Math.floor(album.durationMs / msPerSecond),
  added_at: album.addedAt,
  artwork: album.artwork,
  artwork_color: album.artworkColor,
});

/** An artist as a list shows them. */
export const artistToWire = (artist: music.ArtistHeader): MusicArtist => ({
  id: artist.id,
  name: artist.name,
  letter: artist.letter,
  song_count: artist.songCount,
  album_count: artist.albumCount,
  guest_album_count: artist.guestAlbumCount,
  composer_album_count: artist.composerAlbumCount,
});

/** A genre as a list shows it. */
export const genreToWire = ({ id, name, songCount, albumCount }: music.GenreHeader): MusicGenre => ({
  id,
  name,
  song_count: songCount,
  album_count: albumCount,
});

const creditsToWire = (song: music.MusicSong): MusicSong['credits'] =>
  song.credits.flatMap(({ id, name, role, instrument }) =>
    role === 'albumArtist' ? [] : [{ id, name, role, instrument }],
  );

/** A song with where it leads. @param song as folders list it */
export const songToWire = (song: Song, more: music.MusicSong): MusicSong => ({
  ...song,
  id: more.id,
  album_id: more.albumId,
  credits: creditsToWire(more),
  genres: [...more.genres],
  disc_subtitle: more.discSubtitle,
  work: more.work,
  movement_name: more.movementName,
  movement_number: more.movementNumber,
});

/** Where a song leads, without the song. */
export const linksToWire = (song: music.MusicSong): SongLinks => ({
  path: song.path,
  id: song.id,
  album_id: song.albumId,
  album_artists: [...song.albumArtists],
  credits: creditsToWire(song),
  genres: [...song.genres],
});

/** Everything about a song. */
export const detailsToWire = (song: Song, { song: more, tags }: music.SongDetails): SongDetails => ({
  song: songToWire(song, more),
  tags: Object.fromEntries(
    Object.entries(tags).map(([name, value]) => [
      name,
      typeof value === 'string' || typeof value === 'number' ? value : [...value],
    ]),
  ),
  file: {
    size_bytes: more.sizeBytes,
    modified_at_ms: more.modifiedAtMs,
    added_at: more.addedAt,
    duration_ms: more.durationMs,
    codec: more.codec,
    container: more.container,
    bit_rate: more.bitRate,
    sample_rate: more.sampleRate,
    bits_per_sample: more.bitsPerSample,
    channels: more.channels,
  },
  gain:
    more.gain === null
      ? null
      : {
          origin: more.gain.origin,
          track_db: more.gain.trackGainDb,
          album_db: more.gain.albumGainDb,
          track_peak: more.gain.trackPeak,
          album_peak: more.gain.albumPeak,
        },
});

import type { ByColumn, StoredValues } from '@tonearm/contract/song-fields';
import type { AlbumKind } from '../../model/album-identity.ts';
import { idText } from '../../model/public-id.ts';
import { type MoreTags, moreTags } from '../../model/song-facts.ts';
import type { AlbumHeader, ArtistHeader, ArtistLink, Gain, GenreHeader, MusicSong } from './music-reading.ts';

export interface AlbumRow {
  readonly id: number;
  readonly public_id: Buffer;
  readonly group_id: Buffer;
  readonly title: string;
  readonly version: string | null;
  readonly artist: string;
  readonly year: number | null;
  readonly original_on: string | null;
  readonly released_on: string | null;
  readonly recorded_on: string | null;
  readonly kind: AlbumKind;
  readonly types: string | null;
  readonly is_compilation: 0 | 1;
  readonly song_count: number;
  readonly disc_count: number;
  readonly duration_ms: number;
  readonly size_bytes: number;
  readonly added_at: number;
  readonly mb_release: string | null;
  readonly mb_release_group: string | null;
  readonly cover_name: string | null;
  readonly cover_has_picture: 0 | 1 | null;
  readonly cover_folder: string | null;
  readonly picture_path: string | null;
  readonly artwork_path: string | null;
  readonly artwork_color: string | null;
}

export interface ArtistRow {
  readonly id: number;
  readonly public_id: Buffer;
  readonly name: string;
  readonly sort_name: string | null;
  readonly letter: string;
  readonly mb_id: string | null;
  readonly song_count: number;
  readonly album_count: number;
  readonly guest_album_count: number;
  readonly composer_album_count: number;
  readonly lyricist_album_count: number;
}

export interface GenreRow {
  readonly id: number;
  readonly public_id: Buffer;
  readonly name: string;
  readonly letter: string;
  readonly song_count: number;
  readonly album_count: number;
}

export interface LinkRow {
  readonly public_id: Buffer;
  readonly name: string;
  readonly is_listed: 0 | 1;
}

type TagRow = ByColumn<StoredValues>;

type ShownTagRow = Pick<
  TagRow,
  | 'title'
  | 'artists'
  | 'album'
  | 'labels'
  | 'track_number'
  | 'disc_number'
  | 'year'
  | 'bpm'
  | 'work'
  | 'lyrics'
  | 'mb_recording'
  | 'moods'
>;

export type MusicSongRow = ShownTagRow & {
  readonly id: number;
  readonly public_id: Buffer | null;
  readonly name: string;
  readonly virtual_path: string;
  readonly picture_path: string | null;
  readonly has_picture: 0 | 1;
  readonly more: string | null;
  readonly duration_ms: number | null;
  readonly size_bytes: number;
  readonly mtime_us: number;
  readonly added_at: number;
  readonly codec: string | null;
  readonly container: string | null;
  readonly bit_rate: number | null;
  readonly sample_rate: number | null;
  readonly bits_per_sample: number | null;
  readonly channels: number | null;
  readonly encoder_delay: number | null;
  readonly encoder_padding: number | null;
  readonly album_id: number | null;
  /** Who did what, and its genres, as numbers: the same where songs have the same; null for nobody and none. */
  readonly credit_key: string | null;
  readonly genre_key: string | null;
};

/** The row of a song with all that its tags say. */
export type SongDetailsRow = MusicSongRow &
  TagRow & {
    /** What the file says, where corrections say otherwise. */
    readonly as_read: string | null;
  };

/** Lists as the library stores them. */
export const listOf = (json: string | null): string[] =>
  json === null ? [] : (JSON.parse(json) as string[]);

/** The picture file of its folder, else the song that embeds one. */
const artworkOf = (row: AlbumRow): string | null => {
  if (row.cover_folder === null) return null;
  const song = `${row.cover_folder}/${row.cover_name}`;
  return row.picture_path ?? (row.cover_has_picture === 1 ? song : null);
};

export const albumFromRow = (row: AlbumRow, artists: readonly ArtistLink[]): AlbumHeader => {
  const artwork = artworkOf(row);
  return {
    id: idText(row.public_id),
    groupId: idText(row.group_id),
    title: row.title,
    version: row.version,
    artistText: row.artist,
    artists,
    year: row.year,
    originalDate: row.original_on,
    releaseDate: row.released_on ?? row.recorded_on,
    kind: row.kind,
    types: listOf(row.types),
    isCompilation: row.is_compilation === 1,
    songCount: row.song_count,
    discCount: row.disc_count,
    durationMs: row.duration_ms,
    sizeBytes: row.size_bytes,
    addedAt: row.added_at,
    artwork,
    artworkColor: artwork !== null && artwork === row.artwork_path ? row.artwork_color : null,
    mbRelease: row.mb_release,
    mbReleaseGroup: row.mb_release_group,
  };
};

export const linkFromRow = ({ public_id, name, is_listed }: LinkRow): ArtistLink => ({
  id: is_listed === 1 ? idText(public_id) : null,
  name,
});

export const artistFromRow = (
  row: ArtistRow,
  { roles, genres }: Pick<ArtistHeader, 'roles' | 'genres'>,
): ArtistHeader => ({
  id: idText(row.public_id),
  name: row.name,
  sortName: row.sort_name,
  letter: row.letter,
  mbId: row.mb_id,
  songCount: row.song_count,
  albumCount: row.album_count,
  guestAlbumCount: row.guest_album_count,
  composerAlbumCount: row.composer_album_count,
  lyricistAlbumCount: row.lyricist_album_count,
  roles,
  genres,
});

export const genreFromRow = (row: GenreRow): GenreHeader => ({
  id: idText(row.public_id),
  name: row.name,
  letter: row.letter,
  songCount: row.song_count,
  albumCount: row.album_count,
});

/** What is beside a song in other tables. */
export type SongLinks = Pick<MusicSong, 'credits' | 'genres' | 'albumId' | 'albumArtists'>;

/** What stands alone or in a list, as a list. */
export const texts = (value: string | readonly string[] | undefined): readonly string[] =>
  value === undefined ? [] : typeof value === 'string' ? [value] : value;

/** The first of it. */
export const textOf = (value: string | readonly string[] | undefined): string | null =>
  texts(value)[0] ?? null;

/** What tags say of how loud a song is. */
export const gainOf = (more: MoreTags): Gain | null => {
  const [track, album] = [more.trackGain ?? null, more.albumGain ?? null];
  const [r128Track, r128Album] = [more.r128TrackGain ?? null, more.r128AlbumGain ?? null];
  const isReplayGain = track !== null || album !== null;
  if (!isReplayGain && r128Track === null && r128Album === null) return null;
  return {
    origin: isReplayGain ? 'replaygain' : 'r128',
    trackGainDb: isReplayGain ? track : r128Track,
    albumGainDb: isReplayGain ? album : r128Album,
    trackPeak: more.trackPeak ?? null,
    albumPeak: more.albumPeak ?? null,
  };
};

const lyricsOf = (value: number | null): MusicSong['lyrics'] =>
  value === null ? 'none' : value === 2 ? 'timed' : 'plain';

const soundOf = (row: MusicSongRow) => ({
  codec: row.codec,
  container: row.container,
  bitRate: row.bit_rate,
  sampleRate: row.sample_rate,
  bitsPerSample: row.bits_per_sample,
  channels: row.channels,
  encoderDelay: row.encoder_delay,
  encoderPadding: row.encoder_padding,
});

const fromMore = (more: MoreTags) => ({
  gain: gainOf(more),
  discSubtitle: textOf(more.discSubtitle),
  movementName: textOf(more.movementName),
  movementNumber: more.movementNumber ?? null,
  movementCount: more.movementCount ?? null,
  groupings: texts(more.grouping),
  mbWorks: texts(more.mbWorks),
  sortTitle: textOf(more.titleSort),
  comment: textOf(more.comment),
  isrcs: texts(more.isrcs),
  isExplicit: more.isExplicit === 1,
});

export const musicSongFromRow = (row: MusicSongRow, beside: SongLinks): MusicSong => {
  const path = `${row.virtual_path}/${row.name}`;
  const artists = listOf(row.artists);
  return {
    id: row.public_id === null ? '' : idText(row.public_id),
    path,
    title: row.title,
    artistText: artists.length === 0 ? null : artists.join('; '),
    albumId: beside.albumId,
    albumTitle: row.album,
    albumArtists: beside.albumArtists,
    credits: beside.credits,
    genres: beside.genres,
    labels: listOf(row.labels),
    trackNumber: row.track_number,
    discNumber: row.disc_number,
    year: row.year,
    artwork: row.has_picture === 1 ? path : row.picture_path,
    durationMs: row.duration_ms,
    sizeBytes: row.size_bytes,
    modifiedAtMs: Math.round(row.mtime_us / 1000),
    addedAt: row.added_at,
    ...soundOf(row),
    bpm: row.bpm,
    work: row.work,
    lyrics: lyricsOf(row.lyrics),
    mbRecording: row.mb_recording,
    moods: listOf(row.moods),
    ...fromMore(moreTags(row.more)),
  };
};

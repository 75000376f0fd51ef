import { idTextOfHex } from '../../model/public-id.ts';
import { type MoreTags, moreTags } from '../../model/song-facts.ts';
import type { ListedSong } from './music-reading.ts';
import { gainOf, listOf, type MusicSongRow, type SongLinks, textOf, texts } from './music-rows.ts';
import { sharedKeys } from './music-statements.ts';
import { songLinks } from './song-links.ts';
import { listedOnce, type Runner } from './statement-runner.ts';

/**
 * What lists of apps show of a song, in the order of {@link ListedSongValues}; whole walks read no more. They are read as
 * bare values: an object that the driver makes for a row costs several times as much, to make and to collect.
 */
export const listedSongColumns = `s.id, hex(s.public_id), s.name, s.directory_id, s.has_picture, s.title, s.album,
  s.track_number, s.disc_number, s.year, s.bpm, s.work, s.mb_recording, s.moods, s.more, s.duration_ms, s.size_bytes,
  s.added_at, s.bit_rate, s.sample_rate, s.bits_per_sample, s.channels, s.album_id, ${sharedKeys}`;

type Value<Column extends keyof MusicSongRow> = MusicSongRow[Column];

/** The values of {@link listedSongColumns}. */
export type ListedSongValues = readonly [
  row: Value<'id'>,
  /** In hex; '' where there is none yet. */
  publicId: string,
  name: Value<'name'>,
  folderRow: number,
  hasPicture: Value<'has_picture'>,
  title: Value<'title'>,
  album: Value<'album'>,
  trackNumber: Value<'track_number'>,
  discNumber: Value<'disc_number'>,
  year: Value<'year'>,
  bpm: Value<'bpm'>,
  work: Value<'work'>,
  mbRecording: Value<'mb_recording'>,
  moods: Value<'moods'>,
  more: Value<'more'>,
  durationMs: Value<'duration_ms'>,
  sizeBytes: Value<'size_bytes'>,
  addedAt: Value<'added_at'>,
  bitRate: Value<'bit_rate'>,
  sampleRate: Value<'sample_rate'>,
  bitsPerSample: Value<'bits_per_sample'>,
  channels: Value<'channels'>,
  albumRow: Value<'album_id'>,
  creditKey: Value<'credit_key'>,
  genreKey: Value<'genre_key'>,
];

const nothing: readonly string[] = [];

const noTags = moreTags(null);

/** Begins of what is shown of the fields without a column: most songs have others alone, as how many tracks there are. */
const shownTags =
  /"(?:trackGain|albumGain|r128TrackGain|r128AlbumGain|trackPeak|albumPeak|movement|grouping|mbWorks|titleSort|comment|isrcs|isExplicit)/;

const shownTagsOf = (json: string | null): MoreTags =>
  json === null || !shownTags.test(json) ? noTags : moreTags(json);

/** Written out: an object that takes in others takes several times as long. */
const listedSongOf = (values: ListedSongValues, folder: Folder, beside: SongLinks): ListedSong => {
  const path = `${folder.path}/${values[2]}`;
  const more = shownTagsOf(values[14]);
  return {
    id: values[1] === '' ? '' : idTextOfHex(values[1]),
    path,
    title: values[5],
    albumId: beside.albumId,
    albumTitle: values[6],
    albumArtists: beside.albumArtists,
    credits: beside.credits,
    genres: beside.genres,
    trackNumber: values[7],
    discNumber: values[8],
    year: values[9],
    artwork: values[4] === 1 ? path : folder.picture,
    durationMs: values[15],
    sizeBytes: values[16],
    addedAt: values[17],
    bitRate: values[18],
    sampleRate: values[19],
    bitsPerSample: values[20],
    channels: values[21],
    bpm: values[10],
    work: values[11],
    mbRecording: values[12],
    moods: values[13] === null ? nothing : listOf(values[13]),
    gain: gainOf(more),
    movementName: textOf(more.movementName),
    movementNumber: more.movementNumber ?? null,
    movementCount: more.movementCount ?? null,
    groupings: more.grouping === undefined ? nothing : texts(more.grouping),
    mbWorks: more.mbWorks === undefined ? nothing : texts(more.mbWorks),
    sortTitle: textOf(more.titleSort),
    comment: textOf(more.comment),
    isrcs: more.isrcs === undefined ? nothing : texts(more.isrcs),
    isExplicit: more.isExplicit === 1,
  };
};

const linkedOf = (values: ListedSongValues) => ({
  id: values[0],
  album_id: values[22],
  credit_key: values[23],
  genre_key: values[24],
});

interface Folder {
  readonly path: string;
  readonly picture: string | null;
}

const noFolder: Folder = { path: '', picture: null };

/** Songs that stand together mostly lie in few folders: those are read once each. */
const foldersOf = (run: Runner, rows: readonly ListedSongValues[]): ReadonlyMap<number, Folder> =>
  new Map(
    run
      .all<Folder & { id: number }>('foldersOfSongs', listedOnce(rows.map((values) => values[3])))
      .map((row) => [row.id, row]),
  );

/** Songs of a walk, in its order; the rows have to be of the same transaction. */
export const listedSongs = (run: Runner, rows: readonly ListedSongValues[]): ListedSong[] => {
  const beside = songLinks(run, rows.map(linkedOf));
  const folders = foldersOf(run, rows);
  return rows.map((values, at) =>
    listedSongOf(values, folders.get(values[3]) ?? noFolder, beside[at] as SongLinks),
  );
};

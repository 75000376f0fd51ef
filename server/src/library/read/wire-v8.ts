import type { SongFolder } from './wire.ts';

/** What a song's row holds of its tags: lists as JSON texts. */
export interface TaggedRow {
  readonly name: string;
  readonly has_picture: 0 | 1;
  readonly title: string | null;
  readonly artists: string | null;
  readonly album_artists: string | null;
  readonly album: string | null;
  readonly lyricists: string | null;
  readonly composers: string | null;
  readonly genres: string | null;
  readonly labels: string | null;
  readonly track_number: number | null;
  readonly disc_number: number | null;
  readonly year: number | null;
  readonly duration_ms: number | null;
}

/** Columns of {@link TaggedRow} for a SELECT from `songs AS s`. */
export const taggedColumns = `s.name, s.has_picture, s.title, s.artists, s.album_artists, s.album, s.lyricists,
  s.composers, s.genres, s.labels, s.track_number, s.disc_number, s.year, s.duration_ms`;

const numberField = (name: string, value: number | null): string =>
  value === null ? '' : `,"${name}":${value}`;

const textField = (name: string, value: string | null): string =>
  value === null || value === '' ? '' : `,"${name}":${JSON.stringify(value)}`;

const listField = (name: string, json: string | null): string =>
  json === null || json === '[]' ? '' : `,"${name}":${json}`;

/** A song of version 8 as JSON text: what it has no value of is left out. */
export const songV8Json = (row: TaggedRow, folder: SongFolder): string => {
  const path = `${folder.virtual_path}/${row.name}`;
  const seconds = row.duration_ms === null ? null : Math.floor(row.duration_ms / 1000);
  return [
    `{"path":${JSON.stringify(path)}`,
    numberField('track_number', row.track_number),
    numberField('disc_number', row.disc_number),
    textField('title', row.title),
    listField('artists', row.artists),
    listField('album_artists', row.album_artists),
    numberField('year', row.year),
    textField('album', row.album),
    textField('artwork', row.has_picture === 1 ? path : folder.picture_path),
    numberField('duration', seconds),
    listField('lyricists', row.lyricists),
    listField('composers', row.composers),
    listField('genres', row.genres),
    listField('labels', row.labels),
    '}',
  ].join('');
};

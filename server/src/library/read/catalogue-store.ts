import type Database from 'better-sqlite3';
import { createTogether } from '../together.ts';
import type { CatalogueReading, CatalogueRow, TitledSong } from './library-reading.ts';
import {
  type RareNumberField,
  type RareTextField,
  type RareValue,
  rareNumberFields,
  rareTextFields,
} from './tag-values/rare-fields.ts';

/** Every statement that reads many songs, by what it answers. */
export const catalogueStatements = {
  songsAfter: `SELECT s.id, s.artists, s.album_artists, s.composers, s.lyricists, s.genres, s.labels, s.duration_ms, s.album, s.year,
      s.disc_number, s.track_number, s.added_at,
      CASE WHEN s.has_picture = 1 THEN d.virtual_path || '/' || s.name ELSE d.picture_path END AS artwork
    FROM songs AS s CROSS JOIN directories AS d ON d.id = s.directory_id
    WHERE s.id > ? AND s.missing_since_ms IS NULL ORDER BY s.id LIMIT ?`,
  pathsOf: `SELECT d.virtual_path || '/' || s.name FROM json_each(?) AS hit
    CROSS JOIN songs AS s ON s.id = hit.value CROSS JOIN directories AS d ON d.id = s.directory_id
    WHERE s.missing_since_ms IS NULL`,
  titlesOf: `SELECT s.id, s.title, d.virtual_path || '/' || s.name AS path FROM json_each(?) AS hit
    CROSS JOIN songs AS s ON s.id = hit.value CROSS JOIN directories AS d ON d.id = s.directory_id
    WHERE s.missing_since_ms IS NULL`,
  idsOf: `SELECT s.id FROM json_each(?) AS hit CROSS JOIN songs AS s ON s.public_id = unhex(hit.value)
    WHERE s.missing_since_ms IS NULL`,
} as const;

const places: Readonly<Record<RareTextField | RareNumberField, string>> = {
  ...rareTextFields,
  ...(Object.fromEntries(
    Object.entries(rareNumberFields).map(([name, { place }]) => [name, place]),
  ) as Record<RareNumberField, string>),
};

/** The statement that reads a field. */
const rareBetween = (field: RareTextField | RareNumberField): string => {
  const [kind, name] = places[field].split(':');
  const value = kind === 'column' ? `s.${name}` : `s.more ->> '$.${name}'`;
  return `SELECT s.id, ${value} AS value FROM songs AS s
    WHERE s.id > ? AND s.id <= ? AND ${value} IS NOT NULL AND s.missing_since_ms IS NULL`;
};

/** Over a connection that reads `library.db`. */
export const createCatalogueReading = (raw: Database.Database): CatalogueReading => {
  const together = createTogether(raw);
  const songsAfter = raw.prepare<[number, number], CatalogueRow>(catalogueStatements.songsAfter);
  const pathsOf = raw.prepare<[string], string>(catalogueStatements.pathsOf).pluck();
  const idsOf = raw.prepare<[string], number>(catalogueStatements.idsOf).pluck();
  const titlesOf = raw.prepare<[string], TitledSong>(catalogueStatements.titlesOf);
  const rare = new Map<string, Database.Statement<[number, number], RareValue>>();
  const rareOf = (field: RareTextField | RareNumberField) => {
    const known = rare.get(field) ?? raw.prepare<[number, number], RareValue>(rareBetween(field));
    rare.set(field, known);
    return known;
  };
  return {
    rareBetween: async (field, after, last) => together(() => rareOf(field).all(after, last)),
    songsAfter: async (id, limit) => together(() => songsAfter.all(id, limit)),
    titlesOf: async (ids) => together(() => titlesOf.all(JSON.stringify(ids))),
    idsOf: async (songs) =>
      together(() => idsOf.all(JSON.stringify(songs.map((song) => Buffer.from(song).toString('hex'))))),
    pathsOf: async (ids) => together(() => pathsOf.all(JSON.stringify(ids))),
  };
};

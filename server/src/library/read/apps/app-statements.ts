import { listedSongColumns } from '../music/listed-songs.ts';
import { songColumns, songsFrom } from '../music/music-statements.ts';

const folderColumns = `d.id AS rowId, d.public_id AS publicId, d.virtual_path AS path, d.name, d.parent_id AS parentRow,
  d.song_count AS songCount, d.is_album AS isAlbum, d.album, d.artist, d.year, d.artwork_path AS artwork,
  d.newest_song_at AS newestSongAt, d.added_at AS addedAt`;

const isThere = 'd.missing_since_ms IS NULL';

/** What songs say of the album that they are in, where they say anything. */
const rare = (field: string): string =>
  `CASE WHEN instr(s.more, '"${field}"') > 0 THEN s.more -> '$.${field}' END`;
const said = `s.labels, s.moods, s.disc_number AS disc, ${rare('discSubtitle')} AS subtitle,
  ${rare('isExplicit')} AS isExplicit, ${rare('albumSort')} AS sortTitle,
  sum(CAST(round(coalesce(s.duration_ms, 0) / 1000.0) AS INTEGER)) AS seconds`;
/** Songs that say the same are one row. */
const saidTogether = 's.labels, s.moods, disc, subtitle, isExplicit, sortTitle';

/** Songs without an album in a folder. */
const looseIn = (folder: string): string => `FROM songs AS f INDEXED BY songs_by_walk
  WHERE f.directory_id = ${folder} AND f.missing_since_ms IS NULL AND f.album_id IS NULL`;

/** Every statement of what apps ask, by what it answers. Lists of ids are JSON; a source is its number, null for all. */
export const appStatements = {
  // Libraries that were not changed since that is noted: when their newest song came.
  changedAt: `SELECT coalesce((SELECT CAST(value AS INTEGER) FROM meta WHERE key = 'changed_at_ms'),
    (SELECT max(newest_song_at) * 1000 FROM directories), 0) AS atMs`,
  roots: `SELECT ${folderColumns} FROM library_sources AS l
    JOIN directories AS d ON d.source_id = l.id AND d.virtual_path = l.name
    WHERE d.parent_id IS NULL AND ${isThere} ORDER BY l.position, l.id`,
  sourceId: 'SELECT id FROM library_sources WHERE name = ?',
  folderByPublicId: `SELECT ${folderColumns} FROM directories AS d WHERE d.public_id = ? AND ${isThere}`,
  folderByPath: `SELECT ${folderColumns} FROM directories AS d WHERE d.virtual_path = ? AND ${isThere}`,
  foldersByIds: `SELECT ${folderColumns} FROM json_each(?) AS wanted CROSS JOIN directories AS d ON d.id = wanted.value
    WHERE ${isThere} ORDER BY wanted.key`,
  foldersIn: `SELECT ${folderColumns} FROM directories AS d WHERE d.parent_id = ? AND ${isThere} ORDER BY d.sort_key`,
  songsIn: `SELECT ${songColumns} FROM songs AS s ${songsFrom}
    WHERE s.directory_id = ? AND s.missing_since_ms IS NULL ORDER BY s.walk_key`,
  looseSongs: `SELECT ${songColumns} FROM songs AS s ${songsFrom}
    WHERE s.directory_id = ? AND s.missing_since_ms IS NULL AND s.album_id IS NULL ORDER BY s.walk_key`,
  looseFolders: `SELECT d.id, d.source_id AS sourceId, d.name, max(s.year) AS year, max(s.added_at) AS newest,
      min(s.id) AS firstSong,
      CASE WHEN count(*) = count(c.name_id) AND min(n.artist_id) = max(n.artist_id) THEN min(n.artist_id) END AS artistId
    FROM songs AS s INDEXED BY songs_loose CROSS JOIN directories AS d ON d.id = s.directory_id
    LEFT JOIN song_artists AS c ON c.song_id = s.id AND c.role = 1 AND c.position = 0
    LEFT JOIN artist_names AS n ON n.id = c.name_id
    WHERE s.album_id IS NULL AND s.missing_since_ms IS NULL GROUP BY s.directory_id`,
  // Sums as a list of JSON: grouped, all songs of all these folders would be sorted in memory.
  looseSums: `SELECT d.id,
      (SELECT json_array(count(*), coalesce(sum(s.duration_ms), 0), sum(s.size_bytes), max(s.added_at), max(s.year))
        FROM songs AS s INDEXED BY songs_loose
        WHERE s.directory_id = d.id AND s.album_id IS NULL AND s.missing_since_ms IS NULL) AS sums,
      (SELECT f.id ${looseIn('d.id')} ORDER BY f.walk_key LIMIT 1) AS firstRow,
      CASE WHEN d.picture_path IS NULL
        THEN (SELECT f.id ${looseIn('d.id')} AND f.has_picture = 1 ORDER BY f.walk_key LIMIT 1) END AS picturedRow
    FROM json_each(?) AS wanted CROSS JOIN directories AS d ON d.id = wanted.value ORDER BY wanted.key`,
  looseFoldersOfGenre: `SELECT DISTINCT s.directory_id AS id FROM songs AS s INDEXED BY songs_loose
    CROSS JOIN song_genres AS m ON m.song_id = s.id
    WHERE s.album_id IS NULL AND s.missing_since_ms IS NULL AND m.genre_id = ?`,
  albumTitleKeys: 'SELECT id, hex(title_key) FROM albums',
  albumNumbers: 'SELECT id, added_at AS newest, year FROM albums',
  albumFirstSongs: `SELECT album_id AS id, min(id) AS firstSong FROM songs INDEXED BY songs_by_album
    WHERE album_id IS NOT NULL GROUP BY album_id`,
  albumsWithoutArtist: `SELECT id FROM albums AS a
    WHERE NOT EXISTS (SELECT 1 FROM album_credits AS c WHERE c.album_id = a.id AND c.role = 0) ORDER BY title_key, id`,
  artistRow: 'SELECT id FROM artists WHERE public_id = ?',
  songsAfter: `SELECT ${listedSongColumns} FROM songs AS s
    WHERE s.id > @after AND s.missing_since_ms IS NULL ORDER BY s.id LIMIT @limit`,
  songsOfSourceAfter: `SELECT ${listedSongColumns} FROM songs AS s
    CROSS JOIN directories AS d ON d.id = s.directory_id
    WHERE s.id > @after AND s.missing_since_ms IS NULL AND d.source_id = @source ORDER BY s.id LIMIT @limit`,
  songIdsAfter: `SELECT s.id FROM songs AS s CROSS JOIN directories AS d ON d.id = s.directory_id
    WHERE s.id > @after AND s.missing_since_ms IS NULL AND (@source IS NULL OR d.source_id = @source)
    ORDER BY s.id LIMIT @limit`,
  songsByRow: `SELECT ${songColumns} FROM json_each(?) AS wanted CROSS JOIN songs AS s ON s.id = wanted.value ${songsFrom}
    WHERE s.missing_since_ms IS NULL ORDER BY wanted.key`,

  albumsByName: 'SELECT id FROM albums ORDER BY title_key, id',
  albumsByArtist: 'SELECT id FROM albums ORDER BY artist_key, year, title_key, id',
  albumsByNewest: 'SELECT id FROM albums ORDER BY added_at DESC, id DESC',
  albumsById: 'SELECT id FROM albums ORDER BY id',
  albumsOfYears: 'SELECT id FROM albums WHERE year BETWEEN ? AND ? ORDER BY year, title_key, id',
  albumsOfYearsBack:
    'SELECT id FROM albums WHERE year BETWEEN ? AND ? ORDER BY year DESC, title_key DESC, id DESC',
  albumsOfGenre: 'SELECT album_id AS id FROM album_genres WHERE genre_id = ? ORDER BY title_key, album_id',
  albumsOfSource: `SELECT DISTINCT s.album_id AS id FROM directories AS d CROSS JOIN songs AS s ON s.directory_id = d.id
    WHERE d.source_id = ? AND s.missing_since_ms IS NULL AND s.album_id IS NOT NULL`,
  genreIds: 'SELECT id, public_id AS publicId, name FROM genres',
  albumNames: `SELECT a.id, a.title || ' ' || a.artist AS text FROM albums AS a ORDER BY a.title_key, a.id`,
  albumRows: `SELECT a.id, a.public_id AS publicId FROM json_each(?) AS wanted
    CROSS JOIN albums AS a ON a.public_id = unhex(wanted.value)`,
  folderRows: `SELECT d.id, d.public_id AS publicId FROM json_each(?) AS wanted
    CROSS JOIN directories AS d ON d.public_id = unhex(wanted.value) WHERE ${isThere}`,
  genresOfAlbums: `SELECT m.album_id AS id, g.name FROM json_each(?) AS wanted
    CROSS JOIN album_genres AS m ON m.album_id = wanted.value CROSS JOIN genres AS g ON g.id = m.genre_id
    ORDER BY wanted.key, m.song_count DESC, g.sort_key`,
  saidOfAlbums: `SELECT s.album_id AS id, ${said} FROM json_each(?) AS wanted
    CROSS JOIN songs AS s INDEXED BY songs_by_album ON s.album_id = wanted.value
    WHERE s.missing_since_ms IS NULL GROUP BY s.album_id, ${saidTogether} ORDER BY wanted.key, min(s.walk_key)`,
  genresOfLoose: `SELECT s.directory_id AS id, g.name FROM json_each(?) AS wanted
    CROSS JOIN songs AS s INDEXED BY songs_loose ON s.directory_id = wanted.value AND s.album_id IS NULL
    CROSS JOIN song_genres AS m ON m.song_id = s.id CROSS JOIN genres AS g ON g.id = m.genre_id
    WHERE s.missing_since_ms IS NULL GROUP BY s.directory_id, g.id ORDER BY wanted.key, count(*) DESC, g.sort_key`,
  saidOfLoose: `SELECT s.directory_id AS id, ${said} FROM json_each(?) AS wanted
    CROSS JOIN songs AS s INDEXED BY songs_loose ON s.directory_id = wanted.value AND s.album_id IS NULL
    WHERE s.missing_since_ms IS NULL GROUP BY s.directory_id, ${saidTogether} ORDER BY wanted.key, min(s.walk_key)`,
  sumsOfFolders: `SELECT s.directory_id AS id, sum(CAST(round(coalesce(s.duration_ms, 0) / 1000.0) AS INTEGER)) AS seconds,
      CASE WHEN count(*) = count(s.album_id) AND min(s.album_id) = max(s.album_id) THEN min(s.album_id) END AS albumRow
    FROM json_each(?) AS wanted CROSS JOIN songs AS s ON s.directory_id = wanted.value
    WHERE s.missing_since_ms IS NULL GROUP BY s.directory_id`,
  genresOfFolders: `SELECT s.directory_id AS id, g.name FROM json_each(?) AS wanted
    CROSS JOIN songs AS s ON s.directory_id = wanted.value
    CROSS JOIN song_genres AS m ON m.song_id = s.id CROSS JOIN genres AS g ON g.id = m.genre_id
    WHERE s.missing_since_ms IS NULL GROUP BY s.directory_id, g.id ORDER BY wanted.key, count(*) DESC, g.sort_key`,
  albumPictures: `SELECT a.public_id AS publicId, cover.name, cover.has_picture AS hasPicture, folder.virtual_path AS path,
    folder.picture_path AS picturePath FROM json_each(?) AS wanted CROSS JOIN albums AS a ON a.public_id = unhex(wanted.value)
    JOIN songs AS cover ON cover.id = a.cover_song_id JOIN directories AS folder ON folder.id = cover.directory_id`,

  // What is told last counts: albums that are theirs, the newest of them.
  artistAlbums: `SELECT r.public_id AS publicId, c.role, cover.name, cover.has_picture AS hasPicture,
      folder.virtual_path AS path, folder.picture_path AS picturePath FROM json_each(?) AS wanted
    CROSS JOIN artists AS r ON r.public_id = unhex(wanted.value) CROSS JOIN artist_names AS n ON n.artist_id = r.id
    CROSS JOIN album_credits AS c ON c.name_id = n.id AND c.role IN (0, 1) CROSS JOIN albums AS a ON a.id = c.album_id
    CROSS JOIN songs AS cover ON cover.id = a.cover_song_id CROSS JOIN directories AS folder ON folder.id = cover.directory_id
    ORDER BY wanted.key, c.role DESC, a.year, a.added_at, a.id`,
  artistFiles: `SELECT d.virtual_path AS path, p.name FROM json_each(?) AS wanted
    CROSS JOIN directories AS d ON d.virtual_path = wanted.value
    CROSS JOIN pictures AS p ON p.directory_id = d.id AND p.name LIKE 'artist.%' ORDER BY wanted.key, p.name`,
  pictureFiles: `SELECT wanted.key AS at, coalesce(p.mtime_us, s.mtime_us) AS mtimeUs,
      coalesce(p.size_bytes, s.size_bytes) AS sizeBytes FROM json_each(?) AS wanted
    CROSS JOIN directories AS d ON d.virtual_path = wanted.value ->> 0
    LEFT JOIN pictures AS p ON p.directory_id = d.id AND p.name = wanted.value ->> 1
    LEFT JOIN songs AS s ON s.directory_id = d.id AND s.name = wanted.value ->> 1`,

  foldersByRow: `SELECT d.id, d.source_id AS sourceId, d.name, d.album, d.artist, d.year, d.newest_song_at AS newest
    FROM directories AS d WHERE d.song_count > 0 AND ${isThere}`,
  foldersOfGenre: `SELECT DISTINCT s.directory_id AS id FROM song_genres AS m CROSS JOIN songs AS s ON s.id = m.song_id
    WHERE m.genre_id = ? AND s.missing_since_ms IS NULL`,

  artistIndex: `SELECT r.id, r.public_id AS publicId, r.name, r.sort_name AS sortName, r.letter, r.mb_id AS mbId,
      (SELECT json_group_array(o.role) FROM artist_roles AS o WHERE o.artist_id = r.id) AS roles, r.album_count + r.guest_album_count AS albumCount
    FROM artists AS r WHERE r.id IN (SELECT value FROM json_each(?))
      OR (r.is_listed = 1 AND r.id IN (SELECT artist_id FROM artist_roles WHERE role = 0))
    ORDER BY r.sort_key, r.id`,
  artistsOfSource: `SELECT DISTINCT n.artist_id AS id FROM json_each(?) AS wanted
    CROSS JOIN album_credits AS c ON c.album_id = wanted.value AND c.role = 0
    CROSS JOIN artist_names AS n ON n.id = c.name_id`,
  artistNames: `SELECT id, name AS text FROM artists WHERE is_listed = 1 AND (album_count > 0 OR song_count > 0)
    ORDER BY sort_key, id`,

  songsOfGenre: `SELECT m.song_id AS id FROM song_genres AS m WHERE m.genre_id = ?`,
  greatestSong: 'SELECT ifnull(max(id), 0) AS id FROM songs',
  songRow: `SELECT s.id, s.year, d.source_id AS sourceId FROM songs AS s CROSS JOIN directories AS d ON d.id = s.directory_id
    WHERE s.id >= ? AND s.missing_since_ms IS NULL ORDER BY s.id LIMIT 1`,
  songFacts: `SELECT s.id, s.year, d.source_id AS sourceId FROM songs AS s CROSS JOIN directories AS d ON d.id = s.directory_id
    WHERE s.missing_since_ms IS NULL`,
} as const;

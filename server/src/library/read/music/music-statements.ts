import { columnFields } from '@tonearm/contract/song-fields';
import { roleNumbers } from '../../model/roles.ts';

/** Columns of an album's row, with the picture of the song that stands for it. */
const albumColumns = `a.id, a.public_id, a.group_id, a.title, a.version, a.artist, a.year, a.original_on,
  a.released_on, a.recorded_on, a.kind, a.types, a.is_compilation, a.song_count, a.disc_count, a.duration_ms,
  a.size_bytes, a.added_at, a.mb_release, a.mb_release_group, cover.name AS cover_name,
  cover.has_picture AS cover_has_picture, folder.virtual_path AS cover_folder,
  folder.picture_path, folder.artwork_path, folder.artwork_color`;

const withCover = `LEFT JOIN songs AS cover ON cover.id = a.cover_song_id
  LEFT JOIN directories AS folder ON folder.id = cover.directory_id`;

/** Pages of lists are numbers alone: what is skipped is not read, and an index holds all that is. */
const albumsFrom = (order: string): string =>
  `SELECT a.id FROM albums AS a ORDER BY ${order} LIMIT ? OFFSET ?`;

const albumsOfKind = (order: string): string =>
  `SELECT a.id FROM albums AS a WHERE a.kind = ? ORDER BY ${order} LIMIT ? OFFSET ?`;

/** Numbers of albums of which ids are given in hex; of a kind and of a genre, where those are told. */
const albumIdsAmong = (order: string): string =>
  `SELECT a.id FROM json_each(@ids) AS wanted CROSS JOIN albums AS a ON a.public_id = unhex(wanted.value)
    WHERE (@kind IS NULL OR a.kind = @kind) AND (@genreId IS NULL OR EXISTS
      (SELECT 1 FROM album_genres AS m WHERE m.album_id = a.id AND m.genre_id = @genreId)) ORDER BY ${order}`;

const artistColumns = `r.id, r.public_id, r.name, r.sort_name, r.letter, r.mb_id, r.song_count, r.album_count,
  r.guest_album_count, r.composer_album_count, r.lyricist_album_count`;

const genreColumns = 'g.id, g.public_id, g.name, g.letter, g.song_count, g.album_count';

/** Columns of tags that lists and players show. */
const shownTags = [
  ...['title', 'artists', 'album', 'labels', 'track_number', 'disc_number', 'year'],
  ...['bpm', 'work', 'lyrics', 'mb_recording', 'moods'],
];

const tagColumns = (columns: readonly string[]): string => columns.map((column) => `s.${column}`).join(', ');

/** The others, and what the file says where corrections say otherwise. */
const detailColumns = `s.as_read, ${tagColumns(
  columnFields.map(({ column }) => column).filter((column) => !shownTags.includes(column)),
)}`;

/** What songs have in common: of the same people in the same roles, and of the same genres. */
export const sharedKeys = `(SELECT group_concat(c.role || ' ' || c.name_id || coalesce(' ' || quote(c.instrument), ''))
    FROM song_artists AS c WHERE c.song_id = s.id) AS credit_key,
  (SELECT group_concat(m.genre_id) FROM song_genres AS m WHERE m.song_id = s.id) AS genre_key`;

/** Columns of a song's row. */
export const songColumns = `s.id, s.public_id, s.name, d.virtual_path, d.picture_path, s.has_picture,
  ${tagColumns(shownTags)}, s.more, s.duration_ms, s.size_bytes, s.mtime_us, s.added_at, s.codec, s.container, s.bit_rate, s.sample_rate,
  s.bits_per_sample, s.channels, s.encoder_delay, s.encoder_padding, s.album_id, ${sharedKeys}`;

/** What they are joined from, behind `songs AS s`. */
export const songsFrom = `CROSS JOIN directories AS d ON d.id = s.directory_id LEFT JOIN albums AS a ON a.id = s.album_id`;

/** Every statement of the model, by what it answers. Lists of ids are JSON. */
export const musicStatements = {
  albumsByAdded: albumsFrom('a.added_at DESC, a.id DESC'),
  albumsByTitle: albumsFrom('a.title_key, a.id'),
  albumsByArtist: albumsFrom('a.artist_key, a.year, a.title_key, a.id'),
  albumsByYear: albumsFrom('a.year, a.title_key, a.id'),
  kindByTitle: albumsOfKind('a.title_key, a.id'),
  kindByAdded: albumsOfKind('a.added_at DESC, a.id DESC'),
  genreAlbumsByTitle: `SELECT m.album_id AS id FROM album_genres AS m WHERE m.genre_id = ?
    ORDER BY m.title_key, m.album_id LIMIT ? OFFSET ?`,
  genreAlbumsByAdded: `SELECT m.album_id AS id FROM album_genres AS m WHERE m.genre_id = ?
    ORDER BY m.added_at DESC, m.album_id DESC LIMIT ? OFFSET ?`,
  albumsByIds: `SELECT ${albumColumns} FROM json_each(?) AS wanted CROSS JOIN albums AS a ON a.id = wanted.value
    ${withCover}`,
  albumIdsByAdded: albumIdsAmong('a.added_at DESC, a.id DESC'),
  albumIdsByTitle: albumIdsAmong('a.title_key, a.id'),
  albumIdsByArtist: albumIdsAmong('a.artist_key, a.year, a.title_key, a.id'),
  albumIdsByYear: albumIdsAmong('a.year, a.title_key, a.id'),
  albumIdsAsGiven: albumIdsAmong('wanted.key'),
  allAlbumIdsByTitle: 'SELECT id FROM albums ORDER BY title_key, id',
  albumByPublicId: `SELECT ${albumColumns} FROM albums AS a ${withCover} WHERE a.public_id = ?`,
  albumsOfGroup: `SELECT ${albumColumns} FROM albums AS a ${withCover} WHERE a.group_id = ? ORDER BY a.year, a.id`,
  albumsOfArtist: `SELECT c.role, c.album_id AS albumId, c.song_count AS songCount FROM artist_names AS n
    CROSS JOIN album_credits AS c ON c.name_id = n.id WHERE n.artist_id = ?`,
  countAlbums: 'SELECT count(*) FROM albums',
  countKind: 'SELECT count(*) FROM albums WHERE kind = ?',
  allAlbumIds: 'SELECT id FROM albums',
  titleLetters: 'SELECT letter, count(*) AS count FROM albums GROUP BY letter',
  artistTextLetters: 'SELECT artist_letter AS letter, count(*) AS count FROM albums GROUP BY artist_letter',
  ownersOfAlbums: `SELECT c.album_id AS albumId, r.public_id, r.name, r.is_listed FROM json_each(?) AS wanted
    CROSS JOIN album_credits AS c ON c.album_id = wanted.value AND c.role = 0
    CROSS JOIN artist_names AS n ON n.id = c.name_id CROSS JOIN artists AS r ON r.id = n.artist_id
    ORDER BY wanted.key, c.position`,
  genresOfAlbum: `SELECT ${genreColumns}, m.song_count AS shared FROM album_genres AS m
    CROSS JOIN genres AS g ON g.id = m.genre_id WHERE m.album_id = ? ORDER BY m.song_count DESC, g.sort_key`,

  artistsByName: `SELECT ${artistColumns} FROM artists AS r WHERE r.is_listed = 1
    ORDER BY r.sort_key LIMIT ? OFFSET ?`,
  artistsOfRole: `SELECT o.artist_id AS id FROM artist_roles AS o WHERE o.role = ?
    ORDER BY o.sort_key, o.artist_id LIMIT ? OFFSET ?`,
  artistIdsAmong: `SELECT r.id FROM json_each(@ids) AS wanted CROSS JOIN artists AS r ON r.public_id = unhex(wanted.value)
    WHERE r.is_listed = 1 AND (@role IS NULL OR EXISTS
      (SELECT 1 FROM artist_roles AS o WHERE o.artist_id = r.id AND o.role = @role)) ORDER BY r.sort_key, r.id`,
  countArtists: 'SELECT count(*) FROM artists WHERE is_listed = 1',
  countRole: 'SELECT count(*) FROM artist_roles WHERE role = ?',
  artistLetters: 'SELECT letter, count(*) AS count FROM artists WHERE is_listed = 1 GROUP BY letter',
  roleLetters: 'SELECT letter, count(*) AS count FROM artist_roles WHERE role = ? GROUP BY letter',
  artistByPublicId: `SELECT ${artistColumns} FROM artists AS r WHERE r.public_id = ?`,
  artistsNamed: `SELECT DISTINCT ${artistColumns} FROM artist_names AS n CROSS JOIN artists AS r ON r.id = n.artist_id
    WHERE n.name = ? AND r.name = ?`,
  artistsByIds: `SELECT ${artistColumns} FROM json_each(?) AS wanted CROSS JOIN artists AS r ON r.id = wanted.value`,
  rolesOfArtists: `SELECT o.artist_id AS artistId, o.role, o.song_count AS songCount, o.album_count AS albumCount
    FROM json_each(?) AS wanted CROSS JOIN artist_roles AS o ON o.artist_id = wanted.value
    ORDER BY wanted.key, o.role`,
  genresOfArtists: `SELECT n.artist_id AS artistId, g.public_id, g.name, sum(t.song_count) AS songCount
    FROM json_each(?) AS wanted CROSS JOIN artist_names AS n ON n.artist_id = wanted.value
    CROSS JOIN name_genres AS t ON t.name_id = n.id CROSS JOIN genres AS g ON g.id = t.genre_id
    GROUP BY n.artist_id, g.id ORDER BY songCount DESC, g.id`,
  songsOfArtist: `SELECT DISTINCT d.virtual_path || '/' || s.name AS path, a.year, a.title_key, s.disc_number,
      s.track_number FROM artist_names AS n CROSS JOIN song_artists AS c ON c.name_id = n.id
    CROSS JOIN songs AS s ON s.id = c.song_id ${songsFrom} WHERE n.artist_id = @artistId AND (@role IS NULL OR c.role = @role)
    ORDER BY a.year, a.title_key, a.id, s.disc_number, s.track_number, d.walk_key, s.sort_key`,

  worksOfArtist: `SELECT s.work AS name, s.album_id AS albumId, count(DISTINCT s.id) AS songCount
    FROM artist_names AS n CROSS JOIN song_artists AS c ON c.name_id = n.id AND c.role = ${roleNumbers.composer}
    CROSS JOIN songs AS s ON s.id = c.song_id WHERE n.artist_id = ? AND s.work IS NOT NULL
    GROUP BY s.work, s.album_id`,
  songsOfWork: `SELECT DISTINCT ${songColumns}, d.walk_key, s.sort_key, a.year AS album_year, a.title_key
    FROM artist_names AS n CROSS JOIN song_artists AS c ON c.name_id = n.id AND c.role = ${roleNumbers.composer}
    CROSS JOIN songs AS s ON s.id = c.song_id ${songsFrom}
    WHERE n.artist_id = @artistId AND s.work IN (SELECT value FROM json_each(@spellings))
    ORDER BY a.year, a.title_key, a.id, s.disc_number, s.track_number, d.walk_key, s.sort_key`,

  genresByName: `SELECT ${genreColumns} FROM genres AS g ORDER BY g.sort_key LIMIT ? OFFSET ?`,
  genresBySongs: `SELECT ${genreColumns} FROM genres AS g ORDER BY g.song_count DESC, g.sort_key LIMIT ? OFFSET ?`,
  countGenres: 'SELECT count(*) FROM genres',
  genreByPublicId: `SELECT ${genreColumns} FROM genres AS g WHERE g.public_id = ?`,
  genreNamed: `SELECT ${genreColumns} FROM genre_names AS n CROSS JOIN genres AS g ON g.id = n.genre_id
    WHERE n.name = ? AND g.name = ?`,
  relatedGenres: `SELECT ${genreColumns}, p.song_count AS shared FROM genre_pairs AS p
    CROSS JOIN genres AS g ON g.id = p.other_id WHERE p.genre_id = ? ORDER BY p.song_count DESC, g.sort_key`,
  mainArtists: `SELECT n.artist_id AS artistId, t.song_count AS songCount FROM name_genres AS t
    CROSS JOIN artist_names AS n ON n.id = t.name_id CROSS JOIN artists AS r ON r.id = n.artist_id
    WHERE t.genre_id = ? AND r.is_listed = 1 ORDER BY t.song_count DESC, t.name_id DESC LIMIT ?`,
  artistsOfGenre: `SELECT DISTINCT ${artistColumns}, r.sort_key FROM name_genres AS t
    CROSS JOIN artist_names AS n ON n.id = t.name_id CROSS JOIN artists AS r ON r.id = n.artist_id
    WHERE t.genre_id = ? AND r.is_listed = 1 ORDER BY r.sort_key, r.id`,
  songsOfGenre: `SELECT d.virtual_path || '/' || s.name AS path FROM song_genres AS m
    CROSS JOIN songs AS s ON s.id = m.song_id ${songsFrom} WHERE m.genre_id = ?
    ORDER BY a.artist_key, a.year, a.title_key, a.id, s.disc_number, s.track_number, d.walk_key, s.sort_key`,

  songsOfAlbum: `SELECT ${songColumns} FROM songs AS s ${songsFrom} WHERE s.album_id = ?
    ORDER BY coalesce(s.disc_number, -1), coalesce(s.track_number, -1), d.walk_key, s.sort_key`,
  songsByPublicIds: `SELECT ${songColumns} FROM json_each(?) AS wanted
    CROSS JOIN songs AS s ON s.public_id = unhex(wanted.value) ${songsFrom} WHERE s.missing_since_ms IS NULL`,
  detailsByPublicId: `SELECT ${songColumns}, ${detailColumns} FROM songs AS s ${songsFrom}
    WHERE s.public_id = ? AND s.missing_since_ms IS NULL`,
  songByName: `SELECT ${songColumns} FROM songs AS s ${songsFrom}
    WHERE s.directory_id = ? AND s.name = ? AND s.missing_since_ms IS NULL`,
  songIdByName: 'SELECT public_id FROM songs WHERE directory_id = ? AND name = ?',
  songPathsByPublicIds: `SELECT s.public_id, d.virtual_path || '/' || s.name AS path FROM json_each(?) AS wanted
    CROSS JOIN songs AS s ON s.public_id = unhex(wanted.value) CROSS JOIN directories AS d ON d.id = s.directory_id
    WHERE s.missing_since_ms IS NULL`,
  foldersOfSongs: `SELECT d.id, d.virtual_path AS path, d.picture_path AS picture FROM json_each(?) AS wanted
    CROSS JOIN directories AS d ON d.id = wanted.value`,
  directoryId: 'SELECT id FROM directories WHERE virtual_path = ?',
  // Of many songs the same people, genres and albums: those are read once, by their numbers.
  creditsOfSongs: `SELECT c.song_id AS songId, c.role, c.instrument, n.artist_id AS artistId
    FROM json_each(?) AS wanted CROSS JOIN song_artists AS c ON c.song_id = wanted.value
    CROSS JOIN artist_names AS n ON n.id = c.name_id ORDER BY wanted.key, c.role, c.position`,
  genresOfSongs: `SELECT m.song_id AS songId, m.genre_id AS genreId FROM json_each(?) AS wanted
    CROSS JOIN song_genres AS m ON m.song_id = wanted.value ORDER BY wanted.key, m.position`,
  artistLinks: `SELECT r.id, r.public_id, r.name, r.is_listed FROM json_each(?) AS wanted
    CROSS JOIN artists AS r ON r.id = wanted.value`,
  genreLinks: `SELECT g.id, g.public_id, g.name FROM json_each(?) AS wanted
    CROSS JOIN genres AS g ON g.id = wanted.value`,
  albumIdsOf: `SELECT a.id, a.public_id FROM json_each(?) AS wanted CROSS JOIN albums AS a ON a.id = wanted.value`,
} as const;

/*
 * Answers of version 8, read as strictly as the phone app of the family reads them: what it casts without a guard must be
 * there and of that kind, else the whole answer is lost.
 */

type Json = Record<string, unknown>;

const fail = (what: string): never => {
  throw new TypeError(what);
};

const text = (value: unknown, what: string): string =>
  typeof value === 'string' ? value : fail(`${what} is no text`);
const whole = (value: unknown, what: string): number =>
  typeof value === 'number' && Number.isSafeInteger(value) ? value : fail(`${what} is no whole number`);
const flag = (value: unknown, what: string): boolean =>
  typeof value === 'boolean' ? value : fail(`${what} is neither true nor false`);
const entries = (value: unknown, what: string): unknown[] =>
  Array.isArray(value) ? value : fail(`${what} is no list`);
const record = (value: unknown, what: string): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Json)
    : fail(`${what} is no object`);

const texts = (value: unknown, what: string): string[] =>
  entries(value, what).map((one, at) => text(one, `${what}[${at}]`));
const counts = (value: unknown, what: string): Record<string, number> =>
  Object.fromEntries(Object.entries(record(value, what)).map(([name, count]) => [name, whole(count, what)]));

/** Absent, or of its kind: null is neither, as the web client would show it. */
const perhaps = <T>(
  value: unknown,
  read: (value: unknown, what: string) => T,
  what: string,
): T | undefined => (value === undefined ? undefined : read(value, what));

const songLists = ['artists', 'album_artists', 'lyricists', 'composers', 'genres', 'labels'] as const;

/** A song. */
const readSong = (value: unknown) => {
  const song = record(value, 'song');
  for (const name of ['title', 'album', 'artwork']) perhaps(song[name], text, name);
  for (const name of ['track_number', 'disc_number', 'year', 'duration']) perhaps(song[name], whole, name);
  for (const name of songLists) {
    if (perhaps(song[name], texts, name)?.length === 0) fail(`${name} is an empty list`);
  }
  return { ...song, path: text(song['path'], 'path') } as {
    path: string;
    artwork?: string;
    album?: string;
    artists?: string[];
    album_artists?: string[];
  };
};

/** Paths, and details of the first 200 of them. */
export const readSongList = (value: unknown) => {
  const list = record(value, 'song list');
  const paths = texts(list['paths'], 'paths');
  const firstSongs = entries(list['first_songs'], 'first_songs').map(readSong);
  if (firstSongs.length !== Math.min(200, paths.length)) fail(`first_songs are ${firstSongs.length}`);
  if (firstSongs.some(({ path }, at) => path !== paths[at])) fail('first_songs are others than paths');
  return { paths, firstSongs };
};

/** Details that were asked for by path. */
export const readSongBatch = (value: unknown) => {
  const batch = record(value, 'batch');
  return {
    songs: entries(batch['songs'], 'songs').map(readSong),
    notFound: texts(batch['not_found'], 'not_found'),
  };
};

/** A folder or a song of a folder. */
export const readBrowserEntry = (value: unknown) => {
  const entry = record(value, 'entry');
  return {
    path: text(entry['path'], 'path'),
    isDirectory: flag(entry['is_directory'], 'is_directory'),
  };
};

/** An album in a list. */
export const readAlbumHeader = (value: unknown) => {
  const album = record(value, 'album');
  perhaps(album['artwork'], text, 'artwork');
  perhaps(album['year'], whole, 'year');
  return {
    name: text(album['name'], 'name'),
    mainArtists: texts(album['main_artists'], 'main_artists'),
    artwork: album['artwork'] as string | undefined,
  };
};

/** An album with its songs. */
export const readAlbum = (value: unknown) => ({
  ...readAlbumHeader(value),
  songs: entries(record(value, 'album')['songs'], 'songs').map(readSong),
});

/** An artist in a list. */
export const readArtistHeader = (value: unknown) => {
  const artist = record(value, 'artist');
  for (const role of ['performer', 'additional_performer', 'composer', 'lyricist']) {
    whole(artist[`num_albums_as_${role}`], `num_albums_as_${role}`);
  }
  return {
    name: text(artist['name'], 'name'),
    songs: whole(artist['num_songs'], 'num_songs'),
    songsByGenre: counts(artist['num_songs_by_genre'], 'num_songs_by_genre'),
  };
};

/** An artist with albums, each with one contribution a song. */
export const readArtist = (value: unknown) => ({
  ...readArtistHeader(value),
  albums: entries(record(value, 'artist')['albums'], 'albums').map((one) => ({
    ...readAlbumHeader(one),
    contributions: entries(record(one, 'album')['contributions'], 'contributions').map((contribution) => {
      const { performer, composer, lyricist } = record(contribution, 'contribution');
      return {
        performer: flag(performer, 'performer'),
        composer: flag(composer, 'composer'),
        lyricist: flag(lyricist, 'lyricist'),
      };
    }),
  })),
});

/** A genre in a list. */
export const readGenreHeader = (value: unknown) => ({ name: text(record(value, 'genre')['name'], 'name') });

/** A genre. */
export const readGenre = (value: unknown) => {
  const genre = record(value, 'genre');
  return {
    ...readGenreHeader(genre),
    related: counts(genre['related_genres'], 'related_genres'),
    mainArtists: entries(genre['main_artists'], 'main_artists').map(readArtistHeader),
    recentlyAdded: entries(genre['recently_added'], 'recently_added').map(readAlbumHeader),
  };
};

/** A playlist in a list. */
export const readPlaylistHeader = (value: unknown) => {
  const list = record(value, 'playlist');
  return {
    name: text(list['name'], 'name'),
    duration: whole(list['duration'], 'duration'),
    songsByGenre: counts(list['num_songs_by_genre'], 'num_songs_by_genre'),
  };
};

/** A playlist with its songs. */
export const readPlaylist = (value: unknown) => ({
  ...readPlaylistHeader(value),
  songs: readSongList(record(value, 'playlist')['songs']),
});

/** A list of what one reader reads. */
export const readEach =
  <T>(read: (value: unknown) => T) =>
  (value: unknown): T[] =>
    entries(value, 'answer').map(read);

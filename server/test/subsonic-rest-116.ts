import type { parseXml } from './subsonic-app.ts';

/*
 * What REST 1.16 lets stand in its XML, as its schema has it: attributes with their types, children in their order. Apps of that
 * time read no more than this, and some stop at what is more.
 */

type Element = ReturnType<typeof parseXml>;

/** A type of an attribute, or of text; a question mark behind it says that it may be left out. */
type Kind =
  | 'text'
  | 'int'
  | 'long'
  | 'boolean'
  | 'date'
  | 'rating'
  | 'average'
  | 'media'
  | 'status'
  | 'version';
type Attribute = Kind | `${Kind}?`;

/** A child by its name: what it is, and how often it may stand there. */
type Child = readonly [name: string, type: string, often: 'any' | 'once' | 'optional'];

interface Type {
  readonly attributes?: Readonly<Record<string, Attribute>>;
  /** In the order in which they have to stand. */
  readonly children?: readonly Child[];
  /** What text may stand in it. */
  readonly text?: Kind;
}

const listOf = (...children: readonly (readonly [string, string])[]): Type => ({
  children: children.map(([name, type]): Child => [name, type, 'any']),
});

const child = {
  ...{ id: 'text', parent: 'text?', isDir: 'boolean', title: 'text', album: 'text?', artist: 'text?' },
  ...{ track: 'int?', year: 'int?', genre: 'text?', coverArt: 'text?', size: 'long?', contentType: 'text?' },
  ...{ suffix: 'text?', transcodedContentType: 'text?', transcodedSuffix: 'text?', duration: 'int?' },
  ...{
    bitRate: 'int?',
    path: 'text?',
    isVideo: 'boolean?',
    userRating: 'rating?',
    averageRating: 'average?',
  },
  ...{ playCount: 'long?', discNumber: 'int?', created: 'date?', starred: 'date?', albumId: 'text?' },
  ...{ artistId: 'text?', type: 'media?', bookmarkPosition: 'long?' },
} as const satisfies Type['attributes'];

const folderArtist = {
  ...{ id: 'text', name: 'text', starred: 'date?', userRating: 'rating?', averageRating: 'average?' },
} as const satisfies Type['attributes'];

const artist = {
  ...{ id: 'text', name: 'text', coverArt: 'text?', albumCount: 'int', starred: 'date?' },
} as const satisfies Type['attributes'];

const album = {
  ...{ id: 'text', name: 'text', artist: 'text?', artistId: 'text?', coverArt: 'text?', songCount: 'int' },
  ...{ duration: 'int', playCount: 'long?', created: 'date', starred: 'date?', year: 'int?', genre: 'text?' },
} as const satisfies Type['attributes'];

const playlist = {
  ...{ id: 'text', name: 'text', comment: 'text?', owner: 'text?', public: 'boolean?', songCount: 'int' },
  ...{ duration: 'int', created: 'date', changed: 'date', coverArt: 'text?' },
} as const satisfies Type['attributes'];

const infoTexts = (first: string): readonly Child[] =>
  [first, 'musicBrainzId', 'lastFmUrl', 'smallImageUrl', 'mediumImageUrl', 'largeImageUrl'].map(
    (name): Child => [name, 'Text', 'optional'],
  );

const roles = [
  'adminRole',
  'settingsRole',
  'downloadRole',
  'uploadRole',
  'playlistRole',
  'coverArtRole',
].concat(...['commentRole', 'podcastRole', 'streamRole', 'jukeboxRole', 'shareRole', 'videoConversionRole']);

/** Types by their names. */
const types: Readonly<Record<string, Type>> = {
  Text: { text: 'text' },
  Int: { text: 'int' },
  Child: { attributes: child },
  Error: { attributes: { code: 'int', message: 'text?' } },
  MusicFolders: listOf(['musicFolder', 'MusicFolder']),
  MusicFolder: { attributes: { id: 'int', name: 'text?' } },
  Indexes: {
    attributes: { lastModified: 'long', ignoredArticles: 'text' },
    ...listOf(['shortcut', 'Artist'], ['index', 'Index'], ['child', 'Child']),
  },
  Index: { attributes: { name: 'text' }, ...listOf(['artist', 'Artist']) },
  Artist: { attributes: folderArtist },
  Genres: listOf(['genre', 'Genre']),
  Genre: { attributes: { songCount: 'int', albumCount: 'int' }, text: 'text' },
  ArtistsID3: { attributes: { ignoredArticles: 'text' }, ...listOf(['index', 'IndexID3']) },
  IndexID3: { attributes: { name: 'text' }, ...listOf(['artist', 'ArtistID3']) },
  ArtistID3: { attributes: artist },
  ArtistWithAlbums: { attributes: artist, ...listOf(['album', 'AlbumID3']) },
  AlbumID3: { attributes: album },
  AlbumWithSongs: { attributes: album, ...listOf(['song', 'Child']) },
  Directory: {
    attributes: { ...folderArtist, parent: 'text?', playCount: 'long?' },
    ...listOf(['child', 'Child']),
  },
  Videos: listOf(['video', 'Child']),
  NowPlaying: listOf(['entry', 'NowPlayingEntry']),
  NowPlayingEntry: {
    attributes: { ...child, username: 'text', minutesAgo: 'int', playerId: 'int', playerName: 'text?' },
  },
  SearchResult: { attributes: { offset: 'int', totalHits: 'int' }, ...listOf(['match', 'Child']) },
  FolderResults: listOf(['artist', 'Artist'], ['album', 'Child'], ['song', 'Child']),
  TagResults: listOf(['artist', 'ArtistID3'], ['album', 'AlbumID3'], ['song', 'Child']),
  Playlists: listOf(['playlist', 'Playlist']),
  Playlist: { attributes: playlist, ...listOf(['allowedUser', 'Text']) },
  PlaylistWithSongs: { attributes: playlist, ...listOf(['allowedUser', 'Text'], ['entry', 'Child']) },
  AlbumList: listOf(['album', 'Child']),
  AlbumList2: listOf(['album', 'AlbumID3']),
  Songs: listOf(['song', 'Child']),
  Lyrics: { attributes: { artist: 'text?', title: 'text?' }, text: 'text' },
  Podcasts: listOf(['channel', 'none of them']),
  NewestPodcasts: listOf(['episode', 'none of them']),
  Shares: listOf(['share', 'none of them']),
  ChatMessages: listOf(['chatMessage', 'none of them']),
  Stations: listOf(['internetRadioStation', 'Station']),
  Station: { attributes: { id: 'text', name: 'text', streamUrl: 'text', homePageUrl: 'text?' } },
  Bookmarks: listOf(['bookmark', 'Bookmark']),
  Bookmark: {
    attributes: { position: 'long', username: 'text', comment: 'text?', created: 'date', changed: 'date' },
    children: [['entry', 'Child', 'once']],
  },
  PlayQueue: {
    // A number in the schema; every server whose ids are texts sends a text.
    attributes: { current: 'text?', position: 'long?', username: 'text', changed: 'date', changedBy: 'text' },
    ...listOf(['entry', 'Child']),
  },
  AlbumInfo: { children: infoTexts('notes') },
  ArtistInfo: { children: [...infoTexts('biography'), ['similarArtist', 'Artist', 'any']] },
  ArtistInfo2: { children: [...infoTexts('biography'), ['similarArtist', 'ArtistID3', 'any']] },
  License: {
    attributes: { valid: 'boolean', email: 'text?', licenseExpires: 'date?', trialExpires: 'date?' },
  },
  ScanStatus: { attributes: { scanning: 'boolean', count: 'long?' } },
  Users: listOf(['user', 'User']),
  User: {
    attributes: {
      ...{ username: 'text', email: 'text?', scrobblingEnabled: 'boolean', maxBitRate: 'int?' },
      ...Object.fromEntries(roles.map((name): [string, Attribute] => [name, 'boolean'])),
      avatarLastChanged: 'date?',
    },
    ...listOf(['folder', 'Int']),
  },
};

/** What may stand under the root, and one of it only. */
const underRoot: Readonly<Record<string, string>> = {
  musicFolders: 'MusicFolders',
  indexes: 'Indexes',
  directory: 'Directory',
  genres: 'Genres',
  artists: 'ArtistsID3',
  artist: 'ArtistWithAlbums',
  album: 'AlbumWithSongs',
  song: 'Child',
  videos: 'Videos',
  nowPlaying: 'NowPlaying',
  searchResult: 'SearchResult',
  searchResult2: 'FolderResults',
  searchResult3: 'TagResults',
  playlists: 'Playlists',
  playlist: 'PlaylistWithSongs',
  license: 'License',
  users: 'Users',
  user: 'User',
  chatMessages: 'ChatMessages',
  albumList: 'AlbumList',
  albumList2: 'AlbumList2',
  randomSongs: 'Songs',
  // The schema forgot it.
  songsByGenre: 'Songs',
  lyrics: 'Lyrics',
  podcasts: 'Podcasts',
  newestPodcasts: 'NewestPodcasts',
  internetRadioStations: 'Stations',
  bookmarks: 'Bookmarks',
  playQueue: 'PlayQueue',
  shares: 'Shares',
  starred: 'FolderResults',
  starred2: 'TagResults',
  albumInfo: 'AlbumInfo',
  artistInfo: 'ArtistInfo',
  artistInfo2: 'ArtistInfo2',
  similarSongs: 'Songs',
  similarSongs2: 'Songs',
  topSongs: 'Songs',
  scanStatus: 'ScanStatus',
  error: 'Error',
};

/** Calls that came with OpenSubsonic: that schema has no answer for them. */
export const newerCalls: ReadonlySet<string> = new Set([
  ...['getOpenSubsonicExtensions', 'tokenInfo', 'getLyricsBySongId', 'getPlayQueueByIndex'],
  ...['getTranscodeDecision', 'getTranscodeStream'],
]);

/** Those of every answer; the last three are what OpenSubsonic adds to the root, at any rate. */
const rootAttributes: Readonly<Record<string, Attribute>> = {
  ...{ xmlns: 'text', status: 'status', version: 'version' },
  ...{ type: 'text', serverVersion: 'text', openSubsonic: 'boolean' },
};

const between = (text: string, least: number, most: number): boolean =>
  Number(text) >= least && Number(text) <= most;

const isOf: Readonly<Record<Kind, (text: string) => boolean>> = {
  text: () => true,
  int: (text) => /^-?\d{1,10}$/.test(text) && between(text, -(2 ** 31), 2 ** 31 - 1),
  long: (text) => /^-?\d{1,19}$/.test(text),
  boolean: (text) => text === 'true' || text === 'false',
  date: (text) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/.test(text),
  rating: (text) => /^\d$/.test(text) && between(text, 1, 5),
  average: (text) => /^\d(?:\.\d+)?$/.test(text) && between(text, 1, 5),
  media: (text) => ['music', 'podcast', 'audiobook', 'video'].includes(text),
  status: (text) => text === 'ok' || text === 'failed',
  version: (text) => /^\d+\.\d+\.\d+$/.test(text),
};

const faultsOfAttributes = (
  known: NonNullable<Type['attributes']>,
  { attributes }: Element,
  at: string,
): string[] => {
  const missing = Object.keys(known).filter(
    (name) => !known[name]?.endsWith('?') && !Object.hasOwn(attributes, name),
  );
  const wrong = Object.entries(attributes).flatMap(([name, value]) => {
    const kind = known[name]?.replace('?', '') as Kind | undefined;
    if (kind === undefined) return [`${at}@${name}: unknown`];
    return isOf[kind](value) ? [] : [`${at}@${name}: no ${kind}: ${value}`];
  });
  return [...missing.map((name) => `${at}@${name}: missing`), ...wrong];
};

const faultsOfChildren = (known: readonly Child[], { children }: Element, at: string): string[] => {
  const places = children.map(({ name }) => known.findIndex(([each]) => each === name));
  const faults = children.flatMap((element, index) => {
    const [, type] = known[places[index] ?? -1] ?? [];
    if (type === undefined) return [`${at}/${element.name}: unknown`];
    const isLate = index > 0 && (places[index - 1] ?? 0) > (places[index] ?? 0);
    const late = isLate ? [`${at}/${element.name}: stands too late`] : [];
    return [...late, ...faultsOfElement(type, element, `${at}/${element.name}`)];
  });
  const wrongCount = known.flatMap(([name, , often]) => {
    const count = children.filter((element) => element.name === name).length;
    const isWrong = (often === 'once' && count !== 1) || (often === 'optional' && count > 1);
    return isWrong ? [`${at}/${name}: ${count} of them`] : [];
  });
  return [...faults, ...wrongCount];
};

const faultsOfElement = (name: string, element: Element, at: string): string[] => {
  const type = types[name];
  if (type === undefined) return [`${at}: there is no ${name}`];
  const { attributes = {}, children = [], text } = type;
  const hasText = element.text.trim() !== '';
  const isText = text === undefined ? !hasText : isOf[text](element.text);
  return [
    ...faultsOfAttributes(attributes, element, at),
    ...faultsOfChildren(children, element, at),
    ...(isText ? [] : [`${at}: text: ${element.text}`]),
  ];
};

/** What REST 1.16 would not let stand in an answer; OpenSubsonic's three attributes of the root are allowed. */
export const faultsOfRest116 = (root: Element): string[] => {
  const faults = faultsOfAttributes(rootAttributes, root, '');
  if (root.name !== 'subsonic-response') faults.push(`/${root.name}: unknown`);
  if (root.attributes['xmlns'] !== 'http://subsonic.org/restapi') faults.push('another namespace');
  if (root.children.length > 1) faults.push(`${root.children.length} elements under the root`);
  return [
    ...faults,
    ...root.children.flatMap((element) => {
      const type = underRoot[element.name];
      return type === undefined
        ? [`/${element.name}: unknown`]
        : faultsOfElement(type, element, `/${element.name}`);
    }),
  ];
};

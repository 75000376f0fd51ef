/*
 * What answers are made of, by the names of REST 1.16: which keys that version knows, which of them have to be there,
 * and what their children are. Legacy apps are sent nothing else; tests hold every answer against it.
 */

/** One kind of object. */
interface Shape {
  /** Scalars that are always there. */
  readonly required: readonly string[];
  /** Scalars that may be. */
  readonly optional?: readonly string[];
  /** Lists and objects, by the shape of their entries. */
  readonly children?: Readonly<Record<string, string>>;
}

const user = [
  'username',
  'scrobblingEnabled',
  'adminRole',
  'settingsRole',
  'downloadRole',
  'uploadRole',
  'playlistRole',
  'coverArtRole',
  'commentRole',
  'podcastRole',
  'streamRole',
  'jukeboxRole',
  'shareRole',
  'videoConversionRole',
];

const child = {
  required: ['id', 'isDir', 'title'],
  optional: [
    ...['parent', 'album', 'artist', 'track', 'year', 'genre', 'coverArt', 'size', 'contentType', 'suffix'],
    ...['transcodedContentType', 'transcodedSuffix', 'duration', 'bitRate', 'path', 'isVideo', 'userRating'],
    ...['averageRating', 'playCount', 'discNumber', 'created', 'starred', 'albumId', 'artistId', 'type'],
    'bookmarkPosition',
  ],
} as const;

/** Every kind of object, as REST 1.16 knows it. */
const shapes = {
  Error: { required: ['code'], optional: ['message'] },
  License: { required: ['valid'] },
  Extension: { required: ['name'], children: { versions: 'Scalar' } },
  TokenInfo: { required: ['username'] },
  User: { required: user, optional: ['maxBitRate'], children: { folder: 'Scalar' } },
  Users: { required: [], children: { user: 'User' } },
  ScanStatus: { required: ['scanning'], optional: ['count'] },
  MusicFolders: { required: [], children: { musicFolder: 'MusicFolder' } },
  MusicFolder: { required: ['id', 'name'] },
  Indexes: {
    required: ['lastModified', 'ignoredArticles'],
    children: { shortcut: 'FolderArtist', index: 'FolderIndex', child: 'Song' },
  },
  FolderIndex: { required: ['name'], children: { artist: 'FolderArtist' } },
  FolderArtist: { required: ['id', 'name'], optional: ['starred', 'userRating', 'averageRating'] },
  Directory: {
    required: ['id', 'name'],
    optional: ['parent', 'starred', 'userRating', 'averageRating', 'playCount'],
    children: { child: 'Song' },
  },
  Genres: { required: [], children: { genre: 'Genre' } },
  Genre: { required: ['value', 'songCount', 'albumCount'] },
  Artists: { required: ['ignoredArticles'], children: { index: 'TagIndex' } },
  TagIndex: { required: ['name'], children: { artist: 'ArtistID3' } },
  ArtistID3: {
    required: ['id', 'name', 'albumCount'],
    optional: ['coverArt', 'starred'],
    children: { album: 'AlbumID3' },
  },
  AlbumID3: {
    required: ['id', 'name', 'songCount', 'duration', 'created'],
    optional: ['artist', 'artistId', 'coverArt', 'playCount', 'starred', 'year', 'genre'],
    children: { song: 'Song' },
  },
  Song: child,
  ArtistInfo: {
    required: [],
    optional: ['biography', 'musicBrainzId', 'lastFmUrl', 'smallImageUrl', 'mediumImageUrl', 'largeImageUrl'],
    children: { similarArtist: 'FolderArtist' },
  },
  ArtistInfo2: {
    required: [],
    optional: ['biography', 'musicBrainzId', 'lastFmUrl', 'smallImageUrl', 'mediumImageUrl', 'largeImageUrl'],
    children: { similarArtist: 'ArtistID3' },
  },
  AlbumInfo: {
    required: [],
    optional: ['notes', 'musicBrainzId', 'lastFmUrl', 'smallImageUrl', 'mediumImageUrl', 'largeImageUrl'],
  },
  AlbumList: { required: [], children: { album: 'Song' } },
  AlbumList2: { required: [], children: { album: 'AlbumID3' } },
  Songs: { required: [], children: { song: 'Song' } },
  SearchResult: { required: ['offset', 'totalHits'], children: { match: 'Song' } },
  FolderResults: { required: [], children: { artist: 'FolderArtist', album: 'Song', song: 'Song' } },
  TagResults: { required: [], children: { artist: 'ArtistID3', album: 'AlbumID3', song: 'Song' } },
  NowPlaying: { required: [], children: { entry: 'NowPlayingEntry' } },
  NowPlayingEntry: {
    required: [...child.required, 'username', 'minutesAgo', 'playerId'],
    optional: [...child.optional, 'playerName'],
  },
  Lyrics: { required: ['value'], optional: ['artist', 'title'] },
  LyricsList: { required: [], children: { structuredLyrics: 'StructuredLyrics' } },
  StructuredLyrics: {
    required: ['lang', 'synced'],
    optional: ['displayArtist', 'displayTitle', 'offset'],
    children: { line: 'LyricsLine' },
  },
  LyricsLine: { required: ['value'], optional: ['start'] },
  Bookmarks: { required: [], children: { bookmark: 'Bookmark' } },
  Bookmark: {
    required: ['position', 'username', 'created', 'changed'],
    optional: ['comment'],
    children: { entry: 'Song' },
  },
  PlayQueue: {
    required: ['username', 'changed', 'changedBy'],
    optional: ['current', 'position'],
    children: { entry: 'Song' },
  },
  PlayQueueByIndex: {
    required: ['username', 'changed', 'changedBy'],
    optional: ['currentIndex', 'position'],
    children: { entry: 'Song' },
  },
  TranscodeDecision: {
    required: ['canDirectPlay', 'canTranscode'],
    optional: ['errorReason', 'transcodeParams'],
    children: { transcodeReason: 'Scalar', sourceStream: 'StreamDetails', transcodeStream: 'StreamDetails' },
  },
  StreamDetails: {
    required: ['protocol', 'container', 'codec'],
    optional: ['audioChannels', 'audioBitrate', 'audioProfile', 'audioSamplerate', 'audioBitdepth'],
  },
  Stations: { required: [], children: { internetRadioStation: 'Station' } },
  Station: { required: ['id', 'name', 'streamUrl'], optional: ['homePageUrl'] },
  Playlists: { required: [], children: { playlist: 'Playlist' } },
  Playlist: {
    required: ['id', 'name', 'songCount', 'duration', 'created', 'changed'],
    optional: ['comment', 'owner', 'public', 'coverArt'],
    children: { allowedUser: 'Scalar', entry: 'Song' },
  },
} as const satisfies Readonly<Record<string, Shape>>;

/** Name of a kind of object. */
export type ShapeName = keyof typeof shapes;

/** The same, where what a key is unknown is to be told. */
export const shapeTable: Readonly<Record<string, Shape | undefined>> = shapes;

import {
  boolean,
  count,
  decimal,
  flag,
  integer,
  integers,
  type Parameters,
  required,
  text,
  texts,
  words,
} from './parameters.ts';
import type { SettingsTab } from './protocol-error.ts';
import type { ShapeName } from './wire/shapes.ts';

/** Who may make a call: an administrator's needs an app that may administer, too. */
type Access = 'anyone' | 'user' | 'admin';

/** A call of the protocol. */
export interface Declaration<P extends Parameters = Parameters> {
  readonly parameters: P;
  readonly access: Access;
  /** The key under the envelope and the shape of what stands there; null for an empty answer, `bytes` for what is no envelope. */
  readonly answer: { readonly key: string; readonly shape: ShapeName } | 'bytes' | null;
  /** Whether it brings JSON in its body: such a call is a POST. */
  readonly takesJson?: boolean;
  /** Whether trouble is told by plain statuses. */
  readonly hasPlainStatuses?: boolean;
}

const call = <const P extends Parameters>(
  parameters: P,
  answer: Declaration['answer'] = null,
  access: Access = 'user',
): Declaration<P> => ({ parameters, access, answer });

const wrapper = (key: string, shape: ShapeName): Declaration['answer'] => ({ key, shape });

/** Most entries of a list. */
const mostListed = 500;
/** Most results of a search of one kind: some apps ask for everything at once. */
const mostFound = 10_000;

const searched = {
  query: words,
  artistCount: count(20, mostFound),
  artistOffset: count(0),
  albumCount: count(20, mostFound),
  albumOffset: count(0),
  songCount: count(20, mostFound),
  songOffset: count(0),
  musicFolderId: integer,
} as const;

const listed = {
  type: required(text),
  size: count(10, mostListed),
  offset: count(0),
  fromYear: integer,
  toYear: integer,
  genre: text,
  musicFolderId: integer,
} as const;

const station = { streamUrl: required(text), name: required(text), homepageUrl: text } as const;

/** THE table of calls, by their names. What is read of a request, who is let in and what is answered follows from it. */
export const calls = {
  ping: call({}),
  getLicense: call({}, wrapper('license', 'License')),
  getOpenSubsonicExtensions: call({}, wrapper('openSubsonicExtensions', 'Extension'), 'anyone'),
  tokenInfo: call({}, wrapper('tokenInfo', 'TokenInfo')),
  getUser: call({ username: required(text) }, wrapper('user', 'User')),
  getUsers: call({}, wrapper('users', 'Users'), 'admin'),
  getScanStatus: call({}, wrapper('scanStatus', 'ScanStatus')),
  startScan: call({}, wrapper('scanStatus', 'ScanStatus'), 'admin'),

  getMusicFolders: call({}, wrapper('musicFolders', 'MusicFolders')),
  getIndexes: call({ musicFolderId: integer, ifModifiedSince: integer }, wrapper('indexes', 'Indexes')),
  getMusicDirectory: call({ id: required(text) }, wrapper('directory', 'Directory')),
  getGenres: call({}, wrapper('genres', 'Genres')),
  getArtists: call({ musicFolderId: integer }, wrapper('artists', 'Artists')),
  getArtist: call({ id: required(text) }, wrapper('artist', 'ArtistID3')),
  getAlbum: call({ id: required(text) }, wrapper('album', 'AlbumID3')),
  getSong: call({ id: required(text) }, wrapper('song', 'Song')),
  getArtistInfo: call(
    { id: required(text), count: count(20, mostListed), includeNotPresent: boolean },
    wrapper('artistInfo', 'ArtistInfo'),
  ),
  getArtistInfo2: call(
    { id: required(text), count: count(20, mostListed), includeNotPresent: boolean },
    wrapper('artistInfo2', 'ArtistInfo2'),
  ),
  getAlbumInfo: call({ id: required(text) }, wrapper('albumInfo', 'AlbumInfo')),
  getAlbumInfo2: call({ id: required(text) }, wrapper('albumInfo', 'AlbumInfo')),

  getAlbumList: call(listed, wrapper('albumList', 'AlbumList')),
  getAlbumList2: call(listed, wrapper('albumList2', 'AlbumList2')),
  getRandomSongs: call(
    {
      size: count(10, mostListed),
      genre: text,
      fromYear: integer,
      toYear: integer,
      musicFolderId: integer,
    },
    wrapper('randomSongs', 'Songs'),
  ),
  getSongsByGenre: call(
    { genre: required(text), count: count(10, mostListed), offset: count(0), musicFolderId: integer },
    wrapper('songsByGenre', 'Songs'),
  ),

  search: call(
    {
      artist: text,
      album: text,
      title: text,
      any: text,
      count: count(20, mostFound),
      offset: count(0),
      newerThan: integer,
    },
    wrapper('searchResult', 'SearchResult'),
  ),
  search2: call(searched, wrapper('searchResult2', 'FolderResults')),
  search3: call(searched, wrapper('searchResult3', 'TagResults')),

  stream: call(
    {
      id: required(text),
      maxBitRate: count(0),
      format: text,
      timeOffset: count(0),
      estimateContentLength: flag(false),
    },
    'bytes',
  ),
  download: call({ id: required(text) }, 'bytes'),
  getTranscodeDecision: {
    ...call(
      { mediaId: required(text), mediaType: required(text) },
      wrapper('transcodeDecision', 'TranscodeDecision'),
    ),
    takesJson: true,
  },
  getTranscodeStream: {
    ...call(
      {
        mediaId: required(text),
        mediaType: required(text),
        transcodeParams: required(text),
        offset: count(0),
      },
      'bytes',
    ),
    hasPlainStatuses: true,
  },
  getCoverArt: call({ id: required(text), size: count(0) }, 'bytes'),
  getAvatar: call({ username: required(text) }, 'bytes'),

  star: call({ id: texts, albumId: texts, artistId: texts }),
  unstar: call({ id: texts, albumId: texts, artistId: texts }),
  setRating: call({ id: required(text), rating: required(integer) }),
  getStarred: call({ musicFolderId: integer }, wrapper('starred', 'FolderResults')),
  getStarred2: call({ musicFolderId: integer }, wrapper('starred2', 'TagResults')),
  scrobble: call({ id: required(texts), time: integers, submission: flag(true) }),
  reportPlayback: call({
    mediaId: required(text),
    mediaType: required(text),
    positionMs: required(integer),
    state: required(text),
    playbackRate: decimal,
    ignoreScrobble: flag(false),
  }),
  getNowPlaying: call({}, wrapper('nowPlaying', 'NowPlaying')),

  getTopSongs: call({ artist: text, id: text, count: count(50, mostListed) }, wrapper('topSongs', 'Songs')),
  getSimilarSongs: call(
    { id: required(text), count: count(50, mostListed) },
    wrapper('similarSongs', 'Songs'),
  ),
  getSimilarSongs2: call(
    { id: required(text), count: count(50, mostListed) },
    wrapper('similarSongs2', 'Songs'),
  ),
  getLyrics: call({ artist: text, title: text }, wrapper('lyrics', 'Lyrics')),
  getLyricsBySongId: call({ id: required(text), enhanced: flag(false) }, wrapper('lyricsList', 'LyricsList')),

  getPlaylists: call({ username: text }, wrapper('playlists', 'Playlists')),
  getPlaylist: call({ id: required(text) }, wrapper('playlist', 'Playlist')),
  createPlaylist: call({ playlistId: text, name: words, songId: texts }, wrapper('playlist', 'Playlist')),
  updatePlaylist: call({
    playlistId: required(text),
    name: words,
    comment: words,
    public: boolean,
    songIdToAdd: texts,
    songIndexToRemove: integers,
  }),
  deletePlaylist: call({ id: required(text) }),

  getBookmarks: call({}, wrapper('bookmarks', 'Bookmarks')),
  createBookmark: call({ id: required(text), position: required(integer), comment: words }),
  deleteBookmark: call({ id: required(text) }),
  getPlayQueue: call({}, wrapper('playQueue', 'PlayQueue')),
  savePlayQueue: call({ id: texts, current: text, position: count(0) }),
  getPlayQueueByIndex: call({}, wrapper('playQueueByIndex', 'PlayQueueByIndex')),
  savePlayQueueByIndex: call({ id: texts, currentIndex: integer, position: count(0) }),

  getInternetRadioStations: call({}, wrapper('internetRadioStations', 'Stations')),
  createInternetRadioStation: call(station, null, 'admin'),
  updateInternetRadioStation: call({ id: required(text), ...station }, null, 'admin'),
  deleteInternetRadioStation: call({ id: required(text) }, null, 'admin'),
} as const;

/** Name of a call that is answered by a handler. */
export type CallName = keyof typeof calls;

/** What reads fine and is empty, since there is none of it here: apps ask without knowing. */
export const emptyAnswers = {
  getVideos: { videos: { video: [] } },
  getPodcasts: { podcasts: { channel: [] } },
  getNewestPodcasts: { newestPodcasts: { episode: [] } },
  getShares: { shares: { share: [] } },
  getChatMessages: { chatMessages: { chatMessage: [] } },
} as const;

interface Refusal {
  readonly code: 0 | 50 | 70;
  readonly message: string;
  readonly leadsTo?: SettingsTab;
}

const refused = (code: Refusal['code'], message: string, names: readonly string[]): [string, Refusal][] =>
  names.map((name) => [name, { code, message }]);

/** Users are no app's to change, and where they are is told. */
const usersElsewhere: Refusal = {
  code: 50,
  message: 'Users are managed in Settings → Users: passwords do not belong into addresses.',
  leadsTo: 'users',
};

/** What is never done, and why. */
export const refusals: ReadonlyMap<string, Refusal> = new Map([
  ...refused(50, 'This server has no podcasts.', [
    'refreshPodcasts',
    'createPodcastChannel',
    'deletePodcastChannel',
    'deletePodcastEpisode',
    'downloadPodcastEpisode',
  ]),
  ...refused(70, 'There is no such episode.', ['getPodcastEpisode']),
  ...refused(50, 'This server has no public links.', ['createShare', 'updateShare', 'deleteShare']),
  ...refused(50, 'This server has no chat.', ['addChatMessage']),
  ...refused(50, 'This server plays nothing by itself.', ['jukeboxControl']),
  ...refused(70, 'There is no such video.', ['getVideoInfo', 'getCaptions']),
  ...refused(0, 'This is not supported; use stream.', ['hls', 'hls.m3u8']),
  ...['createUser', 'updateUser', 'deleteUser', 'changePassword'].map((name): [string, Refusal] => [
    name,
    usersElsewhere,
  ]),
]);

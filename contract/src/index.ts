import { catalogueV8Endpoints } from './catalogue-v8.ts';
import { collectionEndpoints } from './collection.ts';
import { collectionV8Endpoints } from './collection-v8.ts';
import { annotationEndpoints } from './made/annotations.ts';
import { correctionEndpoints } from './made/corrections.ts';
import { listeningEndpoints } from './made/listening.ts';
import { smartListEndpoints } from './made/smart-lists.ts';
import { mediaEndpoints } from './media/media.ts';
import { soundEndpoints } from './media/sound.ts';
import { musicAlbumEndpoints } from './music/albums.ts';
import { musicArtistEndpoints } from './music/artists.ts';
import { musicGenreEndpoints } from './music/genres.ts';
import { musicSongEndpoints } from './music/songs.ts';
import { workEndpoints } from './music/works.ts';
import { musicRulesEndpoints } from './music-rules.ts';
import { appCheckEndpoints } from './people/app-check.ts';
import { appEndpoints } from './people/apps.ts';
import { playlistEndpoints } from './playlists.ts';
import { playlistV8Endpoints } from './playlists-v8.ts';
import { preferenceEndpoints } from './preferences.ts';
import { type NameGroups, queryEndpoints, type Suggestion } from './queries.ts';
import { backupEndpoints } from './running/backups.ts';
import { bucketEndpoints } from './running/buckets.ts';
import { operationEndpoints } from './running/operation.ts';
import { scanEndpoints } from './scanning.ts';
import { scrobblingEndpoints } from './scrobbling.ts';
import { sessionEndpoints } from './sessions.ts';
import { settingsEndpoints } from './settings.ts';
import { setupEndpoints } from './setup.ts';
import { userEndpoints } from './users.ts';

/** Every call of the HTTP contract, by name. Server, client, access matrix and OpenAPI read this table. */
export const endpoints = {
  ...setupEndpoints,
  ...sessionEndpoints,
  ...userEndpoints,
  ...appEndpoints,
  ...appCheckEndpoints,
  ...preferenceEndpoints,
  ...settingsEndpoints,
  ...backupEndpoints,
  ...bucketEndpoints,
  ...operationEndpoints,
  ...scanEndpoints,
  ...collectionEndpoints,
  ...collectionV8Endpoints,
  ...catalogueV8Endpoints,
  ...musicAlbumEndpoints,
  ...musicArtistEndpoints,
  ...workEndpoints,
  ...musicGenreEndpoints,
  ...musicSongEndpoints,
  ...annotationEndpoints,
  ...correctionEndpoints,
  ...smartListEndpoints,
  ...listeningEndpoints,
  ...musicRulesEndpoints,
  ...playlistEndpoints,
  ...playlistV8Endpoints,
  ...queryEndpoints,
  ...mediaEndpoints,
  ...soundEndpoints,
  ...scrobblingEndpoints,
} as const;

/** The table of endpoints. */
export type Endpoints = typeof endpoints;
/** Name of an endpoint. */
export type EndpointName = keyof Endpoints;

export type { AlbumHeader, ArtistHeader, Contribution } from './catalogue-v8.ts';
export type { FolderFace } from './collection.ts';
export type { Access, AnswerOf, BodyInputOf, BodyOf, Endpoint, Method, QueryOf } from './endpoint.ts';
export { type ErrorCode, errors, type Problem } from './errors.ts';
export { type Annotation, mostAnnotated } from './made/annotations.ts';
export type {
  CarriedCorrection,
  CarriedCorrections,
  Correction,
  CorrectionAbout,
  CorrectionKind,
  CorrectionRule,
  ListedCorrection,
} from './made/corrections.ts';
export type { QueuePlace, RadioStation, ShownQueuePlace } from './made/listening.ts';
export type { SmartList } from './made/smart-lists.ts';
export {
  mostSoundPaths,
  type SoundAbilities,
  type SoundFacts,
  type SoundGain,
  type SoundStatus,
  type SoundTarget,
  soundTargets,
} from './media/sound.ts';
export { thumbnailSizes } from './media/thumbnail-sizes.ts';
export type { AlbumKind, Home, MusicAlbum, MusicAlbumOrder, WholeAlbum } from './music/albums.ts';
export type { MusicArtist, WholeArtist } from './music/artists.ts';
export type { MusicGenre, WholeGenre } from './music/genres.ts';
export type { ArtistLink, LetterPlaces, SongRole } from './music/shapes.ts';
export {
  type Lyrics,
  type MusicSong,
  mostLinkedSongs,
  type SongCredit,
  type SongDetails,
  type SongLinks,
} from './music/songs.ts';
export type { MusicWork, WholeWork, WorksOfComposer } from './music/works.ts';
export type { MusicRules, MusicRulesTrial, SplitField } from './music-rules.ts';
export {
  type AppCheck,
  type AppFinding,
  type AppFindingName,
  appFindings,
  type CheckedApp,
  checkedApps,
} from './people/app-check.ts';
export { type ListedApp, longestAppName, type NewApp } from './people/apps.ts';
export {
  mostEditedEntries,
  mostPlaylistEntries,
  type PlaylistEdit,
  type PlaylistSummary,
} from './playlists.ts';
export type { Preferences } from './preferences.ts';
export { type Backup, type BackupStatus, mostBackups } from './running/backups.ts';
export type { Bucket, BucketChange } from './running/buckets.ts';
export type { Diagnostics, LogEntry, NotReadyReason } from './running/operation.ts';
export { type AwayReason, awayReasons, type ProblemReason, problemReasons } from './scan-reasons.ts';
export {
  type CollectionStatus,
  type ScanProblem,
  type ScanStatus,
  type SourceState,
  scanPhases,
} from './scanning.ts';
export type { LinkedService, OutboxEntry } from './scrobbling.ts';
export type { DdnsReason, RefusalReason, UnreachableReason } from './service-reasons.ts';
export type { SessionInfo } from './sessions.ts';
export {
  type AppScheme,
  appSchemes,
  type ServerCheckedName,
  type SettingName,
  settingFields,
  settingNames,
} from './setting-fields.ts';
export type { Ddns, DdnsStatus, FolderListing, MountDir, Settings, SettingsInput } from './settings.ts';
export {
  type Directory,
  directoryCountHeader,
  type Item,
  type Page,
  type Song,
  totalCountHeader,
} from './shapes.ts';
export { firstSongs, type PlaylistHeader } from './shapes-v8.ts';
export { type Theme, type ThemeBase, themes } from './themes.ts';
export type { ListedUser, NewUser } from './users.ts';
export type { NameGroups, Suggestion };

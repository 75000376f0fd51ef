export {
  encodeWav,
  makeTone,
  type Pcm,
  type Picture,
  pictureBlock,
  riffChunk,
  type SongTags,
} from '@tonearm/song-files';
export { readFlags } from './cli/read-flags.ts';
export {
  type BucketBehaviour,
  type BucketRequest,
  type FakeBucket,
  startFakeBucket,
} from './fakes/fake-bucket.ts';
export { createFakeClock, type FakeClock } from './fakes/fake-clock.ts';
export { type DdnsBehaviour, type FakeDdns, startFakeDdns } from './fakes/fake-ddns.ts';
export {
  type FakeLastfm,
  type LastfmBehaviour,
  type LastfmListen,
  startFakeLastfm,
} from './fakes/fake-lastfm.ts';
export {
  type FakeListenBrainz,
  type ListenBrainzBehaviour,
  type ListenBrainzListen,
  startFakeListenBrainz,
} from './fakes/fake-listenbrainz.ts';
export {
  type FakeSearchEngine,
  type SearchDocument,
  type SearchFound,
  type SearchQuestion,
  startFakeSearchEngine,
} from './fakes/fake-search-engine.ts';
export {
  HOSTILE_BEHAVIOURS,
  type HostileBehaviour,
  type HostileUpstream,
  startHostileUpstream,
} from './fakes/hostile-upstream.ts';
export { type MadeLibrary, type MakeLibraryOptions, makeLibrary } from './make-library/make-library.ts';
export type { ManifestSong } from './make-library/manifest.ts';
export type { LibraryFormat } from './make-library/seed-specs.ts';
export { type LibraryBuilder, library } from './music-folder/library.ts';
export type { AlbumOptions, BrokenKind, FolderPath, SongOptions } from './music-folder/plan.ts';
export { type TempFolder, tempFolder } from './music-folder/temp-folder.ts';
export type { WrittenAlbum, WrittenLibrary, WrittenSong } from './music-folder/written-library.ts';
export { type AsfSpec, type AsfValue, asfPicture, buildAsf } from './odd/asf.ts';
export { id3Picture, id3Text, type OddFrame, type OddId3, oddId3Tag } from './odd/odd-id3.ts';
export { oddMatroska } from './odd/odd-matroska.ts';
export { mp4InPieces, mp4PiecesMs, oddMp4, silentMp4 } from './odd/odd-mp4.ts';
export { oggFlac, oggWithLines, silentOgg, withOtherStream } from './odd/odd-ogg.ts';
export { infoChunk, type OddWav, oddWav } from './odd/odd-riff.ts';
export { type Colour, encodePng, solidPng } from './pictures/png.ts';
export { makePicture, type PictureOptions } from './pictures/test-pictures.ts';
export { findPostgres } from './postgres/postgres-program.ts';
export { type PostgresRelay, startPostgresRelay } from './postgres/relay.ts';
export { startPostgres, type TestPostgres } from './postgres/start-postgres.ts';
export { preferNobody } from './product/prefer-nobody.ts';
export { type Product, startProduct } from './product/start-product.ts';
export {
  type BuiltSong,
  buildSong,
  SONG_FORMATS,
  type SongFormat,
  type SongSpec,
  type TagStyle,
} from './samples/build-song.ts';
export { ffmpegHere } from './samples/ffmpeg-here.ts';
export { longMusepack } from './samples/long-musepack.ts';
export { PICTURE_FORMATS, type PictureFormat, readTone, type ToneName } from './samples/sample-files.ts';
export { silentApe } from './samples/silent-ape.ts';
export { silentDsf } from './samples/silent-dsf.ts';
export { type TaggedAlbum, type TaggedSong, writeTaggedAlbums } from './taggers/tagged-albums.ts';
export { flacWith, mp3With, textFrame, userFrame } from './taggers/tagger-bytes.ts';
export { type TaggerFile, taggerFiles } from './taggers/tagger-files.ts';

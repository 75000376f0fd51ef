export { headBytes } from './formats/file-window.ts';
export { type FileProblem, problemTerms } from './read-problem.ts';
export {
  createSongReader,
  mtimeUsOf,
  type OpenSong,
  openSong,
  type SongReader,
  type SongReading,
} from './read-song.ts';
export { readerVersion } from './reader-version.ts';
export { readInsideParts, readSongPicture, readSongWords, type SongInside } from './song-inside.ts';
export { lengthOfContent } from './song-keys.ts';
export { type SoundFormat, type StoredTags, unknownFormat } from './song-tags.ts';
export { inOrder } from './tag-collector.ts';

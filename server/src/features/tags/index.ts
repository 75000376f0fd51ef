export {
  type FileToOpen,
  noTags,
  packBatch,
  type ReadRow,
  readBatch,
  readingKinds,
  rowOfGone,
  rowOfProblem,
  unpackReadings,
} from './read-batch.ts';
export { type FileProblem, problemTerms } from './read-problem.ts';
export { createSongReader, type SongReading } from './read-song.ts';
export { readerVersion } from './reader-version.ts';
export { readInsideParts, readSongPicture, readSongWords, type SongInside } from './song-inside.ts';
export { unknownFormat } from './song-tags.ts';
export { createTagReaders, type TagReaders } from './tag-readers.ts';

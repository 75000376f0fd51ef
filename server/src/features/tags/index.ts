export { noTags, packBatch, type ReadRow, readBatch, readingKinds, unpackReadings } from './read-batch.ts';
export { problemTerms } from './read-problem.ts';
export { createSongReader, readSongPicture, readSongWords } from './read-song.ts';
export { readerVersion } from './reader-version.ts';
export { unknownFormat } from './song-tags.ts';
export { createTagReaders, type TagReaders } from './tag-readers.ts';

export { fileKindOf } from './audio-formats.ts';
export { type EmbeddedPicture, readEmbeddedPicture } from './embedded-picture.ts';
export { type ReadRow, readingKinds } from './read-batch.ts';
export { createTagReaders, type TagReaders } from './tag-readers.ts';

export type { Transcoded, TranscodeWish, Transcoding } from './transcoding.ts';

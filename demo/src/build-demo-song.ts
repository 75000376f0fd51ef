import { readFileSync } from 'node:fs';
import {
  buildFlac,
  buildMp4,
  buildOgg,
  encodeFlac,
  encodeWav,
  id3v2Tag,
  type Picture,
  riffChunk,
  splitMp4,
  splitOgg,
  withRiffChunks,
} from '@tonearm/song-files';
import { samplePath } from './sample-path.ts';
import { composeSong } from './score/compose.ts';
import type { PlannedSong } from './song-plan.ts';

/** The bytes of a song of the demo: composed, encoded and tagged. */
export function buildDemoSong({ format, tags, sound }: PlannedSong, picture: Picture | undefined): Buffer {
  const id3 = () => id3v2Tag(tags, { version: 4, picture });
  if ('sample' in sound) {
    const file = readFileSync(samplePath(sound.sample));
    if (format === 'ogg') return buildOgg(splitOgg(file, 'vorbis'), { tags, picture });
    if (format === 'opus') return buildOgg(splitOgg(file, 'opus'), { tags, picture });
    if (format === 'm4a') return buildMp4(splitMp4(file), { tags, picture });
    return Buffer.concat([id3(), file]);
  }
  const pcm = composeSong(sound.song, sound.style);
  if (format === 'wav') return withRiffChunks(encodeWav(pcm), [riffChunk('id3 ', id3())]);
  return buildFlac(encodeFlac(pcm), { tags, picture, padding: 1024 });
}

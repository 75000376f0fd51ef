import { readFileSync } from 'node:fs';
import { encodeFlac } from '../audio/flac-encoder.ts';
import { encodeWav } from '../audio/wav.ts';
import { samplePath } from '../samples/sample-files.ts';
import { buildFlac } from '../tags/flac-tags.ts';
import { id3v2Tag } from '../tags/id3v2.ts';
import { buildMp4, splitMp4 } from '../tags/mp4-tags.ts';
import { buildOgg, splitOgg } from '../tags/ogg-tags.ts';
import { riffChunk, withRiffChunks } from '../tags/riff-tags.ts';
import type { Picture } from '../tags/song-tags.ts';
import { composeSong } from './score/compose.ts';
import type { PlannedSong } from './song-plan.ts';

/** The bytes of a song of the demo: composed, encoded and tagged. */
export function buildDemoSong({ format, tags, sound }: PlannedSong, picture: Picture | undefined): Buffer {
  const id3 = () => id3v2Tag(tags, { version: 4, picture });
  if ('sample' in sound) {
    const file = readFileSync(samplePath(`demo/${sound.sample}`));
    if (format === 'ogg') return buildOgg(splitOgg(file, 'vorbis'), { tags, picture });
    if (format === 'opus') return buildOgg(splitOgg(file, 'opus'), { tags, picture });
    if (format === 'm4a') return buildMp4(splitMp4(file), { tags, picture });
    return Buffer.concat([id3(), file]);
  }
  const pcm = composeSong(sound.song, sound.style);
  if (format === 'wav') return withRiffChunks(encodeWav(pcm), [riffChunk('id3 ', id3())]);
  return buildFlac(encodeFlac(pcm), { tags, picture, padding: 1024 });
}

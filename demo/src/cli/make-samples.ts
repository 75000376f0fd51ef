/*
 * Makes everything under demo/samples again. It needs ffmpeg with libmp3lame, libvorbis and libopus;
 * nothing else of the demo does. Run it only to change the samples:
 *
 *   node demo/src/cli/make-samples.ts
 */
import { mkdirSync } from 'node:fs';
import { encodeWav, runFfmpeg } from '@tonearm/song-files';
import { ANTHOLOGY } from '../anthology.ts';
import { samplePath } from '../sample-path.ts';
import { composeSong } from '../score/compose.ts';

mkdirSync(samplePath(''), { recursive: true });
/** All pieces together take at most 1.5 MB. */
const coders = {
  mp3: ['-c:a', 'libmp3lame', '-b:a', '40k', '-ar', '24000', '-id3v2_version', '0', '-f', 'mp3'],
  ogg: ['-c:a', 'libvorbis', '-q:a', '-1', '-ar', '24000', '-ac', '1', '-f', 'ogg'],
  opus: ['-c:a', 'libopus', '-b:a', '30k', '-f', 'ogg'],
  m4a: ['-c:a', 'aac', '-b:a', '36k', '-f', 'mp4'],
};
for (const piece of ANTHOLOGY) {
  const wav = encodeWav(composeSong(piece, piece.style, 20));
  runFfmpeg({ args: ['-f', 'wav'], data: wav }, coders[piece.format], samplePath(piece.file));
}

/*
 * Makes everything under testkit/samples again. It needs ffmpeg with libmp3lame, libvorbis, libopus,
 * libwebp and an AV1 encoder; nothing else in this repository does. Run it only to change the samples:
 *
 *   node testkit/src/cli/make-samples.ts
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { encodeWav, makeTone, runFfmpeg } from '@tonearm/song-files';
import { CLIPS, COVERS } from '../make-library/seed-specs.ts';
import { encodePng } from '../pictures/png.ts';
import {
  PICTURE_FORMATS,
  samplePath,
  TONE_FILES,
  TONE_SECONDS,
  type ToneName,
} from '../samples/sample-files.ts';
import { makeClipSamples, makeCoverPixels } from './library-seeds.ts';

const NO_TAG = ['-id3v2_version', '0', '-f', 'mp3'];
const lame = (...args: string[]) => ['-c:a', 'libmp3lame', ...args, ...NO_TAG];

/** `musepack` is none of them: mpcenc 1.30 (SV8, `--quality 3`) made it of two seconds of 440 Hz at 44,100 Hz. */
const TONE_ARGUMENTS: Record<Exclude<ToneName, 'musepack'>, readonly string[]> = {
  'mp3-cbr': lame('-b:a', '32k', '-reservoir', '0', '-write_xing', '0'),
  'mp3-vbr': lame('-q:a', '6'),
  'mp3-vbr-no-xing': lame('-q:a', '6', '-write_xing', '0'),
  'mp3-low': lame('-b:a', '8k', '-ar', '16000', '-reservoir', '0', '-write_xing', '0'),
  vorbis: ['-c:a', 'libvorbis', '-q:a', '0', '-f', 'ogg'],
  opus: ['-c:a', 'libopus', '-b:a', '24k', '-f', 'ogg'],
  'mp4-aac': ['-c:a', 'aac', '-b:a', '32k', '-f', 'mp4'],
  'mp4-alac': ['-c:a', 'alac', '-sample_fmt', 's16p', '-f', 'mp4'],
  adts: ['-c:a', 'aac', '-b:a', '32k', '-f', 'adts'],
  wavpack: ['-c:a', 'wavpack', '-f', 'wv'],
};

function makeTones(): void {
  const wav = encodeWav(makeTone({ seconds: TONE_SECONDS, rate: 24000 }));
  for (const name of Object.keys(TONE_ARGUMENTS) as (keyof typeof TONE_ARGUMENTS)[]) {
    const input = { args: ['-f', 'wav'], data: wav };
    runFfmpeg(input, TONE_ARGUMENTS[name], samplePath(`tones/${TONE_FILES[name]}`));
  }
}

function makePictures(): void {
  const pixels = makeCoverPixels({ name: 'picture', ext: 'png', size: 96 });
  const input = { args: ['-f', 'rawvideo', '-pix_fmt', 'rgb24', '-s', '96x96'], data: pixels };
  const coders = {
    jpeg: ['-c:v', 'mjpeg', '-q:v', '4', '-f', 'mjpeg'],
    webp: ['-c:v', 'libwebp', '-f', 'webp'],
    gif: ['-c:v', 'gif', '-f', 'gif'],
    bmp: ['-c:v', 'bmp', '-f', 'image2pipe'],
    tiff: ['-c:v', 'tiff', '-f', 'image2pipe'],
    avif: ['-c:v', 'libaom-av1', '-still-picture', '1', '-crf', '30', '-pix_fmt', 'yuv420p', '-f', 'avif'],
  };
  for (const format of PICTURE_FORMATS) {
    const file = samplePath(`pictures/picture.${format}`);
    if (format === 'png') writeFileSync(file, encodePng({ data: pixels, width: 96, height: 96 }));
    else runFfmpeg(input, ['-frames:v', '1', ...coders[format]], file);
  }
}

function makeLibrarySeeds(): void {
  for (const clip of CLIPS) {
    const args = ['-f', 's16le', '-ar', `${clip.rate}`, '-ac', `${clip.channels}`];
    const file = samplePath(`library/${clip.name}.${clip.ext}`);
    runFfmpeg({ args, data: makeClipSamples(clip) }, clip.args, file);
  }
  for (const cover of COVERS) {
    const data = makeCoverPixels(cover);
    const file = samplePath(`library/${cover.name}.${cover.ext}`);
    if (cover.ext === 'png') {
      writeFileSync(file, encodePng({ data, width: cover.size, height: cover.size }));
      continue;
    }
    const args = ['-f', 'rawvideo', '-pix_fmt', 'rgb24', '-s', `${cover.size}x${cover.size}`];
    runFfmpeg({ args, data }, ['-frames:v', '1', '-q:v', '6', '-f', 'mjpeg'], file);
  }
}

for (const folder of ['tones', 'pictures', 'library']) mkdirSync(samplePath(folder), { recursive: true });
makeTones();
makePictures();
makeLibrarySeeds();

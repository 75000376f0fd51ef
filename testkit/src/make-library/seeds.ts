import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { be16, latin1, type Picture } from '@tonearm/song-files';
import { pngChunk } from '../pictures/png.ts';
import { samplePath } from '../samples/sample-files.ts';
import { type PreparedClip, prepareClip } from './containers.ts';
import { lightClip } from './light-clips.ts';
import { CLIPS, COVERS, type CoverSpec, LIBRARY_FORMATS, type LibraryFormat } from './seed-specs.ts';

/** A clip and how long it plays. */
export interface SeedClip {
  seconds: number;
  /** As it was committed. */
  file: Buffer;
  prepared: PreparedClip;
  /** The same with next to no sound. */
  light: PreparedClip;
}

/** A cover and its width, which is also its height. */
export interface SeedCover extends Picture {
  ext: CoverSpec['ext'];
  px: number;
}

/** Everything that songs are built from. */
export interface Seeds {
  clips: Record<LibraryFormat, SeedClip[]>;
  covers: Record<CoverSpec['ext'], SeedCover[]>;
  /** SHA-256 over all of it: two libraries of one seed are equal when this is. */
  digest: string;
}

/** Reads the committed clips and covers. */
export function loadSeeds(): Seeds {
  const digest = createHash('sha256');
  const load = (name: string, ext: string) => {
    const data = readFileSync(samplePath(`library/${name}.${ext}`));
    digest.update(data);
    return data;
  };
  const clips = Object.fromEntries(
    LIBRARY_FORMATS.map((format) => [format, []]),
  ) as unknown as Seeds['clips'];
  for (const { name, ext, seconds } of CLIPS) {
    const file = load(name, ext);
    const prepared = prepareClip(ext, file);
    clips[ext].push({ seconds, file, prepared, light: lightClip(prepared) });
  }
  const covers: Seeds['covers'] = { jpg: [], png: [] };
  for (const { name, ext, size } of COVERS) {
    const mime = ext === 'png' ? 'image/png' : 'image/jpeg';
    covers[ext].push({ data: load(name, ext), mime, ext, px: size });
  }
  return { clips, covers, digest: digest.digest('hex') };
}

/** The same picture with other bytes, so that no two albums share a file hash. */
export function uniqueCover(cover: SeedCover, text: string): SeedCover {
  const note = Buffer.from(text, 'utf8').subarray(0, 200);
  const { data } = cover;
  if (cover.ext === 'jpg') {
    const comment = Buffer.concat([Buffer.from([0xff, 0xfe]), be16(note.length + 2), note]);
    return { ...cover, data: Buffer.concat([data.subarray(0, 2), comment, data.subarray(2)]) };
  }
  const end = data.length - 12; // before IEND
  const chunk = pngChunk('tEXt', Buffer.concat([latin1('Comment\0'), Buffer.from(note.toString('hex'))]));
  return { ...cover, data: Buffer.concat([data.subarray(0, end), chunk, data.subarray(end)]) };
}

import {
  buildFlac,
  buildMp4,
  buildOgg,
  type FlacParts,
  ID3_GENRES,
  id3v1Tag,
  id3v2Tag,
  type Mp4Parts,
  type OggParts,
  type Picture,
  type Random,
  type SongTags,
  splitFlac,
  splitMp4,
  splitOgg,
} from '@tonearm/song-files';
import type { LibraryFormat } from './seed-specs.ts';

/** Which way of tagging a song gets, as the manifest names it, and whether it holds real lists. */
export interface ContainerPlan {
  container: 'id3v2.3' | 'id3v2.4' | 'flac' | 'vorbis' | 'opus' | 'mp4';
  hasLists: boolean;
}

/** Small differences between files that say the same. */
export interface Variant {
  padding: number;
  hasNumericGenre: boolean;
  hasId3v1: boolean;
  tagsFirst: boolean;
}

/** A clip taken apart, ready to be put together with tags any number of times. */
export type PreparedClip =
  | { format: 'mp3'; frames: Buffer }
  | { format: 'flac'; parts: FlacParts }
  | { format: 'm4a'; parts: Mp4Parts }
  | { format: 'ogg' | 'opus'; parts: OggParts };

/** Takes a clip apart, once. */
export function prepareClip(format: LibraryFormat, file: Buffer): PreparedClip {
  switch (format) {
    case 'mp3':
      return { format, frames: file };
    case 'flac':
      return { format, parts: splitFlac(file) };
    case 'm4a':
      return { format, parts: splitMp4(file) };
    case 'ogg':
      return { format, parts: splitOgg(file, 'vorbis') };
    case 'opus':
      return { format, parts: splitOgg(file, 'opus') };
  }
}

/** Decides how a song of a format will be tagged. */
export function planContainer(format: LibraryFormat, random: Random): ContainerPlan {
  if (format === 'mp3') {
    return random.chance(0.55)
      ? { container: 'id3v2.3', hasLists: false }
      : { container: 'id3v2.4', hasLists: true };
  }
  const names = { flac: 'flac', ogg: 'vorbis', opus: 'opus', m4a: 'mp4' } as const;
  return { container: names[format], hasLists: true };
}

/** Draws the small differences, in the order that makes the same seed give the same bytes. */
export function chooseVariant(format: LibraryFormat, tags: SongTags, random: Random): Variant {
  const isTagged = Object.keys(tags).length > 0;
  const variant = { padding: 0, hasNumericGenre: false, hasId3v1: false, tagsFirst: true };
  if (format === 'mp3') {
    const isNumbered = ID3_GENRES.has(tags.genres?.[0] ?? '') && tags.genres?.length === 1;
    variant.hasNumericGenre = isNumbered && random.chance(0.08);
    if (isTagged) {
      variant.padding = random.pick([0, 128, 1024]);
      variant.hasId3v1 = random.chance(0.3);
    }
  }
  if (format === 'flac') variant.padding = random.pick([0, 512, 4096]);
  if (format === 'm4a') variant.tagsFirst = random.chance(0.6);
  return variant;
}

/** What goes around a clip. */
export interface Wrapping {
  tags: SongTags;
  picture: Picture | undefined;
  plan: ContainerPlan;
  variant: Variant;
  /** How often the sound of an mp3 is repeated. */
  repeat: number;
}

/** The bytes of one song. */
export function buildFile(clip: PreparedClip, wrapping: Wrapping): Buffer {
  const { tags, picture, variant } = wrapping;
  switch (clip.format) {
    case 'mp3':
      return buildMp3(clip.frames, wrapping);
    case 'flac':
      return buildFlac(clip.parts, { tags, picture, padding: variant.padding });
    case 'm4a':
      return buildMp4(clip.parts, { tags, picture, tagsFirst: variant.tagsFirst });
    case 'ogg':
    case 'opus':
      return buildOgg(clip.parts, { tags, picture });
  }
}

function buildMp3(frames: Buffer, { tags, picture, plan, variant, repeat }: Wrapping): Buffer {
  const sound = Array<Buffer>(repeat).fill(frames);
  if (Object.keys(tags).length === 0) return Buffer.concat(sound);
  const version = plan.container === 'id3v2.4' ? 4 : 3;
  const { padding, hasNumericGenre: numericGenre } = variant;
  const head = id3v2Tag(tags, { version, picture, padding, numericGenre });
  return Buffer.concat([head, ...sound, ...(variant.hasId3v1 ? [id3v1Tag(tags)] : [])]);
}

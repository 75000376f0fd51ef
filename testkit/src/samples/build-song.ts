import {
  apeTag,
  buildFlac,
  buildMp4,
  buildOgg,
  encodeAiff,
  encodeFlac,
  encodeWav,
  type Id3Version,
  id3v1Tag,
  id3v2Tag,
  makeTone,
  type Picture,
  riffChunk,
  riffInfo,
  type SongTags,
  splitMp4,
  splitOgg,
  withAiffId3,
  withRiffChunks,
} from '@tonearm/song-files';
import { mpcHeaderOnly } from './header-only.ts';
import { readTone, TONE_SECONDS, type ToneName } from './sample-files.ts';
import { silentApe } from './silent-ape.ts';

/** Every format a song can be written in, named by its file extension. */
export const SONG_FORMATS = [
  'mp3',
  'flac',
  'ogg',
  'opus',
  'm4a',
  'm4b',
  'wav',
  'aiff',
  'aac',
  'wv',
  'ape',
  'mpc',
] as const;

/** One of {@link SONG_FORMATS}. */
export type SongFormat = (typeof SONG_FORMATS)[number];

/** How the tags are kept, where a format knows several ways. */
export type TagStyle = 'id3v2.4' | 'id3v2.3' | 'id3v2.2' | 'id3v1' | 'apev2' | 'riff-info';

/** What a song file is made of. */
export interface SongSpec {
  format: SongFormat;
  tags: SongTags;
  picture?: Picture | undefined;
  /** Default: ID3v2.4 for mp3, aac, wav and aiff. Ignored by formats with one way only. */
  tagStyle?: TagStyle | undefined;
  /** Another length; only for mp3, flac, wav, aiff, ape and mpc. Default 2. */
  seconds?: number | undefined;
  /** Which clip an mp3 or m4a is made of. Default `mp3-cbr`, `mp4-aac`. */
  sample?: ToneName | undefined;
  /** Of the tone in flac, wav and aiff. Default 440. */
  pitchHz?: number | undefined;
}

/** A file's bytes and how long they play. */
export interface BuiltSong {
  data: Buffer;
  /** Nominal; decoders may differ by up to 0.1 s. */
  seconds: number;
}

/**
 * The bytes of a playable, tagged song (ape: of silence; mpc: tagged, with a true length, but not playable).
 * @throws Error when a length is asked of a format that has it fixed
 */
export function buildSong(spec: SongSpec): BuiltSong {
  const { seconds = TONE_SECONDS } = spec;
  return { data: BUILDERS[spec.format]({ ...spec, seconds }), seconds };
}

type Ready = SongSpec & { seconds: number };

const BUILDERS: Readonly<Record<SongFormat, (spec: Ready) => Buffer>> = {
  mp3: buildMp3,
  flac: (spec) => buildFlac(encodeFlac(tone(spec)), spec),
  ogg: (spec) => buildOgg(splitOgg(clip(spec, 'vorbis'), 'vorbis'), spec),
  opus: (spec) => buildOgg(splitOgg(clip(spec, 'opus'), 'opus'), spec),
  m4a: (spec) => buildMp4(splitMp4(clip(spec, 'mp4-aac')), spec),
  m4b: (spec) => buildMp4(splitMp4(clip(spec, 'mp4-aac')), { ...spec, brand: 'M4B ' }),
  wav: buildWav,
  aiff: (spec) => withId3Chunk(encodeAiff(tone(spec)), spec),
  aac: (spec) => Buffer.concat([id3(spec), clip(spec, 'adts')]),
  wv: (spec) => Buffer.concat([clip(spec, 'wavpack'), ape(spec)]),
  ape: (spec) => Buffer.concat([silentApe(spec.seconds), ape(spec)]),
  mpc: (spec) => Buffer.concat([mpcHeaderOnly(spec.seconds), ape(spec)]),
};

function clip({ format, seconds, sample }: Ready, usual: ToneName): Buffer {
  if (seconds !== TONE_SECONDS) throw new Error(`a ${format} song always lasts ${TONE_SECONDS} s`);
  return readTone(sample ?? usual);
}

function tone({ seconds, pitchHz = 440 }: Ready) {
  return makeTone({ seconds, pitchHz });
}

const isTagged = ({ tags, picture }: SongSpec): boolean => Object.keys(tags).length > 0 || Boolean(picture);

function id3(spec: SongSpec): Buffer {
  const versions: Partial<Record<TagStyle, Id3Version>> = { 'id3v2.3': 3, 'id3v2.2': 2 };
  const version = versions[spec.tagStyle ?? 'id3v2.4'] ?? 4;
  return isTagged(spec) ? id3v2Tag(spec.tags, { version, picture: spec.picture }) : Buffer.alloc(0);
}

function ape(spec: SongSpec): Buffer {
  return isTagged(spec) ? apeTag(spec.tags, spec.picture) : Buffer.alloc(0);
}

function buildMp3(spec: Ready): Buffer {
  const sound = spec.seconds === TONE_SECONDS ? clip(spec, 'mp3-cbr') : lowTone(spec.seconds);
  if (spec.tagStyle === 'id3v1') return Buffer.concat([sound, id3v1Tag(spec.tags)]);
  if (spec.tagStyle === 'apev2') return Buffer.concat([sound, ape(spec)]);
  return Buffer.concat([id3(spec), sound]);
}

/** The clip of 8 kbit/s over and over, cut at a frame: 36 bytes for 36 ms of sound. */
function lowTone(seconds: number): Buffer {
  const unit = readTone('mp3-low');
  const bytes = Math.round((seconds * 1000) / 36) * 36;
  return Buffer.concat(Array(Math.ceil(bytes / unit.length)).fill(unit)).subarray(0, bytes);
}

function buildWav(spec: Ready): Buffer {
  const file = encodeWav(tone(spec));
  if (!isTagged(spec)) return file;
  if (spec.tagStyle === 'riff-info') return withRiffChunks(file, [riffInfo(spec.tags)]);
  return withRiffChunks(file, [riffChunk('id3 ', id3(spec))]);
}

function withId3Chunk(file: Buffer, spec: SongSpec): Buffer {
  return isTagged(spec) ? withAiffId3(file, id3(spec)) : file;
}

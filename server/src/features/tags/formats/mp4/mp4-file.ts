import { keepCompiled } from '../../../../platform/memory/keep-compiled.ts';
import { type OwnReading, type SoundFormat, type SoundPlace, unknownFormat } from '../../song-tags.ts';
import { createTagCollector, type TagCollector } from '../../tag-collector.ts';
import type { FileWindow } from '../file-window.ts';
import { type Box, type BoxReader, createBoxReader, findBox } from './mp4-boxes.ts';
import { createFragments } from './mp4-fragments.ts';
import { editGaps, itunesGaps, type MediaEdit, type MediaLength, mp4Format } from './mp4-sound.ts';
import { readMeta, readUserData } from './mp4-tags.ts';

/** Units in a second from a `mdhd` box. */
const readTimescale = (window: FileWindow, box: Box): number => {
  const body = window.read(box.bodyAt, 24);
  return body.length < 24 ? 0 : body.readUInt32BE(body[0] === 1 ? 20 : 12);
};

/** The number of a track from its `tkhd` box. */
const readTrackId = (window: FileWindow, box: Box): number => {
  const body = window.read(box.bodyAt, 24);
  return body.length < 24 ? 0 : body.readUInt32BE(body[0] === 1 ? 20 : 12);
};

/** Length from a `mdhd` or `mvhd` box; null when it says none. */
const readLength = (window: FileWindow, box: Box): MediaLength | null => {
  const body = window.read(box.bodyAt, 32);
  const isLong = body[0] === 1;
  if (body.length < (isLong ? 32 : 20)) return null;
  const timescale = body.readUInt32BE(isLong ? 20 : 12);
  const duration = isLong ? Number(body.readBigUInt64BE(24)) : body.readUInt32BE(16);
  const isUnknown = duration === 0 || (isLong ? !Number.isSafeInteger(duration) : duration === 0xffffffff);
  return timescale === 0 || isUnknown ? null : { units: duration, timescale };
};

const millisecondsOf = ({ units, timescale }: MediaLength): number => Math.round((units * 1000) / timescale);

/**
 * The only edit of a track: what of its media is played, once, at its speed.
 * @see ISO/IEC 14496-12 §8.6.6
 */
const readOnlyEdit = (window: FileWindow, list: Box): MediaEdit | null => {
  const body = window.read(list.bodyAt, 28);
  const isLong = body[0] === 1;
  if (body.length < (isLong ? 28 : 20) || body.readUInt32BE(4) !== 1) return null;
  const rateAt = isLong ? 24 : 16;
  if (body.readUInt32BE(rateAt) !== 0x10000) return null;
  return {
    movieUnits: isLong ? Number(body.readBigUInt64BE(8)) : body.readUInt32BE(8),
    fromUnits: isLong ? Number(body.readBigInt64BE(16)) : body.readInt32BE(12),
  };
};

/** How the sound of a track is coded: what the first entry of its table of samples says. */
const readSampleEntry = (window: FileWindow, reader: BoxReader, information: Box): SoundFormat => {
  const table = findBox(reader, information, 'stbl');
  const description = table === null ? null : findBox(reader, table, 'stsd');
  const entry =
    description === null
      ? Buffer.alloc(0)
      : window.read(
          description.bodyAt + 8,
          Math.min(100, Math.max(0, description.end - description.bodyAt - 8)),
        );
  return mp4Format(entry);
};

/** What a track of sound says of itself. */
interface SoundTrack {
  /** Its number; 0 where it has none. */
  readonly id: number;
  readonly length: MediaLength | null;
  /** Units of its media in a second; 0 where nothing says so. */
  readonly timescale: number;
  readonly edit: MediaEdit | null;
  readonly format: SoundFormat;
}

/** A track of sound; null for tracks of another kind. */
const readSoundTrack = (window: FileWindow, reader: BoxReader, track: Box): SoundTrack | null => {
  const media = findBox(reader, track, 'mdia');
  if (media === null) return null;
  let isSound = false;
  let length: MediaLength | null = null;
  let timescale = 0;
  let format: SoundFormat = { ...unknownFormat, container: 'mp4' };
  for (const box of reader.boxes(media.bodyAt, media.end)) {
    if (box.type === 'hdlr') isSound = window.read(box.bodyAt + 8, 4).toString('latin1') === 'soun';
    if (box.type === 'mdhd') {
      length = readLength(window, box);
      timescale = readTimescale(window, box);
    }
    if (box.type === 'minf') format = readSampleEntry(window, reader, box);
  }
  if (!isSound) return null;
  const edits = findBox(reader, track, 'edts');
  const list = edits === null ? null : findBox(reader, edits, 'elst');
  const head = findBox(reader, track, 'tkhd');
  const id = head === null ? 0 : readTrackId(window, head);
  return { id, timescale, length, edit: list === null ? null : readOnlyEdit(window, list), format };
};

/** What the `moov` box says. */
interface Movie {
  track: SoundTrack | null;
  length: MediaLength | null;
  gaps: ReturnType<typeof itunesGaps>;
}

const gapsName = '----:com.apple.iTunes:ITUNSMPB';

/** Passes all on but what says how much of the sound is no music, which is told the movie. */
const withGapsOf = (movie: Pick<Movie, 'gaps'>, collector: TagCollector): TagCollector => ({
  ...collector,
  add: (family, name, value) => {
    if (name === gapsName) movie.gaps = itunesGaps(value);
    else collector.add(family, name, value);
  },
});

keepCompiled(withGapsOf({ gaps: null }, createTagCollector()));

const readMovie = (
  window: FileWindow,
  reader: BoxReader,
  at: { box: Box; collector: TagCollector },
): Movie => {
  const movie: Movie = { track: null, length: null, gaps: null };
  const collector = withGapsOf(movie, at.collector);
  for (const part of reader.boxes(at.box.bodyAt, at.box.end)) {
    if (part.type === 'mvhd') movie.length = readLength(window, part);
    if (part.type === 'trak') movie.track ??= readSoundTrack(window, reader, part);
    if (part.type === 'udta') readUserData(window, reader, { userData: part, collector });
    if (part.type === 'meta') readMeta(window, reader, { meta: part, collector });
  }
  return movie;
};

/**
 * Reads an MP4 file of sound, with or without moving pictures, whole or in fragments. What is cut off behind its index, or
 * has something else behind it, is as long as the index says.
 * @returns null when it is otherwise broken: the library decides then; `silent` when no track of it is sound
 */
export const readMp4 = (window: FileWindow): OwnReading => {
  if (window.head.toString('latin1', 4, 8) !== 'ftyp') return null;
  const reader = createBoxReader(window);
  const collector = createTagCollector();
  const fragments = createFragments(window, reader);
  let sound: SoundPlace | null = null;
  let movie: Movie | null = null;
  for (const box of reader.boxes(0, window.sizeBytes)) {
    if (box.type === 'moof') fragments.add(box, movie?.track?.id ?? 0);
    if (box.type === 'mdat')
      sound ??= { kind: 'bytes', start: box.bodyAt, lengthBytes: box.end - box.bodyAt };
    if (box.type === 'moov' && movie === null) {
      movie = readMovie(window, reader, { box, collector });
      fragments.begin(box);
    }
  }
  if (movie === null || sound === null) return null;
  const { track } = movie;
  if (track === null) return reader.isBroken() ? null : 'silent';
  const length = fragments.length(track) ?? track.length ?? movie.length;
  const format = { ...track.format, ...(movie.gaps ?? editGaps({ ...track, length }, movie.length)) };
  return length === null
    ? null
    : { ...collector.finish(), durationMs: millisecondsOf(length), format, sound };
};

import { type OwnReading, type ReadFile, type SoundFormat, unknownFormat } from '../../song-tags.ts';
import { createTagCollector, type TagCollector } from '../../tag-collector.ts';
import type { FileWindow } from '../file-window.ts';
import { type Element, elementFraction, elementNumber, elementsIn, elementText } from './ebml-elements.ts';
import { clusterEnd, endOfCluster } from './matroska-clusters.ts';
import { addMatroskaTags, type MatroskaTag, readMatroskaTags } from './matroska-tags.ts';

/** Elements by their numbers. @see RFC 9559 §5 */
const ids = {
  header: 0x1a45dfa3,
  documentType: 0x4282,
  segment: 0x18538067,
  seekHead: 0x114d9b74,
  seek: 0x4dbb,
  seekId: 0x53ab,
  seekPosition: 0x53ac,
  info: 0x1549a966,
  unitNs: 0x2ad7b1,
  duration: 0x4489,
  title: 0x7ba9,
  tracks: 0x1654ae6b,
  track: 0xae,
  trackNumber: 0xd7,
  trackUid: 0x73c5,
  trackType: 0x83,
  isEnabled: 0xb9,
  isDefault: 0x88,
  codec: 0x86,
  audio: 0xe1,
  sampleRate: 0xb5,
  outputRate: 0x78b5,
  channels: 0x9f,
  bits: 0x6264,
  cluster: 0x1f43b675,
  attachments: 0x1941a469,
  attachedFile: 0x61a7,
  attachedName: 0x466e,
  attachedType: 0x4660,
  attachedData: 0x465c,
  tags: 0x1254c367,
} as const;

/** A track of sound. */
interface SoundTrack {
  readonly number: number;
  readonly uid: number;
  readonly isEnabled: boolean;
  readonly isDefault: boolean;
  readonly format: SoundFormat;
}

/** What a segment is known to say so far. */
interface Segment {
  readonly window: FileWindow;
  readonly collector: TagCollector;
  readonly tags: MatroskaTag[];
  readonly sounds: SoundTrack[];
  hasTracks: boolean;
  unitNs: number;
  /** In units. */
  length: number | null;
  firstCluster: Element | null;
  /** The last two: what was cut off may have begun a cluster without any sound in it. */
  lastClusters: readonly Element[];
}

const codecs: Readonly<Record<string, string>> = {
  'MPEG/L3': 'mp3',
  'MPEG/L2': 'mp2',
  'MPEG/L1': 'mp1',
  TTA1: 'tta',
  WAVPACK4: 'wavpack',
};

/** `A_OPUS` is `opus`, `A_PCM/INT/LIT` is `pcm`; what stands for any coding of another family is not known. */
const codecOf = (id: string): string | null => {
  const name = id.replace(/^A_/, '');
  if (name.startsWith('MS/') || name === 'QUICKTIME') return null;
  return codecs[name] ?? name.split('/', 1)[0]?.toLowerCase() ?? null;
};

const lossless: ReadonlySet<string | null> = new Set(['alac', 'flac', 'pcm', 'tta', 'wavpack']);

/** What the format says where it is silent. @see RFC 9559 §5.1.4.1.29 */
const usualRate = 8000;

const readAudio = (window: FileWindow, audio: Element): Omit<SoundFormat, 'codec' | 'container'> => {
  const found = { ...unknownFormat, sampleRate: usualRate, channels: 1 };
  let outputRate: number | null = null;
  for (const element of elementsIn(window, audio.bodyAt, audio.end)) {
    if (element.id === ids.sampleRate) found.sampleRate = elementFraction(window, element) ?? usualRate;
    if (element.id === ids.outputRate) outputRate = elementFraction(window, element);
    if (element.id === ids.channels) found.channels = elementNumber(window, element);
    if (element.id === ids.bits) found.bitsPerSample = elementNumber(window, element);
  }
  return { ...found, sampleRate: outputRate ?? found.sampleRate };
};

const soundType = 2;

const readTrack = ({ window, sounds }: Segment, track: Element): void => {
  const found = { number: 0, uid: 0, type: 0, isEnabled: true, isDefault: true, codec: '' };
  let audio = { ...unknownFormat };
  for (const element of elementsIn(window, track.bodyAt, track.end)) {
    if (element.id === ids.trackNumber) found.number = elementNumber(window, element);
    if (element.id === ids.trackUid) found.uid = elementNumber(window, element);
    if (element.id === ids.trackType) found.type = elementNumber(window, element);
    if (element.id === ids.isEnabled) found.isEnabled = elementNumber(window, element) !== 0;
    if (element.id === ids.isDefault) found.isDefault = elementNumber(window, element) !== 0;
    if (element.id === ids.codec) found.codec = elementText(window, element);
    if (element.id === ids.audio) audio = { ...audio, ...readAudio(window, element) };
  }
  if (found.type !== soundType) return;
  const codec = codecOf(found.codec);
  const bitsPerSample = lossless.has(codec) ? audio.bitsPerSample : null;
  sounds.push({ ...found, format: { ...audio, codec, bitsPerSample } });
};

const readInfo = (segment: Segment, info: Element): void => {
  const { window, collector } = segment;
  for (const element of elementsIn(window, info.bodyAt, info.end)) {
    if (element.id === ids.unitNs) segment.unitNs = elementNumber(window, element);
    if (element.id === ids.duration) segment.length = elementFraction(window, element);
    if (element.id === ids.title) collector.add('matroska', 'SEGMENT:TITLE', elementText(window, element));
  }
};

/** Pictures are files beside the sound; that of the front is called `cover`. @see RFC 9559 §21.2 */
const readAttachedFile = ({ window, collector }: Segment, file: Element): void => {
  let [name, type] = ['', ''];
  let data: Element | null = null;
  for (const element of elementsIn(window, file.bodyAt, file.end)) {
    if (element.id === ids.attachedName) name = elementText(window, element);
    if (element.id === ids.attachedType) type = elementText(window, element);
    if (element.id === ids.attachedData) data = element;
  }
  if (data === null || !type.startsWith('image/')) return;
  const { bodyAt, end } = data;
  collector.addPicture({
    isFront: /^cover\b|front/i.test(name),
    lengthBytes: end - bodyAt,
    read: (wanted) => window.read(bodyAt, Math.min(wanted, end - bodyAt)),
  });
};

const readPart = (segment: Segment, part: Element): void => {
  const { window } = segment;
  if (part.id === ids.info) readInfo(segment, part);
  else if (part.id === ids.tags) segment.tags.push(...readMatroskaTags(window, part));
  else if (part.id === ids.tracks) {
    segment.hasTracks = true;
    for (const element of elementsIn(window, part.bodyAt, part.end))
      if (element.id === ids.track) readTrack(segment, element);
  } else if (part.id === ids.attachments)
    for (const element of elementsIn(window, part.bodyAt, part.end))
      if (element.id === ids.attachedFile) readAttachedFile(segment, element);
};

/** Where the parts of a segment begin, by their numbers, as it says itself. */
const readSeekHead = (window: FileWindow, head: Element, base: number): ReadonlyMap<number, number> => {
  const places = new Map<number, number>();
  for (const seek of elementsIn(window, head.bodyAt, head.end)) {
    if (seek.id !== ids.seek) continue;
    let [id, position]: [number, number | null] = [0, null];
    for (const element of elementsIn(window, seek.bodyAt, seek.end)) {
      if (element.id === ids.seekId) id = elementNumber(window, element);
      if (element.id === ids.seekPosition) position = elementNumber(window, element);
    }
    if (position !== null && !places.has(id)) places.set(id, base + position);
  }
  return places;
};

/**
 * Reads what lies behind the sound by the segment's own list of places.
 * @returns whether that was all: the list names the tags, and each place holds what it names
 */
const readByPlaces = (segment: Segment, places: ReadonlyMap<number, number>, from: number): boolean => {
  const { window } = segment;
  const parts: Element[] = [];
  if (!places.has(ids.tags)) return false;
  for (const id of [ids.tags, ids.attachments]) {
    const at = places.get(id);
    if (at === undefined || at < from) continue;
    const [part] = elementsIn(window, at, window.sizeBytes);
    if (part?.id !== id) return false;
    parts.push(part);
  }
  for (const part of parts) readPart(segment, part);
  return true;
};

const readSegment = (segment: Segment, { bodyAt, end }: Element): void => {
  const { window } = segment;
  let places: ReadonlyMap<number, number> = new Map();
  for (let position = bodyAt; position < end; ) {
    const [part] = elementsIn(window, position, end);
    if (part === undefined) return;
    position = part.end;
    if (part.id === ids.seekHead) places = readSeekHead(window, part, bodyAt);
    if (part.id !== ids.cluster) {
      readPart(segment, part);
      continue;
    }
    const cluster = part.isOpen ? { ...part, end: clusterEnd(window, part) } : part;
    position = cluster.end;
    segment.lastClusters = [cluster, ...segment.lastClusters].slice(0, 2);
    if (segment.firstCluster !== null) continue;
    segment.firstCluster = cluster;
    if (segment.length !== null && readByPlaces(segment, places, position)) return;
  }
};

/** The track that is played: one that is not switched off, of those the default, of those the first. */
const chosenTrack = ({ sounds }: Segment): SoundTrack | undefined =>
  sounds
    .filter(({ isEnabled }) => isEnabled)
    .toSorted(
      (one, other) => Number(other.isDefault) - Number(one.isDefault) || one.number - other.number,
    )[0];

/** How much of the first sound tells a recording. */
const sampleBytes = 16_384;

/** Tells a recording by its length and its first sound, which tags never share. */
const soundOf = (
  { window, firstCluster }: Segment,
  durationMs: number,
): Extract<ReadFile['sound'], { kind: 'digest' }> | null => {
  if (firstCluster === null) return null;
  const { bodyAt, end } = firstCluster;
  const length = Buffer.alloc(8);
  length.writeDoubleLE(durationMs);
  const sample = window.read(bodyAt, Math.min(sampleBytes, end - bodyAt));
  return { kind: 'digest', digest: Buffer.concat([length, sample]) };
};

/** When the last sound that is whole ends, in units. */
const soundEnd = ({ window, lastClusters }: Segment): number | null => {
  for (const cluster of lastClusters) {
    const end = endOfCluster(window, cluster);
    if (end !== null) return end;
  }
  return null;
};

const lengthMs = (segment: Segment): number | null => {
  const units = segment.length ?? soundEnd(segment);
  return units === null ? null : Math.round((units * segment.unitNs) / 1e6);
};

const containerIn = (window: FileWindow, header: Element): string => {
  for (const element of elementsIn(window, header.bodyAt, header.end))
    if (element.id === ids.documentType) return elementText(window, element).toLowerCase();
  return 'matroska';
};

/**
 * Reads a Matroska or WebM file, also one that does not say how long it is: then its last sound does.
 * @returns null when it is broken: the library decides then; `silent` when no track of it is sound
 */
export const readMatroska = (window: FileWindow): OwnReading => {
  const [header, body] = elementsIn(window, 0, window.sizeBytes);
  if (header?.id !== ids.header || body?.id !== ids.segment) return null;
  const segment: Segment = {
    ...{ window, collector: createTagCollector(), tags: [], sounds: [], hasTracks: false },
    ...{ unitNs: 1_000_000, length: null, firstCluster: null, lastClusters: [] },
  };
  readSegment(segment, body);
  if (!segment.hasTracks) return null;
  const track = chosenTrack(segment);
  if (track === undefined) return 'silent';
  const durationMs = lengthMs(segment);
  if (durationMs === null || segment.firstCluster === null) return null;
  addMatroskaTags(segment.collector, segment.tags, track.uid);
  return {
    ...segment.collector.finish(),
    durationMs,
    format: { ...track.format, container: containerIn(window, header) },
    sound: soundOf(segment, durationMs),
  };
};

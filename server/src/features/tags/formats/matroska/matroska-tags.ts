import type { TagCollector } from '../../tag-collector.ts';
import { tagSourcesOf } from '../../tag-sources.ts';
import type { FileWindow } from '../file-window.ts';
import { type Element, elementNumber, elementsIn, elementText } from './ebml-elements.ts';

/** What tags are made of. @see RFC 9559 §5.1.8 */
const ids = {
  tag: 0x7373,
  targets: 0x63c0,
  level: 0x68ca,
  levelName: 0x63ca,
  trackUid: 0x63c5,
  chapterUid: 0x63c4,
  attachmentUid: 0x63c6,
  simple: 0x67c8,
  name: 0x45a3,
  text: 0x4487,
} as const;

/** What a tag is about. */
interface Target {
  /** 30 for a track, 40 for a part of an album, 50 for an album; null where it is not said. */
  level: number | null;
  readonly trackUids: number[];
  /** Whether it is about a chapter or a file beside the sound. */
  isOther: boolean;
}

/** A value under a name. */
export interface MatroskaTag {
  readonly target: Target;
  readonly name: string;
  readonly value: string;
}

const levels: Readonly<Record<string, number>> = {
  COLLECTION: 70,
  EDITION: 60,
  VOLUME: 60,
  ALBUM: 50,
  PART: 40,
  TRACK: 30,
  SONG: 30,
};

const readTarget = (window: FileWindow, targets: Element): Target => {
  const target: Target = { level: null, trackUids: [], isOther: false };
  for (const element of elementsIn(window, targets.bodyAt, targets.end)) {
    if (element.id === ids.level) target.level = elementNumber(window, element);
    if (element.id === ids.levelName)
      target.level ??= levels[elementText(window, element).toUpperCase()] ?? null;
    const uid = element.id === ids.trackUid ? elementNumber(window, element) : 0;
    if (uid !== 0) target.trackUids.push(uid);
    const isOther = element.id === ids.chapterUid || element.id === ids.attachmentUid;
    if (isOther && elementNumber(window, element) !== 0) target.isOther = true;
  }
  return target;
};

/** All values of the tags of a file. */
export const readMatroskaTags = (window: FileWindow, tags: Element): MatroskaTag[] => {
  const found: MatroskaTag[] = [];
  for (const tag of elementsIn(window, tags.bodyAt, tags.end)) {
    if (tag.id !== ids.tag) continue;
    let target: Target = { level: null, trackUids: [], isOther: false };
    for (const part of elementsIn(window, tag.bodyAt, tag.end)) {
      if (part.id === ids.targets) target = readTarget(window, part);
      if (part.id !== ids.simple) continue;
      let [name, value] = ['', ''];
      for (const element of elementsIn(window, part.bodyAt, part.end)) {
        if (element.id === ids.name) name = elementText(window, element).toUpperCase();
        if (element.id === ids.text) value = elementText(window, element);
      }
      found.push({ target, name, value });
    }
  }
  return found;
};

/** What names of a level begin with; null for levels above an album, whose names say nothing of a song. */
const prefixOf = ({ level, trackUids }: Target): string | null => {
  if (level === null) return trackUids.length > 0 ? 'TRACK:' : '';
  if (level >= 60) return null;
  if (level >= 50) return 'ALBUM:';
  return level >= 40 ? 'PART:' : 'TRACK:';
};

/** Names that mean another thing on every level; all others mean the same wherever they stand. */
const byLevel: ReadonlySet<string> = new Set(['TITLE', 'ARTIST', 'PART_NUMBER', 'TOTAL_PARTS']);

/**
 * Gives tags to the collector, under the name of their level where that is known, as `ALBUM:TITLE`.
 * @param trackUid of the track that is played: tags of others are left out
 */
export const addMatroskaTags = (
  collector: TagCollector,
  tags: readonly MatroskaTag[],
  trackUid: number,
): void => {
  for (const { target, name, value } of tags) {
    const isOfOther = target.trackUids.length > 0 && !target.trackUids.includes(trackUid);
    const prefix = prefixOf(target);
    if (isOfOther || target.isOther || prefix === null) continue;
    const withLevel = prefix + name;
    const isKnown = byLevel.has(name) || tagSourcesOf('matroska', withLevel) !== undefined;
    collector.add('matroska', isKnown ? withLevel : name, value);
  }
};

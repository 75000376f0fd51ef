import type { FileWindow } from '../file-window.ts';
import { type Element, elementNumber, elementsIn, readElement } from './ebml-elements.ts';

/** What lies in a cluster. @see RFC 9559 §5.1.3 */
const ids = {
  time: 0xe7,
  simpleBlock: 0xa3,
  group: 0xa0,
  block: 0xa1,
  groupLength: 0x9b,
  silentTracks: 0x5854,
  position: 0xa7,
  previousSize: 0xab,
  encryptedBlock: 0xaf,
  void: 0xec,
  checksum: 0xbf,
} as const;

const insideClusters: ReadonlySet<number> = new Set(Object.values(ids));

/** Where a cluster ends that does not say so: before the first that belongs to none. */
export const clusterEnd = (window: FileWindow, cluster: Element): number => {
  let position = cluster.bodyAt;
  while (position < cluster.end) {
    const element = readElement(window, position, cluster.end);
    if (element === null || !insideClusters.has(element.id)) break;
    position = element.end;
  }
  return position;
};

/** When a block begins, in units after its cluster: two bytes behind the number of its track. */
const blockTime = (window: FileWindow, { bodyAt }: Element): number | null => {
  const head = window.read(bodyAt, 10);
  const numberBytes = Math.clz32(head[0] ?? 0) - 23;
  return head.length < numberBytes + 2 || numberBytes > 8 ? null : head.readInt16BE(numberBytes);
};

/** The block of a group, and how long it says to last. */
const readGroup = (window: FileWindow, group: Element): { time: number | null; length: number | null } => {
  const found: { time: number | null; length: number | null } = { time: null, length: null };
  for (const element of elementsIn(window, group.bodyAt, group.end)) {
    if (element.id === ids.block) found.time = blockTime(window, element);
    if (element.id === ids.groupLength) found.length = elementNumber(window, element);
  }
  return found;
};

/**
 * When the sound of a cluster ends, in units from the beginning; null when nothing of it is whole. A last block that
 * does not say how long it lasts is taken for as long as the one before it.
 */
export const endOfCluster = (window: FileWindow, cluster: Element): number | null => {
  let base = 0;
  let last: number | null = null;
  let step = 0;
  for (const element of elementsIn(window, cluster.bodyAt, cluster.end)) {
    if (element.id === ids.time) base = elementNumber(window, element);
    const isGroup = element.id === ids.group;
    if (!isGroup && element.id !== ids.simpleBlock) continue;
    const { time, length } = isGroup
      ? readGroup(window, element)
      : { time: blockTime(window, element), length: null };
    if (time === null || (last !== null && time < last)) continue;
    step = length ?? (last === null ? 0 : time - last);
    last = time;
  }
  return last === null ? null : base + last + step;
};

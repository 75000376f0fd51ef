import type { DiskCall } from './recorded-calls.ts';

/** What lies in a folder after the power was cut: bytes by name. */
export type DiskImage = ReadonlyMap<string, Buffer>;

type Change = Extract<DiskCall, { kind: 'write' | 'truncate' }>;

/** Which of the changes that were not synced reached the disk. */
export const fates = ['none', 'all', 'first ones', 'some', 'some sectors'] as const;
type Fate = (typeof fates)[number];

const sectorBytes = 512;

const resized = (content: Buffer, size: number): Buffer =>
  size <= content.length
    ? content.subarray(0, size)
    : Buffer.concat([content, Buffer.alloc(size - content.length)]);

const applied = (content: Buffer, change: Change): Buffer => {
  if (change.kind === 'truncate') return resized(content, change.size);
  const next = Buffer.from(resized(content, Math.max(content.length, change.offset + change.bytes.length)));
  change.bytes.copy(next, change.offset);
  return next;
};

/** A write in the pieces that a disk writes whole. */
const sectorsOf = (change: Change): Change[] => {
  if (change.kind === 'truncate') return [change];
  const pieces: Change[] = [];
  for (let at = 0; at < change.bytes.length; ) {
    const end = at + sectorBytes - ((change.offset + at) % sectorBytes);
    pieces.push({ ...change, offset: change.offset + at, bytes: change.bytes.subarray(at, end) });
    at = end;
  }
  return pieces;
};

const survivors = (pending: readonly Change[], fate: Fate, random: () => number): readonly Change[] => {
  switch (fate) {
    case 'none':
      return [];
    case 'all':
      return pending;
    case 'first ones':
      return pending.slice(0, Math.floor(random() * pending.length));
    case 'some':
      return pending.filter(() => random() < 0.5);
    case 'some sectors':
      return pending.flatMap(sectorsOf).filter(() => random() < 0.5);
  }
};

interface Pending {
  readonly number: number;
  readonly change: Change;
}

/** A disk that keeps for sure only what was synced. */
interface RecordedDisk {
  take(call: DiskCall, number: number): void;
  /** What a power cut at this moment may leave. */
  image(fate: Fate, random: () => number): DiskImage;
}

/** @param folder its last name: a sync of it makes lasting that files were taken away */
export const createRecordedDisk = (start: DiskImage, folder: string): RecordedDisk => {
  const synced = new Map(start);
  /** Taken away, and not yet for ever. */
  const ghosts = new Map<string, Buffer>();
  let pending: Pending[] = [];

  const settle = (file: string, since: number): void => {
    for (const { change } of pending.filter((each) => each.change.file === file && each.number < since))
      synced.set(file, applied(synced.get(file) ?? Buffer.alloc(0), change));
    pending = pending.filter((each) => each.change.file !== file || each.number >= since);
  };

  return {
    take: (call, number) => {
      switch (call.kind) {
        case 'write':
        case 'truncate':
          ghosts.delete(call.file);
          pending.push({ number, change: call });
          break;
        case 'sync':
          if (call.file === folder) ghosts.clear();
          else settle(call.file, call.since);
          break;
        case 'unlink': {
          settle(call.file, number);
          const content = synced.get(call.file);
          if (content !== undefined) ghosts.set(call.file, content);
          synced.delete(call.file);
        }
      }
    },
    image: (fate, random) => {
      const files = new Map(synced);
      for (const [name, content] of ghosts) if (fate !== 'all' && random() < 0.5) files.set(name, content);
      const changes = survivors(
        pending.map(({ change }) => change),
        fate,
        random,
      );
      for (const change of changes)
        files.set(change.file, applied(files.get(change.file) ?? Buffer.alloc(0), change));
      return files;
    },
  };
};

/** Bits of a watch's mask and of an event's. @see inotify(7), linux/inotify.h */
export const inotifyFlags = {
  modify: 0x2,
  attributes: 0x4,
  closeWrite: 0x8,
  movedFrom: 0x40,
  movedTo: 0x80,
  create: 0x100,
  delete: 0x200,
  deleteSelf: 0x400,
  moveSelf: 0x800,
  unmount: 0x2000,
  overflow: 0x4000,
  ignored: 0x8000,
  onlyFolders: 0x0100_0000,
  notUnlinked: 0x0400_0000,
} as const;

/** Something that the system tells of a watch. */
export interface InotifyEvent {
  /** Of the watch; -1 when events were lost. */
  readonly descriptor: number;
  readonly mask: number;
  /** What it happened to inside the folder; null for the folder itself. Replacement characters stand for what is not UTF-8. */
  readonly name: string | null;
}

/** Bytes before the name: descriptor, mask, cookie and the length of the padded name. */
const headBytes = 16;

/** Reads what a read of the descriptor gave: whole records, little-endian, each with a name that is padded with NUL. */
export function* parseInotifyEvents(bytes: Buffer): Generator<InotifyEvent> {
  for (let at = 0; at + headBytes <= bytes.length; ) {
    const start = at + headBytes;
    const end = start + bytes.readUInt32LE(at + 12);
    const nul = bytes.indexOf(0, start);
    const nameEnd = nul === -1 || nul > end ? end : nul;
    yield {
      descriptor: bytes.readInt32LE(at),
      mask: bytes.readUInt32LE(at + 4),
      name: nameEnd <= start ? null : bytes.toString('utf8', start, nameEnd),
    };
    at = end;
  }
}

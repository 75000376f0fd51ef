import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type InotifyEvent, inotifyFlags, parseInotifyEvents } from './inotify-events.ts';

/** Writes a record as the system does: the name ended by NUL and padded to whole heads. */
const record = (descriptor: number, mask: number, name: Buffer | null): Buffer => {
  const padded = name === null ? 0 : Math.ceil((name.length + 1) / 16) * 16;
  const bytes = Buffer.alloc(16 + padded);
  bytes.writeInt32LE(descriptor, 0);
  bytes.writeUInt32LE(mask, 4);
  bytes.writeUInt32LE(padded, 12);
  name?.copy(bytes, 16);
  return bytes;
};

const parse = (...records: readonly Buffer[]): InotifyEvent[] => [
  ...parseInotifyEvents(Buffer.concat(records)),
];

it('reads every record of a buffer, whatever the names are', () => {
  const event = fc.record({
    descriptor: fc.integer({ min: -1, max: 2 ** 31 - 1 }),
    mask: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
    name: fc.option(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 80 }).filter((text) => !text.includes('\0')),
    ),
  });
  fc.assert(
    fc.property(fc.array(event), (events) => {
      const records = events.map(({ descriptor, mask, name }) =>
        record(descriptor, mask, name === null ? null : Buffer.from(name)),
      );
      expect(parse(...records)).toEqual(events);
    }),
  );
});

it('reads a name that fills its padding to the last byte but one', () => {
  expect(parse(record(1, inotifyFlags.create, Buffer.from('fifteen letters')))).toEqual([
    { descriptor: 1, mask: inotifyFlags.create, name: 'fifteen letters' },
  ]);
});

it('reads names that are not UTF-8, and what follows them', () => {
  const [first, second] = parse(
    record(3, inotifyFlags.closeWrite, Buffer.from([0x63, 0x61, 0x66, 0xe9])),
    record(4, inotifyFlags.deleteSelf, null),
  );
  expect(first?.name).toBe('caf\ufffd');
  expect(second).toEqual({ descriptor: 4, mask: inotifyFlags.deleteSelf, name: null });
});

it('reads that events were lost', () => {
  expect(parse(record(-1, inotifyFlags.overflow, null))).toEqual([
    { descriptor: -1, mask: inotifyFlags.overflow, name: null },
  ]);
});

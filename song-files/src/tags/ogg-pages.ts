import { oggCrc } from '../bytes/checksums.ts';

/** One page of an Ogg stream; `lacing` tells how its body is cut into packets. */
export interface OggPage {
  bytes: Buffer;
  lacing: Buffer;
}

/** Cuts a whole Ogg file into its pages. */
export function readOggPages(data: Buffer): OggPage[] {
  const pages: OggPage[] = [];
  for (let at = 0; at < data.length; ) {
    const lacing = data.subarray(at + 27, at + 27 + data.readUInt8(at + 26));
    const size = 27 + lacing.length + lacing.reduce((sum, length) => sum + length, 0);
    pages.push({ bytes: data.subarray(at, at + size), lacing });
    at += size;
  }
  return pages;
}

/** What the header of a page says. Flags: 1 continued packet, 2 first page, 4 last page. */
export interface PageHead {
  flags: number;
  granule: bigint;
  serial: number;
  sequence: number;
}

/** A page with its checksum. */
export function oggPage(head: PageHead, lacing: readonly number[], body: Buffer): Buffer {
  const header = Buffer.alloc(27);
  header.write('OggS', 'latin1');
  header[5] = head.flags;
  header.writeBigInt64LE(head.granule, 6);
  header.writeUInt32LE(head.serial, 14);
  header.writeUInt32LE(head.sequence, 18);
  header[26] = lacing.length;
  const page = Buffer.concat([header, Buffer.from(lacing), body]);
  page.writeUInt32LE(oggCrc(page), 22);
  return page;
}

/** Puts packets on as few pages as their lacing allows, starting at page `sequence`. */
export function oggPaginate(packets: readonly Buffer[], serial: number, sequence: number): Buffer[] {
  const segments = packets.flatMap((packet) =>
    Array.from({ length: Math.floor(packet.length / 255) + 1 }, (_, i) => ({
      data: packet.subarray(i * 255, i * 255 + 255),
      first: i === 0,
    })),
  );
  const pages: Buffer[] = [];
  for (let at = 0; at < segments.length; at += 255) {
    const group = segments.slice(at, at + 255);
    const ends = group.some(({ data }) => data.length < 255);
    const head = {
      flags: group[0]?.first ? 0 : 1,
      granule: ends ? 0n : -1n,
      serial,
      sequence: sequence + pages.length,
    };
    pages.push(
      oggPage(
        head,
        group.map(({ data }) => data.length),
        Buffer.concat(group.map(({ data }) => data)),
      ),
    );
  }
  return pages;
}

/** The same page at another place in the stream. */
export function renumberPage(page: Buffer, sequence: number): Buffer {
  const copy = Buffer.from(page);
  copy.writeUInt32LE(sequence, 18);
  copy.writeUInt32LE(0, 22);
  copy.writeUInt32LE(oggCrc(copy), 22);
  return copy;
}

interface CrcRule {
  start: (byte: number) => number;
  next: (value: number) => number;
}

function crcTable({ start, next }: CrcRule): Uint32Array {
  return Uint32Array.from({ length: 256 }, (_, byte) => {
    let value = start(byte);
    for (let bit = 0; bit < 8; bit++) value = next(value);
    return value >>> 0;
  });
}

const OGG_TABLE = crcTable({
  start: (byte) => byte << 24,
  next: (value) => (value & 0x80000000 ? (value << 1) ^ 0x04c11db7 : value << 1),
});

const FLAC8_TABLE = crcTable({
  start: (byte) => byte,
  next: (value) => (value & 0x80 ? ((value << 1) ^ 0x07) & 0xff : (value << 1) & 0xff),
});

const FLAC16_TABLE = crcTable({
  start: (byte) => byte << 8,
  next: (value) => (value & 0x8000 ? ((value << 1) ^ 0x8005) & 0xffff : (value << 1) & 0xffff),
});

const at = (table: Uint32Array, index: number): number => table[index & 255] ?? 0;

/** The checksum of an Ogg page whose own checksum field is zero. */
export function oggCrc(bytes: Uint8Array): number {
  let crc = 0;
  for (const byte of bytes) crc = (crc << 8) ^ at(OGG_TABLE, (crc >>> 24) ^ byte);
  return crc >>> 0;
}

/** CRC-8 of a FLAC frame header. */
export function flacCrc8(bytes: Uint8Array): number {
  let crc = 0;
  for (const byte of bytes) crc = at(FLAC8_TABLE, crc ^ byte);
  return crc;
}

/** CRC-16 of a whole FLAC frame. */
export function flacCrc16(bytes: Uint8Array): number {
  let crc = 0;
  for (let i = 0; i < bytes.length; i++) {
    crc = ((crc << 8) & 0xffff) ^ at(FLAC16_TABLE, (crc >>> 8) ^ (bytes[i] as number));
  }
  return crc;
}

/** A 16-bit number, high byte first. */
export function be16(value: number): Buffer {
  return Buffer.from([(value >>> 8) & 255, value & 255]);
}

/** A 24-bit number, high byte first. */
export function be24(value: number): Buffer {
  return Buffer.from([(value >>> 16) & 255, (value >>> 8) & 255, value & 255]);
}

/** A 32-bit number, high byte first. */
export function be32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value >>> 0);
  return bytes;
}

/** A 16-bit number, low byte first. */
export function le16(value: number): Buffer {
  return Buffer.from([value & 255, (value >>> 8) & 255]);
}

/** A 32-bit number, low byte first. */
export function le32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value >>> 0);
  return bytes;
}

/** Text of one byte a character, as chunk names and magic numbers are written. */
export function latin1(text: string): Buffer {
  return Buffer.from(text, 'latin1');
}

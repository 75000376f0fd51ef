import { be32, latin1 } from '../bytes/bytes.ts';

/** An AIFF file with an `ID3 ` chunk after its sound, and the outer size mended. */
export function withAiffId3(file: Buffer, id3: Buffer): Buffer {
  const padding = Buffer.alloc(id3.length % 2);
  const longer = Buffer.concat([file, latin1('ID3 '), be32(id3.length), id3, padding]);
  longer.writeUInt32BE(longer.length - 8, 4);
  return longer;
}

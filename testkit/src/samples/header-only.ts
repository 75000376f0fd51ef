import { be32, latin1, le16, le32 } from '@tonearm/song-files';

const RATE = 44100;

/**
 * A Monkey's Audio file without sound: every header field is true, so readers of tags and lengths find
 * all they look for; a decoder finds nothing to play. No free encoder writes this format.
 */
export function apeHeaderOnly(seconds: number): Buffer {
  const blocks = Math.round(seconds * RATE);
  const perFrame = 73728;
  const frames = Math.ceil(blocks / perFrame);
  const descriptor = [latin1('MAC '), le32(3990), le32(52), le32(24), ...[0, 0, 0, 0, 0].map(le32)];
  const header = [
    le16(2000),
    le16(0),
    le32(perFrame),
    le32(blocks - (frames - 1) * perFrame),
    le32(frames),
    le16(16),
    le16(2),
    le32(RATE),
  ];
  return Buffer.concat([...descriptor, Buffer.alloc(16), ...header]);
}

/** A Musepack (stream version 8) file without sound, as {@link apeHeaderOnly} is for Monkey's Audio. */
export function mpcHeaderOnly(seconds: number): Buffer {
  const samples = variableLength(Math.round(seconds * RATE));
  const streamHeader = Buffer.concat([be32(0), Buffer.from([8]), samples, Buffer.from([0, 0x1f, 0x13])]);
  return Buffer.concat([latin1('MPCK'), mpcPacket('SH', streamHeader), mpcPacket('SE', Buffer.alloc(0))]);
}

/** The size of a packet counts its name and itself; every packet here is shorter than 128 bytes. */
function mpcPacket(name: string, data: Buffer): Buffer {
  return Buffer.concat([latin1(name), Buffer.from([data.length + 3]), data]);
}

function variableLength(value: number): Buffer {
  const bytes = [value & 127];
  for (let left = value >>> 7; left > 0; left >>>= 7) bytes.unshift((left & 127) | 128);
  return Buffer.from(bytes);
}

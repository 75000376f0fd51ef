import { be32, latin1 } from '@tonearm/song-files';

const RATE = 44100;

/**
 * A Musepack (stream version 8) file without sound: every header field is true, so readers of tags and lengths find
 * all they look for; a decoder finds nothing to play.
 */
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

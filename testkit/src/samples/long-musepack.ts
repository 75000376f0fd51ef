import { crc32 } from 'node:zlib';
import { be32, latin1 } from '@tonearm/song-files';
import { readTone } from './sample-files.ts';

/** Samples of a packet that is full, as the first of the clip is: 64 frames. */
const packetSamples = 64 * 1152;
const rate = 44_100;

/** A number of as many bytes as it needs, seven bits each. */
const sizeOf = (value: number): Buffer => {
  const bytes = [value & 127];
  for (let left = value >>> 7; left > 0; left >>>= 7) bytes.unshift((left & 127) | 128);
  return Buffer.from(bytes);
};

/** The packets of a stream, by their names; a size counts the name and itself. */
const packetsOf = (
  stream: Buffer,
): { readonly name: string; readonly bytes: Buffer; readonly data: Buffer }[] => {
  const packets = [];
  for (let at = 4; at < stream.length; ) {
    let size = 0;
    let end = at + 2;
    for (let isLast = false; !isLast; end += 1) {
      const byte = stream[end] ?? 0;
      size = size * 128 + (byte & 127);
      isLast = byte < 128;
    }
    const bytes = stream.subarray(at, at + size);
    packets.push({
      name: stream.toString('latin1', at, at + 2),
      bytes,
      data: stream.subarray(end, at + size),
    });
    at += size;
  }
  return packets;
};

/**
 * A Musepack song (stream version 8) of about so many seconds: the first 1.67 s of the clip over and over. It has no
 * table of places, as many have none.
 * @returns its bytes, and how long it plays exactly
 */
export function longMusepack(aboutSeconds: number): { readonly data: Buffer; readonly seconds: number } {
  const packets = packetsOf(readTone('musepack'));
  const named = (wanted: string) => {
    const found = packets.find(({ name }) => name === wanted);
    if (found === undefined) throw new Error(`the clip has no packet ${wanted}`);
    return found;
  };
  const times = Math.ceil((aboutSeconds * rate) / packetSamples);
  // Behind the checksum: the version, samples of sound and of silence before it, and how it is coded.
  const coding = named('SH').data.subarray(-2);
  const header = Buffer.concat([Buffer.from([8]), sizeOf(times * packetSamples), Buffer.from([0]), coding]);
  const size = Buffer.from([2 + 1 + 4 + header.length]);
  const streamHeader = Buffer.concat([latin1('SH'), size, be32(crc32(header)), header]);
  const sound = Array.from({ length: times }, () => named('AP').bytes);
  const parts = [
    latin1('MPCK'),
    streamHeader,
    named('RG').bytes,
    named('EI').bytes,
    ...sound,
    named('SE').bytes,
  ];
  return { data: Buffer.concat(parts), seconds: (times * packetSamples) / rate };
}

import { crc32 } from 'node:zlib';
import { latin1, le16, le32 } from '@tonearm/song-files';

const rate = 44_100;
const channels = 2;
const bytesPerSample = 2;
const samplesPerFrame = 73_728;
const descriptorBytes = 52;
const headerBytes = 24;

/** Nothing follows the flags but what a decoder reads before it looks at them. */
const frameBytes = 16;
/** Says that flags follow; the checksum has the other bits. */
const hasFlags = 0x8000_0000;
const bothAreSilent = 3;

/** What Monkey's Audio writes where a recording is silent: a checksum, and that both channels are. */
const silentFrame = (samples: number): Buffer => {
  const sum = crc32(Buffer.alloc(samples * channels * bytesPerSample)) >>> 1;
  const words = [le32((sum | hasFlags) >>> 0), le32(bothAreSilent)];
  return Buffer.concat([...words, Buffer.alloc(frameBytes - 8)]);
};

/**
 * A Monkey's Audio file (3.99) that plays so many seconds of silence, which alone can be written without an encoder, of
 * which no free one is known. Its frames can be gone to by its table, as those of music can.
 */
export function silentApe(seconds: number): Buffer {
  const samples = Math.round(seconds * rate);
  const frameCount = Math.ceil(samples / samplesPerFrame);
  const lastSamples = samples - (frameCount - 1) * samplesPerFrame;
  const tableBytes = 4 * frameCount;
  const soundAt = descriptorBytes + headerBytes + tableBytes;
  const soundBytes = frameCount * frameBytes;
  const descriptor = [
    ...[latin1('MAC '), le32(3990), le32(descriptorBytes), le32(headerBytes), le32(tableBytes)],
    ...[0, soundBytes, 0, 0].map(le32),
    Buffer.alloc(16),
  ];
  const header = [
    ...[le16(2000), le16(0), le32(samplesPerFrame), le32(lastSamples), le32(frameCount)],
    ...[le16(8 * bytesPerSample), le16(channels), le32(rate)],
  ];
  const table = Array.from({ length: frameCount }, (_, at) => le32(soundAt + at * frameBytes));
  const whole = silentFrame(samplesPerFrame);
  const frames = Array.from({ length: frameCount - 1 }, () => whole);
  return Buffer.concat([...descriptor, ...header, ...table, ...frames, silentFrame(lastSamples)]);
}

import { latin1, le32 } from '@tonearm/song-files';

const rate = 2_822_400;
const channels = 2;
const blockBytes = 4096;
const headBytes = 28;
const formatBytes = 52;
const dataHeadBytes = 12;

/** As many ones as zeros: what a recorder of single bits writes where nothing sounds. */
const idle = 0x69;

const le64 = (value: number): Buffer =>
  Buffer.concat([le32(value % 2 ** 32), le32(Math.floor(value / 2 ** 32))]);

/** A DSF file (DSD64, stereo) that plays so many seconds of silence: 0.7 MB each. */
export function silentDsf(seconds: number): Buffer {
  const samples = Math.round(seconds * rate);
  const dataBytes = Math.ceil(samples / 8 / blockBytes) * blockBytes * channels;
  const format = [1, 0, 2, channels, rate, 1].map(le32);
  const parts = [
    ...[latin1('DSD '), le64(headBytes), le64(headBytes + formatBytes + dataHeadBytes + dataBytes), le64(0)],
    ...[latin1('fmt '), le64(formatBytes), ...format, le64(samples), le32(blockBytes), le32(0)],
    ...[latin1('data'), le64(dataHeadBytes + dataBytes), Buffer.alloc(dataBytes, idle)],
  ];
  return Buffer.concat(parts);
}

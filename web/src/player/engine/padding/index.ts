import { audioTail } from '../../../api/media.ts';
import type { ReadPadding } from '../encoder-silence.ts';
import { softSamplesAtEnd } from '../seam/music-in.ts';
import { wholeFrames } from './mp3-tail.ts';

/** Bytes of the end of a file that are listened to: 0.8 s of MP3 at 320 kbit/s, of which 0.3 are needed. */
const tailBytes = 32_768;

/** Decodes the end of an MP3 file and listens where its sound ends. @throws when it cannot be had or decoded */
export const readBrowserPadding: ReadPadding = async (url, sampleRate) => {
  const frames = wholeFrames(new Uint8Array(await audioTail(url, tailBytes)));
  if (frames === null) return 0;
  const decoded = await new OfflineAudioContext(1, 1, sampleRate).decodeAudioData(frames.buffer);
  return softSamplesAtEnd(decoded.getChannelData(0), 1) / sampleRate;
};

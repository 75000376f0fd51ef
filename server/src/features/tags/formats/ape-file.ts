import type { FileWindow } from './file-window.ts';

/** Before the version that has it, files begin with something else. */
const firstDescribed = 3980;
const descriptorBytes = 52;
/** Where the header that follows tells how many frames there are. */
const frameCountAt = 12;
/** Every frame begins with a checksum, also where it is silent and nothing else is in it. */
const leastFrameBytes = 4;

/**
 * Whether a Monkey's Audio file is as long as it says of each of its parts, and has sound. It alone packs silence into
 * some three bytes a second, so that how long it plays tells nothing of how long it has to be.
 * @returns false also of files before 3.98, which do not say
 */
export const holdsAllFrames = (window: FileWindow): boolean => {
  const descriptor = Buffer.from(window.read(0, descriptorBytes));
  if (descriptor.length < descriptorBytes || descriptor.readUInt16LE(4) < firstDescribed) return false;
  const [own = 0, header = 0, table = 0, wave = 0, sound = 0, soundAbove = 0, after = 0] = Array.from(
    { length: 7 },
    (_, at) => descriptor.readUInt32LE(8 + 4 * at),
  );
  const soundBytes = sound + soundAbove * 2 ** 32;
  const frames = window.read(own + frameCountAt, 4);
  if (frames.length < 4 || soundBytes < frames.readUInt32LE(0) * leastFrameBytes) return false;
  return own + header + table + wave + soundBytes + after <= window.sizeBytes;
};

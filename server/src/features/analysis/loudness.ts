/*
 * Loudness by EBU R128 (ITU-R BS.1770): of the blocks of 400 ms, whose loudness ffmpeg tells every 100 ms, those count
 * that are above -70 LUFS and not more than 10 LU below the mean of those. Blocks are kept in classes of 0.1 LU, so that
 * albums can be counted later from their songs.
 */

/** Below it a block is silence, in LUFS. */
const absoluteGate = -70;
/** Below the mean of all blocks that are none. */
const relativeGate = -10;
const classesPerLu = 10;

/** How many blocks are in which class: `class` is tenths of LU above the absolute gate. */
export type LoudnessBlocks = ReadonlyMap<number, number>;

const loudnessOfClass = (number: number): number => absoluteGate + number / classesPerLu;

/** The class of a block; null for silence. @param lufs of the block */
export const classOf = (lufs: number): number | null => {
  const number = Math.round((lufs - absoluteGate) * classesPerLu);
  return number < 0 || !Number.isFinite(number) ? null : number;
};

const energyOf = (lufs: number): number => 10 ** (lufs / 10);

const meanAbove = (blocks: LoudnessBlocks, gate: number): number | null => {
  let energy = 0;
  let count = 0;
  for (const [number, times] of blocks) {
    const lufs = loudnessOfClass(number);
    if (lufs < gate) continue;
    energy += energyOf(lufs) * times;
    count += times;
  }
  return count === 0 ? null : 10 * Math.log10(energy / count);
};

/** Loudness of what the blocks are of, in LUFS; null where all is silence. */
export const integratedLoudness = (blocks: LoudnessBlocks): number | null => {
  const ungated = meanAbove(blocks, absoluteGate);
  return ungated === null ? null : meanAbove(blocks, ungated + relativeGate);
};

/** The blocks of several songs together. */
export const joinBlocks = (parts: readonly LoudnessBlocks[]): LoudnessBlocks => {
  const joined = new Map<number, number>();
  for (const part of parts)
    for (const [number, times] of part) joined.set(number, (joined.get(number) ?? 0) + times);
  return joined;
};

/** Bytes of one class: its number and how many blocks. */
const entryBytes = 6;

/** Blocks as they are stored. */
export const packBlocks = (blocks: LoudnessBlocks): Buffer => {
  const packed = Buffer.alloc(blocks.size * entryBytes);
  [...blocks].forEach(([number, times], index) => {
    packed.writeUInt16LE(Math.min(number, 65_535), index * entryBytes);
    packed.writeUInt32LE(times, index * entryBytes + 2);
  });
  return packed;
};

export const unpackBlocks = (packed: Buffer): LoudnessBlocks => {
  const blocks = new Map<number, number>();
  for (let at = 0; at + entryBytes <= packed.length; at += entryBytes)
    blocks.set(packed.readUInt16LE(at), packed.readUInt32LE(at + 2));
  return blocks;
};

/** What ReplayGain 2 aims at, in LUFS. */
const referenceLufs = -18;

/** Decibels that bring a loudness to the level of ReplayGain 2, to a hundredth. */
export const gainOfLoudness = (lufs: number): number => Math.round((referenceLufs - lufs) * 100) / 100;

/** A level as a sample: 1 is 0 dB. */
export const sampleOfDecibels = (decibels: number): number => 10 ** (decibels / 20);

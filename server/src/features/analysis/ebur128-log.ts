import { classOf } from './loudness.ts';

/** What ffmpeg's `ebur128` tells of a song. */
export interface Ebur128Report {
  /** Blocks by class, see loudness. */
  readonly blocks: ReadonlyMap<number, number>;
  /** Loudness of the whole, in LUFS; null where it is silent or too short. */
  readonly loudness: number | null;
  /** The greatest sample between samples (true peak), in dBFS; null where it says none. */
  readonly peakDb: number | null;
}

/** A block of 400 ms: what it says every 100 ms. */
const blockLine = /\bTARGET:.*\bM:\s*(-?[\d.]+|-?inf|nan)\s+S:/;
const integratedLine = /^\s+I:\s+(-?[\d.]+) LUFS/;
const peakLine = /^\s+Peak:\s+(-?[\d.]+) dBFS/;

/** It says this of what is silent as a whole. */
const silentLufs = -70;

/** Longest line that is looked at: nothing it says is longer. */
const longestLine = 2000;

/** Reads what ffmpeg writes as it comes, in pieces of any size. */
export const createEbur128Log = (): { add(piece: string): void; finish(): Ebur128Report } => {
  const blocks = new Map<number, number>();
  let loudness: number | null = null;
  let peakDb: number | null = null;
  let rest = '';
  const read = (line: string): void => {
    const block = blockLine.exec(line)?.[1];
    if (block !== undefined) {
      const number = classOf(Number(block));
      if (number !== null) blocks.set(number, (blocks.get(number) ?? 0) + 1);
      return;
    }
    const integrated = integratedLine.exec(line)?.[1];
    if (integrated !== undefined) loudness = Number(integrated);
    const peak = peakLine.exec(line)?.[1];
    if (peak !== undefined) peakDb = Number(peak);
  };
  return {
    add: (piece) => {
      const lines = (rest + piece).split('\n');
      rest = (lines.pop() ?? '').slice(-longestLine);
      for (const line of lines) read(line);
    },
    finish: () => {
      read(rest);
      const isSilent = loudness === null || loudness <= silentLufs;
      return { blocks, loudness: isSilent ? null : loudness, peakDb };
    },
  };
};

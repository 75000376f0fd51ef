import type { Song } from '@tonearm/contract';

/** Songs of one disc, by track number. */
export interface DiscGroup {
  readonly disc: number;
  readonly songs: readonly Song[];
}

/**
 * Songs of an album by disc, lowest first; within a disc by track number, songs without one last and
 * in the order given. A song without a disc number belongs to disc 1.
 */
export function discGroupsOf(songs: readonly Song[]): readonly DiscGroup[] {
  const discs = Map.groupBy(songs, (song) => song.disc_number ?? 1);
  return [...discs]
    .sort(([a], [b]) => a - b)
    .map(([disc, ofDisc]) => ({ disc, songs: ofDisc.toSorted(byTrackNumber) }));
}

const byTrackNumber = (a: Song, b: Song): number =>
  (a.track_number ?? Number.MAX_SAFE_INTEGER) - (b.track_number ?? Number.MAX_SAFE_INTEGER);

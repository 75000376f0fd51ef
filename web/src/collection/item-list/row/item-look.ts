import type { SongColumn } from '../../../storage/columns-setting.ts';

/** What decides how an item looks, besides the item. */
export interface ItemLook {
  readonly hasFolderNames: boolean;
  readonly knownArtist: string | null;
  readonly awaySources: readonly string[];
  /** Columns of songs in rows. */
  readonly columns: readonly SongColumn[];
  /** What tracks say in place of, and besides, their title and artist; by path. */
  readonly trackWords?: ReadonlyMap<string, TrackWords> | undefined;
}

/** Words of one track. */
export interface TrackWords {
  readonly title?: string;
  readonly note?: string;
}

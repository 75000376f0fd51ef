import type { Settings as WireSettings } from '@tonearm/contract';
import type { CollectionSettings, SettingsChange } from './settings.ts';

/** Settings as they go over the wire. */
export const settingsToWire = (settings: CollectionSettings): WireSettings => ({
  album_art_pattern: settings.albumArtPattern,
  reindex_every_n_seconds: settings.reindexEverySeconds,
});

/** A change as it comes over the wire: absent and null stay. */
export const settingsChangeFromWire = (wire: {
  album_art_pattern?: string | null | undefined;
  reindex_every_n_seconds?: number | null | undefined;
}): SettingsChange => ({
  albumArtPattern: wire.album_art_pattern?.toWellFormed() ?? null,
  reindexEverySeconds: wire.reindex_every_n_seconds ?? null,
});

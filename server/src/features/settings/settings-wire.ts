import type { SettingsInput, Settings as WireSettings } from '@tonearm/contract';
import { assertNothingLost } from './other-versions.ts';
import type { CollectionSettings, SettingsChange } from './settings.ts';

/** Settings as they go over the wire. */
export const settingsToWire = (settings: CollectionSettings): WireSettings => ({
  album_art_pattern: settings.albumArtPattern,
  reindex_every_n_seconds: settings.reindexEverySeconds,
});

/**
 * A change as it comes over the wire: absent and null stay.
 * @throws AppError invalid_request when something would be lost
 */
export const settingsChangeFromWire = (wire: SettingsInput): SettingsChange => {
  assertNothingLost(wire);
  return {
    albumArtPattern: wire.album_art_pattern?.toWellFormed() ?? null,
    reindexEverySeconds: wire.reindex_every_n_seconds ?? null,
  };
};

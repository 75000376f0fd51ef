import type { ScanStatus, SourceState } from '@tonearm/contract';
import { troubleWords } from '../../platform/storage-trouble.ts';
import type { StorageState } from '../../platform/storage-watch.ts';
import type { ScanSource } from '../scan/index.ts';
import { awaySentence } from './reason-sentences.ts';
import type { ScannerStore } from './scanner-store.ts';

/** Whether anything can be saved, as it is told. */
export const storageToWire = ({ code, freeBytes, since }: StorageState): ScanStatus['storage'] => ({
  state: code === 'ok' ? code : troubleWords[code],
  free_bytes: freeBytes,
  since,
});

/** For how long it is told that the library was made anew, in seconds: a week. */
const tellRebuiltSeconds = 7 * 24 * 60 * 60;

/** When the library was made anew, as long as that is told. */
export const rebuiltLately = (rebuilt: ScanStatus['rebuilt'], nowMs: number): ScanStatus['rebuilt'] =>
  rebuilt !== null && nowMs / 1000 - rebuilt.at < tellRebuiltSeconds ? rebuilt : null;

/** The sources of the list, with what the last scan found out about each. */
export const statesOf = (sources: readonly ScanSource[], store: ScannerStore): SourceState[] => {
  const stored = new Map(store.sources().map((source) => [source.name, source]));
  return sources.map(({ name, realPath }) => {
    const source = stored.get(name);
    const { reason, counts } = source ?? { reason: null, counts: null };
    return {
      name,
      source: realPath,
      state: source?.state ?? 'pending',
      reason: reason === null ? null : awaySentence(reason, counts),
      reason_code: reason,
      reason_counts: counts,
      song_count: source?.songCount ?? 0,
      missing_count: source?.missingCount ?? 0,
      away_since: source?.awaySince ?? null,
      is_kept: source?.isKept ?? false,
    };
  });
};

import type { ScanProblem } from '@tonearm/contract';
import type { LibraryConnection } from '../../library/connection.ts';
import { nextTryMs } from '../../library/problem-pauses.ts';
import {
  createScanFactsStore,
  type ScanFacts,
  type StoredProblem,
} from '../../library/read/scan-facts-store.ts';
import { problemSentences } from './reason-sentences.ts';

/** What the library knows of scans, problems as they are told. */
export interface ScannerStore extends Omit<ScanFacts, 'problems'> {
  problems(page: { limit: number; offset: number }): ScanProblem[];
}

const problemToWire = ({ path, reason, tries, triedAtMs }: StoredProblem): ScanProblem => ({
  path,
  reason: problemSentences[reason],
  reason_code: reason,
  next_try_at: triedAtMs === null ? null : Math.ceil(nextTryMs({ tries, triedAtMs }) / 1000),
});

/** Makes the store over the reading connection. */
export const createScannerStore = (library: LibraryConnection): ScannerStore => {
  const facts = createScanFactsStore(library);
  return { ...facts, problems: (page) => facts.problems(page).map(problemToWire) };
};

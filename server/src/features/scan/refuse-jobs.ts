import { isDamage, writeTrouble } from '../../platform/storage-trouble.ts';
import type { ScanJobs } from './scan-jobs.ts';
import type { FromScanProcess } from './scan-messages.ts';

/**
 * What a scan process does whose library cannot be opened: says why, to every scan that it is sent.
 * @throws what it cannot name
 */
export const refuseJobs = (
  error: unknown,
  deps: { tell: (message: FromScanProcess) => void; end: () => void },
): ScanJobs => {
  if (!isDamage(error) && writeTrouble(error) === null) throw error;
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  if (isDamage(error)) deps.tell({ kind: 'damaged', error: text });
  return {
    take: (message) => {
      if (message.kind === 'stop') deps.end();
      if (message.kind !== 'scan') return;
      const trouble = writeTrouble(error);
      deps.tell({ kind: 'ended', result: 'failed', error: text, trouble, areFoldersChanged: false });
    },
  };
};

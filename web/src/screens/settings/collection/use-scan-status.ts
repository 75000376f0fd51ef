import { useQueryClient } from '@tanstack/react-query';
import type { ScanStatus } from '@tonearm/contract';
import { useEffect, useState } from 'react';
import { collectionStatusOptions } from '../../../api/collection-status.ts';
import { getScanStatus, scanProblemsOptions, watchScan } from '../../../api/scanning.ts';

/** How long after a broken stream it is tried again; the state is asked for once in between. */
const againMs = 3_000;

/** The progress of the scan, live; null until the server has told. */
export function useScanStatus(): ScanStatus | null {
  const [status, setStatus] = useState<ScanStatus | null>(null);
  const queries = useQueryClient();
  useEffect(() => {
    const controller = new AbortController();
    void follow(controller.signal, setStatus);
    return () => controller.abort();
  }, []);
  const isScanning = status?.is_scanning;
  const problemCount = status?.problem_count;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is these changes that make the lists stale
  useEffect(() => {
    void queries.invalidateQueries({ queryKey: scanProblemsOptions().queryKey });
    void queries.invalidateQueries({ queryKey: collectionStatusOptions().queryKey });
  }, [isScanning, problemCount, queries]);
  return status;
}

async function follow(signal: AbortSignal, onStatus: (status: ScanStatus) => void): Promise<void> {
  while (!signal.aborted) {
    try {
      for await (const status of watchScan(signal)) onStatus(status);
    } catch {
      // A proxy that holds streams back, or a server that restarts: asking goes on.
      await getScanStatus(signal).then(onStatus, () => {});
    }
    await new Promise((resolve) => setTimeout(resolve, signal.aborted ? 0 : againMs));
  }
}

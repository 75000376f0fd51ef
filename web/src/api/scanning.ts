import { queryOptions } from '@tanstack/react-query';
import type { ScanProblem, ScanStatus, SourceState } from '@tonearm/contract';
import { call, type ListWithTotal, listWithTotal, request } from './client.ts';
import { readServerSentEvents } from './event-stream.ts';

/** How many files that could not be read are fetched; the rest is only counted. */
const mostProblems = 200;

/** Files that could not be read, with the reason, and how many there are in all. */
export const scanProblemsOptions = () =>
  queryOptions<ListWithTotal<ScanProblem[]>>({
    queryKey: ['scan-problems'],
    queryFn: ({ signal }) => listWithTotal('listScanProblems', { query: { limit: mostProblems }, signal }),
  });

/** Whether each music source is there. */
export const sourceStatesOptions = () =>
  queryOptions<SourceState[]>({
    queryKey: ['source-states'],
    queryFn: ({ signal }) => call('listSourceStates', { signal }),
  });

/** Starts a scan. @returns the status of the answer. @throws ApiError */
export const triggerScan = async (): Promise<number> => (await request('triggerIndex')).status;

/** Stops the running scan. @throws ApiError */
export const cancelScan = (): Promise<undefined> => call('cancelIndex');

/** Keeps the songs of a source that is away. @throws ApiError source_not_found */
export const keepMissing = (name: string): Promise<undefined> => call('keepMissing', { path: name });

/** Drops the missing songs of a source for good. @throws ApiError source_not_found */
export const forgetMissing = (name: string): Promise<undefined> => call('forgetMissing', { path: name });

/** Tries files of the scan report again, now: those of some paths, or all. @throws ApiError */
export const retryProblems = (paths?: readonly string[]): Promise<undefined> =>
  call('retryScanProblems', { body: paths === undefined ? {} : { paths: [...paths] } });

/**
 * The progress of the scan, as it goes, until the server ends the stream.
 * @throws ApiError when it cannot be had
 */
export async function* watchScan(signal: AbortSignal): AsyncGenerator<ScanStatus> {
  const { body } = await request('scanEvents', { signal });
  if (!body) return;
  for await (const { name, data } of readServerSentEvents(body)) {
    if (name === 'status') yield JSON.parse(data) as ScanStatus;
  }
}

/** The progress of the scan right now. @throws ApiError */
export const getScanStatus = (signal: AbortSignal): Promise<ScanStatus> => call('getScanStatus', { signal });

import { type Endpoints, type ScanStatus, totalCountHeader } from '@tonearm/contract';
import { answered, answerWith, type Call, type Route, route } from '../../http/route.ts';
import { apiHeaders } from '../../http/security-headers.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Scanner } from './scanner.ts';
import type { ScannerStore } from './scanner-store.ts';

/** A comment is sent this often, so that proxies keep the stream open, in milliseconds. */
const heartbeatMs = 15_000;

/** More open streams than this are refused: each tab of an administrator needs one. */
const mostStreams = 100;

const eventOf = (status: ScanStatus): string => `event: status\ndata: ${JSON.stringify(status)}\n\n`;

/**
 * Sends the status now and after each change, until the client goes or may not see it any more. A client that
 * does not read gets none, and the latest once it reads on.
 */
const stream = (
  scanner: Scanner,
  { reply, request, isStillAllowed, stopping }: Call<Endpoints['scanEvents']>,
): void => {
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, {
    ...apiHeaders,
    // Nothing else comes after: a server that stops need not wait for the connection.
    Connection: 'close',
    'Content-Type': 'text/event-stream; charset=utf-8',
    'X-Accel-Buffering': 'no',
  });
  if (request.method === 'HEAD') {
    raw.end();
    return;
  }
  let isBehind = false;
  let sending = Promise.resolve();
  const sendNow = async (text: string): Promise<void> => {
    if (raw.writableEnded) return;
    const isAllowed = await isStillAllowed();
    if (!isAllowed) raw.end();
    else if (raw.writableNeedDrain) isBehind = true;
    else if (!raw.writableEnded) raw.write(text);
  };
  /** One after the other: whether it may still be seen is asked before each. */
  const send = (text: string): void => {
    sending = sending.then(() => sendNow(text));
  };
  send(eventOf(scanner.status()));
  const unsubscribe = scanner.onStatus((status) => send(eventOf(status)));
  const heartbeat = setInterval(() => send(': still here\n\n'), heartbeatMs).unref();
  raw.on('drain', () => {
    if (!isBehind) return;
    isBehind = false;
    send(eventOf(scanner.status()));
  });
  const end = (): void => void raw.end();
  stopping.addEventListener('abort', end);
  raw.once('close', () => {
    stopping.removeEventListener('abort', end);
    clearInterval(heartbeat);
    unsubscribe();
  });
};

const inMilliseconds = (seconds: number | null): number | null => (seconds === null ? null : seconds * 1000);

/** What version 8 knows of the state. */
const indexStatusOf = (status: ScanStatus) => {
  const isAsOfNow = status.finished_at !== null && status.last_result === 'completed';
  const idle = isAsOfNow ? ('UpToDate' as const) : ('OutOfDate' as const);
  return {
    state: status.is_scanning ? ('InProgress' as const) : idle,
    last_start_time: inMilliseconds(status.started_at),
    last_end_time: inMilliseconds(status.finished_at),
    num_songs_indexed: status.song_count,
  };
};

/** `/trigger_index`, `/scan_status`, `/source_states` and what belongs to them. */
export const createScannerRoutes = (deps: { scanner: Scanner; store: ScannerStore }): Route[] => {
  const { scanner, store } = deps;
  let streams = 0;
  return [
    route('triggerIndex', () => {
      scanner.trigger();
      return undefined;
    }),
    route('cancelIndex', () => {
      scanner.cancel();
      return undefined;
    }),
    route('getScanStatus', () => scanner.status()),
    route('indexStatus', () => indexStatusOf(scanner.status())),
    route('scanEvents', (call) => {
      if (streams >= mostStreams) {
        throw new AppError('unavailable', 'Too many are watching the scan. Please try again later.');
      }
      streams += 1;
      call.reply.raw.once('close', () => {
        streams -= 1;
      });
      stream(scanner, call);
      return answered;
    }),
    route('listScanProblems', ({ query }) => {
      const total = store.problemCount();
      const page = store.problems({ limit: query.limit ?? total, offset: query.offset ?? 0 });
      return answerWith({ headers: { [totalCountHeader]: total }, encodedJson: JSON.stringify(page) });
    }),
    route('retryScanProblems', ({ body }) => {
      scanner.retryProblems(body.paths ?? null);
      return undefined;
    }),
    route('listSourceStates', () => scanner.sourceStates()),
    route('forgetMissing', ({ parameter }) => {
      scanner.forget(parameter);
      return undefined;
    }),
    route('keepMissing', ({ parameter }) => {
      scanner.keep(parameter);
      return undefined;
    }),
    route('getCollectionStatus', () => scanner.collectionStatus()),
  ];
};

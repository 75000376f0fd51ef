import type { UnreachableReason } from '@tonearm/contract';
import type { Clock } from './clock.ts';

/** Limits of every call to the outside. */
const timeoutMs = 10_000;
const mostAnswerBytes = 64 * 1024;

/** How long calls under way may go on once it is closed, in milliseconds. */
const closeGraceMs = 1_000;

/** One call to the outside. */
interface OutboundRequest {
  /** The configured root the call must stay below. */
  readonly root: string;
  /** Address of the call, relative to the root or whole. */
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/**
 * What came of a call: what the other side answered, or why no usable answer came.
 */
export type OutboundResult =
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly text: string;
      /** In how many milliseconds the service wants to be asked again; null when it did not say. */
      readonly retryAfterMs: number | null;
    }
  | { readonly kind: 'unreachable'; readonly reason: UnreachableReason };

/** Why no usable answer came, in words. */
export const unreachableSentences: Readonly<Record<UnreachableReason, string>> = {
  not_reached: 'The service could not be reached.',
  no_answer: 'The service did not answer in time.',
  answer_too_long: 'The service answered more than we read.',
  redirected: 'The service sent us elsewhere, which is not followed.',
  leaves_service: 'The address leaves the service that was configured.',
  server_stopping: 'The server is stopping.',
};

/** Calls to the outside: only below configured roots, no redirects, limited in time and size. */
export interface Outbound {
  request(request: OutboundRequest): Promise<OutboundResult>;
  /** Later calls fail at once, and those under way when they have not ended within a second. Ends with the last. */
  close(): Promise<void>;
}

const unreachable = (reason: UnreachableReason): OutboundResult => ({ kind: 'unreachable', reason });

/** Whether an address lies at or below a root: same scheme, host and port, and path below. */
const isBelow = (url: URL, root: URL): boolean =>
  (url.protocol === 'http:' || url.protocol === 'https:') &&
  url.origin === root.origin &&
  url.username === '' &&
  url.password === '' &&
  url.pathname.startsWith(root.pathname);

const readLimited = async (response: Response): Promise<string | null> => {
  const reader = response.body?.getReader();
  if (reader === undefined) return '';
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return Buffer.concat(chunks).toString('utf8');
    length += value.length;
    if (length > mostAnswerBytes) {
      await reader.cancel();
      return null;
    }
    chunks.push(value);
  }
};

/** Why a call was broken off by us. */
const late = new Error('late');
const stopping = new Error('stopping');

const reasonOf = (error: unknown): UnreachableReason => {
  if (error === late) return 'no_answer';
  return error === stopping ? 'server_stopping' : 'not_reached';
};

/**
 * Reads when a service wants to be asked again: seconds, or a date. A date in the past is now. Where too much was
 * asked, ListenBrainz says the same in words of its own; it says so of every other call too, where it means nothing.
 * @returns milliseconds, or null when nothing usable is said
 * @see RFC 9110 §10.2.3
 */
export const readRetryAfter = (
  { headers, status }: { headers: Pick<Headers, 'get'>; status: number },
  nowMs: number,
): number | null => {
  for (const name of status === 429 ? ['retry-after', 'x-ratelimit-reset-in'] : ['retry-after']) {
    const text = headers.get(name)?.trim() ?? '';
    if (/^\d{1,10}$/.test(text)) return Number(text) * 1000;
    // Dates hold letters; `Date.parse` would also take "-5" and "1.5" for years and months.
    const atMs = /[a-z]{3}/i.test(text) ? Date.parse(text) : Number.NaN;
    if (!Number.isNaN(atMs)) return Math.max(0, atMs - nowMs);
  }
  return null;
};

/**
 * Makes the only way to the outside. A call takes ten seconds at most.
 */
export const createOutbound = (clock: Pick<Clock, 'nowMs' | 'schedule'>): Outbound => {
  const running = new Map<AbortController, Promise<OutboundResult>>();
  let isClosed = false;
  const send = async (call: OutboundRequest, signal: AbortSignal): Promise<OutboundResult> => {
    const root = new URL(call.root);
    const url = new URL(call.url, root);
    if (!isBelow(url, root)) return unreachable('leaves_service');
    try {
      const response = await fetch(url, {
        method: call.method,
        headers: { 'User-Agent': 'Tonearm', ...call.headers },
        ...(call.body === undefined ? {} : { body: call.body }),
        redirect: 'manual',
        signal,
      });
      if (response.status >= 300 && response.status < 400) {
        await response.body?.cancel();
        return unreachable('redirected');
      }
      const text = await readLimited(response);
      if (text === null) return unreachable('answer_too_long');
      const retryAfterMs = readRetryAfter(response, clock.nowMs());
      return { kind: 'answer', status: response.status, text, retryAfterMs };
    } catch (error) {
      return unreachable(reasonOf(error));
    }
  };
  return {
    request: (call) => {
      if (isClosed) return Promise.resolve(unreachable('server_stopping'));
      const control = new AbortController();
      const cancelTimer = clock.schedule(timeoutMs, () => control.abort(late));
      const result = send(call, control.signal).finally(() => {
        cancelTimer();
        running.delete(control);
      });
      running.set(control, result);
      return result;
    },
    close: async () => {
      isClosed = true;
      const giveUp = clock.schedule(closeGraceMs, () => {
        for (const control of running.keys()) control.abort(stopping);
      });
      await Promise.all(running.values());
      giveUp();
    },
  };
};

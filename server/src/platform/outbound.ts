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

/** A call that finds out how an address answers. */
interface Probe {
  /** The root the call must stay below; it need not be configured. */
  readonly root: string;
  readonly url: string;
  readonly method: 'GET' | 'HEAD' | 'POST' | 'OPTIONS';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | URLSearchParams;
  /** Bytes of the answer that are read; the rest is left. */
  readonly mostBytes: number;
}

/** What an address answered, or what the system said in place of an answer: a code such as `ENOTFOUND`. */
export type ProbeResult =
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly headers: Pick<Headers, 'get'>;
      readonly text: string;
    }
  | { readonly kind: 'trouble'; readonly code: string };

/** Finds out how addresses answer, within the limits of every call to the outside: whatever is answered is told. */
export type SendProbe = (probe: Probe) => Promise<ProbeResult>;

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

/** What an answer says, up to so many bytes. */
const readUpTo = async (
  response: Response,
  mostBytes: number,
): Promise<{ readonly text: string; readonly isWhole: boolean }> => {
  const reader = response.body?.getReader();
  if (reader === undefined) return { text: '', isWhole: true };
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    const isTooLong = !done && length + value.length > mostBytes;
    if (isTooLong) await reader.cancel();
    if (done || isTooLong) return { text: Buffer.concat(chunks).toString('utf8'), isWhole: done };
    length += value.length;
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

/** What the system calls it. */
const codeOf = (error: unknown): string => {
  if (error === late || error === stopping) return reasonOf(error);
  const { cause, code } = error as { cause?: { code?: unknown }; code?: unknown };
  const told = cause?.code ?? code;
  return typeof told === 'string' ? told : 'not_reached';
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

const send = async (
  call: OutboundRequest,
  signal: AbortSignal,
  clock: Pick<Clock, 'nowMs'>,
): Promise<OutboundResult> => {
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
    const { text, isWhole } = await readUpTo(response, mostAnswerBytes);
    if (!isWhole) return unreachable('answer_too_long');
    const retryAfterMs = readRetryAfter(response, clock.nowMs());
    return { kind: 'answer', status: response.status, text, retryAfterMs };
  } catch (error) {
    return unreachable(reasonOf(error));
  }
};

const find = async (probe: Probe, signal: AbortSignal): Promise<ProbeResult> => {
  const root = new URL(probe.root);
  const url = new URL(probe.url, root);
  if (!isBelow(url, root)) return { kind: 'trouble', code: 'leaves_service' };
  try {
    const { method, body } = probe;
    const headers = { 'User-Agent': 'Tonearm', ...probe.headers };
    const response = await fetch(url, {
      ...{ method, headers, redirect: 'manual', signal },
      ...(body === undefined ? {} : { body }),
    });
    const { text } = await readUpTo(response, probe.mostBytes);
    return { kind: 'answer', status: response.status, headers: response.headers, text };
  } catch (error) {
    return { kind: 'trouble', code: codeOf(error) };
  }
};

/**
 * Makes the only way to the outside. A call takes ten seconds at most.
 */
export const createOutbound = (
  clock: Pick<Clock, 'nowMs' | 'schedule'>,
): Outbound & { readonly probe: SendProbe } => {
  const running = new Map<AbortController, Promise<unknown>>();
  let isClosed = false;
  const limited = <R>(send: (signal: AbortSignal) => Promise<R>): Promise<R> => {
    const control = new AbortController();
    const cancelTimer = clock.schedule(timeoutMs, () => control.abort(late));
    const result = send(control.signal).finally(() => {
      cancelTimer();
      running.delete(control);
    });
    running.set(control, result);
    return result;
  };
  return {
    request: (call) =>
      isClosed
        ? Promise.resolve(unreachable('server_stopping'))
        : limited((signal) => send(call, signal, clock)),
    probe: (probe) =>
      isClosed
        ? Promise.resolve({ kind: 'trouble', code: 'server_stopping' })
        : limited((signal) => find(probe, signal)),
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

/** Limits of every call to the outside. */
const timeoutMs = 10_000;
const mostAnswerBytes = 64 * 1024;

/** One call to the outside. */
export interface OutboundRequest {
  /** The configured root the call must stay below. */
  readonly root: string;
  /** Address of the call, relative to the root or whole. */
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/**
 * What came of a call. `refused` means that it was not made; `unreachable` that no usable answer came.
 * Reasons are sentences for a person and hold no secret.
 */
export type OutboundResult =
  | { readonly kind: 'answer'; readonly status: number; readonly text: string }
  | { readonly kind: 'unreachable'; readonly reason: string };

/** Calls to the outside: only below configured roots, no redirects, limited in time and size. */
export interface Outbound {
  request(request: OutboundRequest): Promise<OutboundResult>;
  /** Ends calls under way; later ones fail at once. */
  close(): void;
}

const unreachable = (reason: string): OutboundResult => ({ kind: 'unreachable', reason });

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

const reasonOf = (error: unknown): string => {
  if (error instanceof Error && error.name === 'TimeoutError') return 'The service did not answer in time.';
  return 'The service could not be reached.';
};

/**
 * Makes the only way to the outside.
 * @param options.timeoutMs how long a whole call may take
 */
export const createOutbound = (options: { timeoutMs?: number } = {}): Outbound => {
  const closing = new AbortController();
  const request = async (call: OutboundRequest): Promise<OutboundResult> => {
    const root = new URL(call.root);
    const url = new URL(call.url, root);
    if (!isBelow(url, root)) return unreachable('The address leaves the service that was configured.');
    try {
      const response = await fetch(url, {
        method: call.method,
        headers: { 'User-Agent': 'Tonearm', ...call.headers },
        ...(call.body === undefined ? {} : { body: call.body }),
        redirect: 'manual',
        signal: AbortSignal.any([closing.signal, AbortSignal.timeout(options.timeoutMs ?? timeoutMs)]),
      });
      if (response.status >= 300 && response.status < 400) {
        await response.body?.cancel();
        return unreachable('The service sent us elsewhere, which is not followed.');
      }
      const text = await readLimited(response);
      if (text === null) return unreachable('The service answered more than we read.');
      return { kind: 'answer', status: response.status, text };
    } catch (error) {
      return unreachable(reasonOf(error));
    }
  };
  return { request, close: () => closing.abort() };
};

import { Agent, type IncomingHttpHeaders, request } from 'node:http';

/** An answer and how long it took. */
interface TimedAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** From sending to the first byte of the answer, in milliseconds. */
  readonly firstByteMs: number;
  readonly totalMs: number;
}

/** A client that keeps its connection, as browsers do. */
export interface BenchClient {
  send(
    path: string,
    options?: { method?: string; body?: unknown; headers?: Record<string, string> },
  ): Promise<TimedAnswer>;
  json<T>(path: string, options?: { method?: string; body?: unknown }): Promise<T>;
  close(): void;
}

/** Makes a client for an API address such as `http://127.0.0.1:5050/api/`. */
export const createBenchClient = (apiRoot: string, token?: string): BenchClient => {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  const send: BenchClient['send'] = (path, options = {}) =>
    new Promise((resolve, reject) => {
      const body = options.body === undefined ? undefined : JSON.stringify(options.body);
      const begunMs = performance.now();
      const outgoing = request(
        new URL(path, apiRoot),
        {
          agent,
          method: options.method ?? 'GET',
          headers: {
            ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
            ...(body === undefined
              ? {}
              : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }),
            ...options.headers,
          },
        },
        (incoming) => {
          const firstByteMs = performance.now() - begunMs;
          const chunks: Buffer[] = [];
          incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
          incoming.on('error', reject);
          incoming.on('end', () =>
            resolve({
              status: incoming.statusCode ?? 0,
              headers: incoming.headers,
              body: Buffer.concat(chunks),
              firstByteMs,
              totalMs: performance.now() - begunMs,
            }),
          );
        },
      );
      outgoing.on('error', reject);
      outgoing.end(body);
    });
  return {
    send,
    json: async <T>(path: string, options?: { method?: string; body?: unknown }): Promise<T> => {
      const answer = await send(path, options);
      if (answer.status >= 300)
        throw new Error(`${path} answered ${answer.status}: ${answer.body.toString('utf8')}`);
      return (answer.body.length === 0 ? undefined : JSON.parse(answer.body.toString('utf8'))) as T;
    },
    close: () => agent.destroy(),
  };
};

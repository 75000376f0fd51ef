import { vi } from 'vitest';

/** A call that reached the fake server. `path` is decoded and below `/api`. */
export interface SeenCall {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Headers;
  readonly body: unknown;
}

/** What a route answers: a JSON value, undefined for an empty 200, a Response, or a function of the call. */
export type Answer = unknown;

/** A server at the edge of the network, for tests. */
export interface FakeServer {
  readonly calls: SeenCall[];
  /** Calls of one route, `PUT /preferences`. */
  readonly callsOf: (route: string) => SeenCall[];
  /** Sets or replaces answers. */
  readonly answer: (answers: Record<string, Answer>) => void;
}

/** An error answer as the server gives it. */
export const problem = (status: number, code: string, detail = ''): Response =>
  new Response(JSON.stringify({ type: 'about:blank', title: code, status, code, detail, request_id: 'r1' }), {
    status,
    headers: { 'Content-Type': 'application/problem+json' },
  });

/**
 * Takes the place of `fetch` until the test ends. Routes are written `GET /browse/a/b`, decoded; one
 * without an answer gets 404.
 */
export function fakeServer(answers: Record<string, Answer> = {}): FakeServer {
  const calls: SeenCall[] = [];
  const table = new Map(Object.entries(answers));
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    init.signal?.throwIfAborted();
    const url = new URL(input);
    const call: SeenCall = {
      method: init.method ?? 'GET',
      path: decodeURIComponent(url.pathname.replace(/^.*?\/api/, '')),
      query: url.searchParams,
      headers: new Headers(init.headers),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
    };
    calls.push(call);
    return responseOf(table, call);
  });
  return {
    calls,
    callsOf: (route) => calls.filter(({ method, path }) => `${method} ${path}` === route),
    answer: (more) => {
      for (const [route, answer] of Object.entries(more)) table.set(route, answer);
    },
  };
}

async function responseOf(table: ReadonlyMap<string, Answer>, call: SeenCall): Promise<Response> {
  const route = `${call.method} ${call.path}`;
  if (!table.has(route)) return problem(404, 'not_found');
  const answer = table.get(route);
  const value: unknown = typeof answer === 'function' ? await answer(call) : answer;
  if (value instanceof Response) return value.clone();
  return new Response(value === undefined ? null : JSON.stringify(value), { status: 200 });
}

import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request whose body has been read. */
export interface FakeRequest {
  method: string;
  /** With the query. */
  url: URL;
  headers: IncomingMessage['headers'];
  body: string;
}

/** A real HTTP server on a free port of the loopback interface. */
export interface FakeServer extends AsyncDisposable {
  /** Such as `http://127.0.0.1:41234`, without a slash at the end. */
  root: string;
  /** Every request in the order of arrival. */
  requests: FakeRequest[];
  /** Stops listening and cuts every open connection. */
  close: () => Promise<void>;
}

/** Answers one request; may leave it unanswered or destroy its socket. */
export type FakeHandler = (request: FakeRequest, response: ServerResponse) => void | Promise<void>;

/** Starts a server that hands every request to `handle`. */
export async function startFakeServer(handle: FakeHandler): Promise<FakeServer> {
  const requests: FakeRequest[] = [];
  const server = createServer((incoming, response) => {
    // A request that is cut off before its end is of no interest to a fake.
    answer(incoming, response).catch(() => response.destroy());
  });
  const answer = async (incoming: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const request: FakeRequest = {
      method: incoming.method ?? 'GET',
      url: new URL(incoming.url ?? '/', root),
      headers: incoming.headers,
      body: Buffer.concat(chunks).toString('utf8'),
    };
    requests.push(request);
    await handle(request, response);
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const root = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = async () => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  };
  return { root, requests, close, [Symbol.asyncDispose]: close };
}

/** Answers with JSON. */
export function sendJson(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify(value));
}

/** Answers with plain text. */
export function sendText(response: ServerResponse, text: string, status = 200): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' });
  response.end(text);
}

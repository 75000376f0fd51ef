import { createServer, type IncomingHttpHeaders, request } from 'node:http';
import { type AddressInfo, createServer as createSocket } from 'node:net';

/** What a gate does to a request before it hands it on; a status in place of it answers at once. */
interface Passing {
  url: string;
  method: string;
  headers: IncomingHttpHeaders;
  hasBody: boolean;
}

/** What something between an app and the server does wrong. */
export interface Fault {
  /** Changes the request, or answers by itself. */
  readonly request?: (
    passing: Passing,
  ) => undefined | { status: number; headers?: Record<string, string>; text?: string };
  /** Changes the answer. */
  readonly answer?: (answer: {
    status: number;
    headers: Record<string, string | string[] | undefined>;
  }) => void;
}

/** A reverse proxy before a server, as many have one, with a fault that can be changed. */
export const startFaultyGate = async (target: string) => {
  let fault: Fault = {};
  const server = createServer({ maxHeaderSize: 256 * 1024 }, (incoming, answer) => {
    const passing: Passing = {
      url: incoming.url ?? '/',
      method: incoming.method ?? 'GET',
      headers: { ...incoming.headers, host: 'music.example', 'x-forwarded-proto': 'https' },
      hasBody: incoming.method === 'POST',
    };
    const own = fault.request?.(passing);
    if (own !== undefined) {
      incoming.resume();
      answer
        .writeHead(own.status, { 'content-type': 'text/html', ...own.headers })
        .end(own.text ?? '<p>No</p>');
      return;
    }
    const { method, headers, hasBody } = passing;
    if (!hasBody) delete headers['content-length'];
    const outgoing = request(`${new URL(target).origin}${passing.url}`, { method, headers }, (reply) => {
      const changed = { status: reply.statusCode ?? 502, headers: { ...reply.headers } };
      fault.answer?.(changed);
      answer.writeHead(changed.status, changed.headers);
      reply.pipe(answer);
    });
    outgoing.on('error', () => answer.destroy());
    answer.on('close', () => outgoing.destroy());
    if (hasBody) incoming.pipe(outgoing);
    else {
      incoming.resume();
      outgoing.end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    be: (next: Fault): void => {
      fault = next;
    },
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

/** A port that nobody listens on. */
export const freePort = async (): Promise<number> => {
  const socket = createSocket();
  await new Promise<void>((resolve) => socket.listen(0, '127.0.0.1', resolve));
  const { port } = socket.address() as AddressInfo;
  await new Promise((resolve) => socket.close(resolve));
  return port;
};

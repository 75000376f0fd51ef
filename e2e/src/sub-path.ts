import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A web server that shows a product below one of its folders, and nothing anywhere else. */
export interface SubPathProxy extends AsyncDisposable {
  /** Address of the product behind it, with a trailing slash. */
  readonly address: string;
}

/**
 * Starts the smallest reverse proxy there is: what comes below `folder` is handed on without it.
 * @param target address of the product
 * @param folder such as `/music/`
 */
export const startSubPathProxy = async (target: string, folder: string): Promise<SubPathProxy> => {
  const server = createServer((incoming, answer) => {
    const path = incoming.url ?? '/';
    if (!path.startsWith(folder)) {
      answer.writeHead(404).end();
      return;
    }
    const url = new URL(path.slice(folder.length - 1), target);
    const { host: _, ...headers } = incoming.headers;
    const outgoing = request(url, { method: incoming.method ?? 'GET', headers }, (reply) => {
      answer.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(answer);
    });
    outgoing.on('error', () => answer.destroy());
    answer.on('close', () => outgoing.destroy());
    incoming.pipe(outgoing);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}${folder}`,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

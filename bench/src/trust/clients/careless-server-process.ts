/*
 * A server as one would write it first: a whole file in memory for each who asks, and time without end for who sends
 * slowly. What looks for slow clients has to find fault with this one. Says its address on a line of its own.
 *
 *   node careless-server-process.ts FILE
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const [, , file = ''] = process.argv;
const server = createServer({ connectionsCheckingInterval: 1_000 }, (incoming, response) => {
  const { pathname } = new URL(incoming.url ?? '/', 'http://127.0.0.1');
  if (pathname.startsWith('/api/audio/')) response.end(readFileSync(file));
  else response.end('[]');
});
server.headersTimeout = 0;
server.requestTimeout = 0;
server.maxHeadersCount = 0;
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}/\n`);
});

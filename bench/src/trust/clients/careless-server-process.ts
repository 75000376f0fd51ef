/*
 * A server as one would write it first: a whole file in memory for each who asks, time without end for who sends
 * slowly, and a search that looks at everything before it does anything else. What looks for slow and for hostile
 * clients has to find fault with this one. Says its address on a line of its own.
 *
 *   node careless-server-process.ts FILE
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const [, , file = ''] = process.argv;
const titles = Array.from({ length: 20_000 }, (_, number) => `a song of spring, number ${number}`);

const find = (query: string): string[] => {
  const terms = query.toLowerCase().split(' ');
  return titles.filter((title) => terms.filter((term) => title.includes(term)).length === terms.length);
};

const server = createServer({ connectionsCheckingInterval: 1_000 }, (incoming, response) => {
  const { pathname } = new URL(incoming.url ?? '/', 'http://127.0.0.1');
  if (pathname.startsWith('/api/audio/')) response.end(readFileSync(file));
  else if (pathname.startsWith('/api/search/'))
    response.end(JSON.stringify(find(decodeURIComponent(pathname.slice('/api/search/'.length)))));
  else response.end('[]');
});
server.headersTimeout = 0;
server.requestTimeout = 0;
server.maxHeadersCount = 0;
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}/\n`);
});

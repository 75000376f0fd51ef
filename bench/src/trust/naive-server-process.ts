/*
 * A server as one would write it first: the whole body, all of it parsed, and every fault of it told. The flood has
 * to find fault with this one, or it would find none with anything. Says its address on a line of its own.
 */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { endpoints } from '@tonearm/contract';

const wholeBodyOf = async (incoming: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
};

const statusOf = async (incoming: IncomingMessage): Promise<number> => {
  const body = await wholeBodyOf(incoming);
  if (incoming.method !== 'PUT') return 200;
  const value: unknown = JSON.parse(body);
  return endpoints.putPlaylist.body.safeParse(value).success ? 200 : 400;
};

const server = createServer((incoming, response) => {
  void statusOf(incoming)
    .catch(() => 400)
    .then((status) => response.writeHead(status).end(JSON.stringify({ token: 'anybody' })));
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}/api/\n`);
});

import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { type CountedAnswer, countAnswer } from './count-answer.ts';

const countedFrom = async (answer: RequestListener): Promise<CountedAnswer> => {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  try {
    return await countAnswer({ address: new URL(`http://127.0.0.1:${port}/list?of=all`), token: 'mine' });
  } finally {
    server.closeAllConnections();
    server.close();
  }
};

it('counts a long answer to its end', async () => {
  const asked: unknown[] = [];
  const piece = Buffer.alloc(100_000, '[0],');
  const { status, bytes } = await countedFrom((request, response) => {
    asked.push(request.url, request.headers.authorization);
    for (let sent = 0; sent < 20; sent += 1) response.write(piece);
    response.end();
  });
  expect(asked).toEqual(['/list?of=all', 'Bearer mine']);
  expect(status).toBe(200);
  // Its head, and the length of each piece.
  expect(bytes - 20 * piece.length).toBeGreaterThan(100);
  expect(bytes - 20 * piece.length).toBeLessThan(1_000);
});

it('tells the status of one that failed', async () => {
  const { status } = await countedFrom((_request, response) => {
    response.writeHead(503);
    response.write('later');
    response.end();
  });
  expect(status).toBe(503);
});

it('refuses one that breaks off', async () => {
  const counted = countedFrom((_request, response) => {
    response.write(Buffer.alloc(100_000), () => response.destroy());
  });
  await expect(counted).rejects.toThrow(/broke off after \d+ bytes|ECONNRESET/);
});

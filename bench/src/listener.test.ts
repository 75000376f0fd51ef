import { once } from 'node:events';
import { Agent, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { bytesPerMs, createListener } from './listener.ts';

const sentBytes = 64 * 1024;

it('counts a stall when the sound runs dry, and none before', async () => {
  // Sends a little of what was asked for and then nothing.
  const server = createServer((_request, response) => {
    response.writeHead(206, { 'Content-Length': 10 * sentBytes });
    response.write(Buffer.alloc(sentBytes));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const agent = new Agent();
  const { port } = server.address() as AddressInfo;
  const listener = createListener({ url: `http://127.0.0.1:${port}/`, token: 'x', agent });
  try {
    listener.seek(0);
    const startMs = performance.now();
    while (listener.receivedBytes < sentBytes) await new Promise((resolve) => setImmediate(resolve));
    listener.tick(startMs);
    listener.tick(startMs + sentBytes / bytesPerMs - 1);
    expect(listener.stalls).toBe(0);
    listener.tick(startMs + sentBytes / bytesPerMs + 1);
    expect(listener.stalls).toBe(1);
    expect([listener.firstByteMs.length, listener.errors]).toEqual([1, []]);
  } finally {
    listener.close();
    agent.destroy();
    server.closeAllConnections();
    server.close();
  }
});

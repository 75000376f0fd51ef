import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { createFakeClock } from '@tonearm/testkit';
import { expect, it } from 'vitest';
import { createBodySource } from './body-source.ts';

const piece = Buffer.alloc(64 * 1024);

const start = () => {
  const clock = createFakeClock();
  const client = new PassThrough({ highWaterMark: 1024 * 1024 });
  return { clock, client, source: createBodySource(client as unknown as IncomingMessage, clock) };
};

it('ends a client that does not send a piece within half a minute', async () => {
  const { clock, client, source } = start();
  const next = source.next().catch((error: unknown) => error);
  client.write('a');
  await clock.advance(30_000);
  expect(await next).toMatchObject({ code: 'request_timeout' });
});

it('does not hold against a client how long nobody asked for more', async () => {
  const { clock, client, source } = start();
  client.write(piece);
  expect(await source.next()).toHaveLength(piece.length);
  await clock.advance(5 * 60_000);
  const next = source.next();
  await clock.advance(29_000);
  client.write(piece);
  expect(await next).toHaveLength(piece.length);
  client.end();
  expect(await source.next()).toBeNull();
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readServerSentEvents } from './event-stream.ts';

async function eventsOf(parts: readonly string[]) {
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const part of parts) controller.enqueue(new TextEncoder().encode(part));
      controller.close();
    },
  });
  const events = [];
  for await (const event of readServerSentEvents(stream)) events.push(event);
  return events;
}

const text =
  ': hello\n\nevent: status\ndata: {"a":1}\n\nretry: 5\ndata: two\ndata: lines\n\nevent: status\ndata: cut off';

describe('server-sent events', () => {
  const expected = [
    { name: 'status', data: '{"a":1}' },
    { name: 'message', data: 'two\nlines' },
  ];

  it('are read by name, without comments and without what was cut off', async () => {
    expect(await eventsOf([text])).toEqual(expected);
  });

  it('are the same wherever the network cuts them', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(text.length), { maxLength: 6 }), async (cuts) => {
        const places = [0, ...cuts.toSorted((a, b) => a - b), text.length];
        const parts = places.slice(1).map((place, index) => text.slice(places[index], place));
        expect(await eventsOf(parts)).toEqual(expected);
      }),
    );
  });
});

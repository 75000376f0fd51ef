import { createFakeClock } from '@tonearm/testkit';
import { expect, it } from 'vitest';
import { createUploadGate } from './upload-gate.ts';

const megabyte = 1024 * 1024;

const setUp = () => {
  const clock = createFakeClock();
  const gate = createUploadGate(clock);
  const said: string[] = [];
  /** Somebody comes with a body; what becomes of it is said. */
  const send = (sender: string, bytes: number) => {
    const visit = gate.visit(sender);
    visit.grow(bytes).then(
      () => said.push(`${sender} sends`),
      (error: { code: string; headers: unknown }) =>
        said.push(`${sender}: ${error.code} ${JSON.stringify(error.headers)}`),
    );
    return visit;
  };
  /** Some time passes, and everybody has had a turn of the event loop. */
  const pass = async (ms: number): Promise<void> => {
    await clock.advance(ms);
    for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  };
  return { pass, said, send };
};

it('lets a long playlist in while many who send as much as they may are waiting', async () => {
  const { pass, said, send } = setUp();
  for (let number = 0; number < 20; number += 1) send(`flood ${number}`, 128 * megabyte);
  await pass(0);
  expect(said).toEqual(['flood 0 sends', 'flood 1 sends', 'flood 2 sends']);
  send('anna', 17 * megabyte);
  send('bert', megabyte);
  send('cleo', 10);
  await pass(0);
  expect(said.slice(3).toSorted()).toEqual(['anna sends', 'bert sends', 'cleo sends']);
});

it('lets who waited in when somebody is done, and tells who waited half a minute to come again', async () => {
  const { pass, said, send } = setUp();
  const floods = [1, 2, 3, 4, 5].map((number) => send(`flood ${number}`, 20 * megabyte));
  send('anna', 17 * megabyte);
  await pass(25_000);
  expect(said).toHaveLength(4);
  floods[0]?.leave();
  await pass(0);
  expect(said.at(-1)).toBe('flood 5 sends');
  await pass(5_000);
  expect(said.at(-1)).toBe('anna: unavailable {"Retry-After":"5"}');
});

it('takes one whose length was not told further back as it grows, and gives its place to the next', async () => {
  const { pass, said, send } = setUp();
  const growing = send('dora', megabyte);
  for (let number = 0; number < 15; number += 1) send(`other ${number}`, megabyte);
  send('anna', megabyte);
  await pass(0);
  expect(said).not.toContain('anna sends');
  void growing.grow(2 * megabyte);
  await pass(0);
  expect(said).toContain('anna sends');
});

import { expect, it } from 'vitest';
import { askInRounds, type Kind } from './lists.ts';

const kindsOf = (): Kind[] => [
  { name: 'newest', paths: ['recent'], sent: 0 },
  { name: 'search', paths: ['search/a', 'search/b'], sent: 0 },
];

/** A client whose answers take as many milliseconds as were asked before. */
const clientOf = (status = 200) => {
  const asked: string[] = [];
  const send = (path: string) => {
    asked.push(path);
    return Promise.resolve({
      status,
      headers: {},
      body: Buffer.alloc(0),
      firstByteMs: 0,
      totalMs: asked.length - 1,
    });
  };
  return { asked, send };
};

it('asks for every kind once in a round, and does not count the first one', async () => {
  const client = clientOf();
  const samples = await askInRounds(client, kindsOf(), (round) => round < 3);
  expect(client.asked.filter((path) => path === 'recent')).toHaveLength(4);
  expect(client.asked.slice(0, 4)).toEqual(['recent', 'search/a', 'recent', 'search/b']);
  expect([...samples].map(([{ name }, times]) => [name, times])).toEqual([
    ['newest', [2, 4]],
    ['search', [3, 5]],
  ]);
});

it('does not count a round during which the scan ended', async () => {
  const samples = await askInRounds(clientOf(), kindsOf(), (round) => Promise.resolve(round < 2));
  expect([...samples.values()]).toEqual([[2], [3]]);
});

it('refuses an answer that is none', async () => {
  await expect(askInRounds(clientOf(503), kindsOf(), () => false)).rejects.toThrow('recent answered 503');
});

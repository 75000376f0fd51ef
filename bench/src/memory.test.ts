import { describe, expect, it } from 'vitest';
import { growthKib, type Held, parseMapped, togetherKib } from './memory.ts';

const smaps = (own: number, node: number, database: number): string =>
  `00400000-01000000 r-xp 00000000 08:01 1234                       /usr/bin/node
Rss:                ${node} kB
Anonymous:             0 kB
01000000-01100000 rw-p 00c00000 08:01 1234                       /usr/bin/node
Rss:                  30 kB
Anonymous:            10 kB
7f0000000000-7f0000100000 rw-s 00000000 08:01 77                  /data/my library.db-shm
Rss:                  ${database} kB
Anonymous:             0 kB
7f0000200000-7f0000300000 rw-p 00000000 00:00 0                   [heap]
Rss:                ${own} kB
Anonymous:          ${own} kB
`;

describe('memory of processes', () => {
  it('is told apart by what is their own and what is mapped from files', () => {
    const mapped = parseMapped(smaps(500, 2000, 32));
    expect(mapped.own).toBe(510);
    expect([...mapped.files]).toEqual([
      ['/usr/bin/node', 2020],
      ['/data/my library.db-shm', 32],
    ]);
  });

  it('counts a file that several have mapped once', () => {
    const processes = [smaps(500, 2000, 32), smaps(100, 1500, 64)].map(parseMapped);
    expect(togetherKib(processes)).toBe(510 + 110 + 2020 + 64);
  });

  it('is nothing for a process that has ended', () => {
    expect(togetherKib([parseMapped('')])).toBe(0);
  });

  it('grow by what each of them takes more, whatever others gave back or held when they ended', () => {
    const held = (...each: [pid: number, own: number, files: number][]): Map<number, Held> =>
      new Map(each.map(([pid, own, files]) => [pid, { own, files }]));
    const before = held([1, 100, 50], [2, 300, 60]);
    expect(growthKib(before, before, 1)).toBe(0);
    expect(growthKib(before, held([1, 120, 50], [2, 200, 40]), 1)).toBe(20);
    expect(growthKib(before, held([1, 120, 55]), 1)).toBe(25);
    // One that is new has the programme in common with the first.
    expect(growthKib(before, held([1, 100, 50], [3, 80, 45]), 1)).toBe(80);
    expect(growthKib(before, held([1, 100, 50], [3, 80, 57]), 1)).toBe(87);
  });
});

import { describe, expect, it } from 'vitest';
import { parseMapped, togetherKib } from './memory.ts';

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
});

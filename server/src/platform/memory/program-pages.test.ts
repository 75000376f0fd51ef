import { expect, it } from 'vitest';
import { letProgramsGo, shownFiles } from './program-pages.ts';

const area = (head: string, fields: Record<string, number>): string =>
  `${head}\nSize: 4096 kB\n${Object.entries(fields)
    .map(([name, kib]) => `${name}:      ${kib} kB\n`)
    .join('')}VmFlags: rd ex mr mw me sd\n`;

const code = area('00400000-00c00000 r-xp 00000000 fe:00 123   /opt/node', { Rss: 4000, Anonymous: 0 });
const constants = area('00c00000-01400000 r--p 00800000 fe:00 123   /opt/node', { Rss: 900, Anonymous: 0 });

it('finds what shows a file as it is', () => {
  expect(shownFiles(code + constants)).toEqual([
    { address: 0x400000, lengthBytes: 0x800000 },
    { address: 0xc00000, lengthBytes: 0x800000 },
  ]);
});

it.each([
  ['can be written to', area('00400000-00c00000 rw-p 0 fe:00 123   /opt/node', { Rss: 4000 })],
  ['is shared', area('00400000-00c00000 r--s 0 fe:00 123   /data/library.db', { Rss: 4000 })],
  ['was written to', area('00400000-00c00000 r--p 0 fe:00 123   /opt/node', { Rss: 4000, Anonymous: 4 })],
  ['is dirty', area('00400000-00c00000 r-xp 0 fe:00 123   /opt/node', { Rss: 4000, Private_Dirty: 4 })],
  ['is held fast', area('00400000-00c00000 r-xp 0 fe:00 123   /opt/node', { Rss: 4000, Locked: 4 })],
  ['is of no file', area('00400000-00c00000 r-xp 00000000 00:00 0 ', { Rss: 4000 })],
  ['is the system', area('00400000-00c00000 r-xp 00000000 00:00 0   [vdso]', { Rss: 4000 })],
  ['is hardly there', area('00400000-00c00000 r-xp 0 fe:00 123   /opt/node', { Rss: 60 })],
])('leaves alone what %s', (_, smaps) => {
  expect(shownFiles(smaps)).toEqual([]);
});

it('lets each of them go', () => {
  const calls: number[][] = [];
  letProgramsGo(
    (...call) => calls.push(call),
    () => code + constants,
  );
  expect(calls).toEqual([
    [0x400000, 0x800000, 4],
    [0xc00000, 0x800000, 4],
  ]);
});

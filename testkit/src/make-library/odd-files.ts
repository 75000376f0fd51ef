import { posix } from 'node:path';
import { createRandom, latin1, type Random } from '@tonearm/song-files';
import type { Album } from './albums.ts';
import type { Output } from './output.ts';
import type { Seeds } from './seeds.ts';

/** Files that lie beside songs in real folders and are none. */
export function writeExtras(
  output: Output,
  album: Album,
  { home, paths }: { home: string; paths: string[] },
): void {
  const { random, addedSeconds } = album;
  const write = (name: string, data: Buffer) => output.file(`${home}/${name}`, data, addedSeconds);
  if (random.chance(0.05)) write('notes.txt', Buffer.from('Ripped with care.\n'));
  if (random.chance(0.05)) {
    const names = paths.map((path) => posix.relative(home, path));
    write('album.m3u', Buffer.from(`#EXTM3U\n${names.join('\n')}\n`));
  }
  if (random.chance(0.01)) write('.DS_Store', Buffer.alloc(64));
}

type BrokenKind = readonly [name: string, make: (random: Random) => Buffer];

/** Files that look like songs and are not: a scanner must get past them. @returns their paths */
export function writeBroken(output: Output, count: number, seeds: Seeds): string[] {
  const firstBytes = (format: 'm4a' | 'ogg', length: number) =>
    seeds.clips[format][0]?.file.subarray(0, length) ?? Buffer.alloc(0);
  const hugeTag = [latin1('ID3'), Buffer.from([4, 0, 0, 0x7f, 0x7f, 0x7f, 0x7f]), Buffer.alloc(500)];
  const kinds: BrokenKind[] = [
    ['empty.mp3', () => Buffer.alloc(0)],
    ['garbage.flac', (random) => Buffer.from(Array.from({ length: 4096 }, () => random.int(0, 255)))],
    ['cut.m4a', () => firstBytes('m4a', 60)],
    ['huge-tag.mp3', () => Buffer.concat(hugeTag)],
    ['cut.ogg', () => firstBytes('ogg', 90)],
    ['text.opus', () => Buffer.from('this is not audio\n')],
  ];
  output.folder('Broken Files');
  return Array.from({ length: count }, (_, i) => {
    const [name, make] = kinds[i % kinds.length] as BrokenKind;
    const relative = `Broken Files/${i} ${name}`;
    output.file(relative, make(createRandom('broken', i)), 1262304000 + i);
    return relative;
  });
}

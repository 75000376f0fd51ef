import { latin1 } from '@tonearm/song-files';
import { buildSong, SONG_FORMATS } from '../samples/build-song.ts';
import type { BrokenKind } from './plan.ts';

/** The bytes of a file that looks like a song by its name and is none. */
export function brokenBytes(name: string, kind: BrokenKind): Buffer {
  switch (kind) {
    case 'empty':
      return Buffer.alloc(0);
    case 'garbage':
      return Buffer.from(Array.from({ length: 4096 }, (_, i) => (i * 7919 + (i >> 3) * 104729) & 255));
    case 'truncated':
      return truncated(name);
    case 'huge-tag':
      return Buffer.concat([
        latin1('ID3'),
        Buffer.from([4, 0, 0, 0x7f, 0x7f, 0x7f, 0x7f]),
        Buffer.alloc(500),
      ]);
    case 'text':
      return Buffer.from('this is not audio\n');
  }
}

function truncated(name: string): Buffer {
  const format = SONG_FORMATS.find((known) => name.toLowerCase().endsWith(`.${known}`)) ?? 'mp3';
  return buildSong({ format, tags: { title: 'Cut short' } }).data.subarray(0, 60);
}

import { expect, it } from 'vitest';
import { isDamage } from '../../platform/storage-trouble.ts';
import { songJson } from './wire.ts';

const folder = { virtual_path: 'Music/A', picture_path: null };
const rowOf = (title: string) => ({
  name: 'x.mp3',
  has_picture: 0 as const,
  wire: `,"title":${JSON.stringify(title)}`,
});
const long = 'A title that goes on '.repeat(300);

it('is what the row says', () => {
  for (const title of ['short', long]) {
    const song = JSON.parse(songJson(rowOf(title), folder)) as unknown;
    expect(song).toEqual({ path: 'Music/A/x.mp3', artwork: null, title });
  }
});

it('is damage where a long text goes on in a page of zeros or noise, which SQLite takes for text', () => {
  for (const filler of ['\0', '\u001b"']) {
    const row = rowOf(long);
    const wire = row.wire.slice(0, 3000) + filler.repeat(2000) + row.wire.slice(-100);
    const found = (() => {
      try {
        return songJson({ ...row, wire }, folder);
      } catch (error) {
        return isDamage(error);
      }
    })();
    expect(found).toBe(true);
  }
});

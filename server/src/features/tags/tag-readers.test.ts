import { writeFileSync } from 'node:fs';
import { buildSong, tempFolder } from '@tonearm/testkit';
import { describe, expect, it } from 'vitest';
import { createTagReaders } from './tag-readers.ts';

describe('tag readers', () => {
  it.each([
    ['a quick disk', 2, false],
    ['a slow disk, ahead', 0, true],
  ])('read from %s', async (_disk, slowDiskShare, isAhead) => {
    await using folder = await tempFolder();
    const files = ['one.flac', 'two.flac', 'three.flac'].map((name) => {
      const { data } = buildSong({ format: 'flac', tags: { title: name } });
      writeFileSync(folder.join(name), data);
      return { path: folder.join(name), name, sizeBytes: data.length };
    });
    const readers = createTagReaders({ size: 1, slowDiskShare });
    const before = readers.wanted();
    try {
      for (let time = 0; time < 2; time += 1) {
        const rows = await readers.read(files);
        expect(rows.map(({ tags }) => tags.title)).toEqual(['one.flac', 'two.flac', 'three.flac']);
      }
      expect(readers.wanted() > before).toBe(isAhead);
    } finally {
      await readers.close();
    }
  });
});

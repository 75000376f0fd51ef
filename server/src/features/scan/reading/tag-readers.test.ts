import { writeFileSync } from 'node:fs';
import { buildSong, tempFolder } from '@tonearm/testkit';
import { describe, expect, it } from 'vitest';
import { readingKinds } from './read-batch.ts';
import { createTagReaders } from './tag-readers.ts';

describe('tag readers', () => {
  it.each([
    ['a quick disk', { share: 2, msPerFile: 0 }, false],
    ['a disk that is waited for, but not for long', { share: 0, msPerFile: 60_000 }, false],
    ['a slow disk, ahead', { share: 0, msPerFile: 0 }, true],
  ])('read from %s', async (_disk, slowDisk, isAhead) => {
    await using folder = await tempFolder();
    const files = ['one.flac', 'two.flac', 'three.flac'].map((name) => {
      const { data } = buildSong({ format: 'flac', tags: { title: name } });
      writeFileSync(folder.join(name), data);
      return { path: folder.join(name), name, sizeBytes: data.length };
    });
    const readers = createTagReaders({ size: 1, slowDisk });
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

  it.each([
    ['a quick disk', { share: 2, msPerFile: 0 }, true],
    ['a slow disk, from which files are fetched ahead', { share: 0, msPerFile: 0 }, false],
  ])('look into folders on %s', async (_disk, slowDisk, isRead) => {
    await using folder = await tempFolder();
    const { data } = buildSong({ format: 'flac', tags: { title: 'sound' } });
    writeFileSync(folder.join('sound.flac'), data);
    const readers = createTagReaders({ size: 1, slowDisk });
    try {
      await readers.read([{ path: folder.join('sound.flac'), name: 'sound.flac', sizeBytes: data.length }]);
      const { songs, take } = await readers.readFolders([folder.path, folder.join('gone')]);
      const [found, gone] = take();
      expect(songs).toBe(isRead ? 1 : 0);
      expect(found?.rows.map(({ tags }) => tags.title)).toEqual(isRead ? ['sound'] : undefined);
      expect(gone).toBeNull();
    } finally {
      await readers.close();
    }
  });

  it.each([1, 2])('ask the library about what our own are not sure of, where there are %i', async (size) => {
    await using folder = await tempFolder();
    const path = folder.join('spoiled.dsf');
    writeFileSync(path, Buffer.alloc(4096, 1));
    const { data } = buildSong({ format: 'flac', tags: { title: 'sound' } });
    writeFileSync(folder.join('sound.flac'), data);
    const readers = createTagReaders({ size });
    try {
      const rows = await readers.read([
        { path, name: 'spoiled.dsf', sizeBytes: 4096 },
        { path: folder.join('sound.flac'), name: 'sound.flac', sizeBytes: data.length },
      ]);
      expect(rows.map(({ kind, tags }) => [kind, tags.title])).toEqual([
        [readingKinds.problem, null],
        [readingKinds.song, 'sound'],
      ]);
    } finally {
      await readers.close();
    }
  });
});

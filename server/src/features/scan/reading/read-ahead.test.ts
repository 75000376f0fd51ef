import { mkdirSync, writeFileSync } from 'node:fs';
import { tempFolder } from '@tonearm/testkit';
import { describe, expect, it } from 'vitest';
import { makePipes } from '../../../../test/named-pipe.ts';
import { createReadAhead } from './read-ahead.ts';

/** Files that note what is done with them. */
const notedFiles = () => {
  const notes: string[] = [];
  let open = 0;
  return {
    notes,
    open: () => open,
    deps: {
      look: () => {},
      patienceMs: 5000,
      open: async (path: string | Uint8Array) => {
        open += 1;
        return {
          read: async (_buffer: Uint8Array, _offset: number, length: number, position: number) => {
            notes.push(`${String(path)} ${position}+${length}`);
            if (path === 'broken.mp3') throw new Error('EIO');
          },
          close: async () => {
            open -= 1;
          },
        };
      },
    },
  };
};

describe('reading ahead', () => {
  it('fetches the head of each file, and the end where readers look at it', async () => {
    const files = notedFiles();
    await createReadAhead(files.deps).fetch([
      { path: 'long.mp3', name: 'long.mp3', sizeBytes: 1_000_000 },
      { path: 'long.flac', name: 'long.flac', sizeBytes: 1_000_000 },
      { path: 'short.ogg', name: 'short.ogg', sizeBytes: 65_536 },
      { path: 'broken.mp3', name: 'broken.mp3', sizeBytes: 1_000_000 },
    ]);
    expect(files.notes.toSorted()).toEqual([
      'broken.mp3 0+65536',
      'long.flac 0+65536',
      'long.mp3 0+65536',
      'long.mp3 995904+4096',
      'short.ogg 0+65536',
    ]);
    expect(files.open()).toBe(0);
  });

  it('leaves what cannot be opened or read to the readers', async () => {
    await using folder = await tempFolder();
    mkdirSync(folder.join('folder.mp3'));
    writeFileSync(folder.join('shrunk.mp3'), 'x');
    makePipes(folder.join('pipe.mp3'));
    const names = ['folder.mp3', 'gone.mp3', 'pipe.mp3', 'shrunk.mp3'];
    const files = names.map((name) => ({ path: folder.join(name), name, sizeBytes: 1_000_000 }));
    await expect(createReadAhead().fetch(files)).resolves.toBeUndefined();
  });

  it('gives up for good when a file hangs', async () => {
    let tries = 0;
    const looks: string[] = [];
    const ahead = createReadAhead({
      patienceMs: 1,
      look: (folder) => looks.push(folder),
      open: () => {
        tries += 1;
        return new Promise(() => {});
      },
    });
    const file = { path: 'a.mp3', name: 'a.mp3', sizeBytes: 1 };
    ahead.lookInto(['a', 'b']);
    await ahead.fetch([file]);
    await ahead.fetch([file]);
    ahead.lookInto(['c']);
    expect([tries, looks]).toEqual([1, ['a', 'b']]);
  });
});

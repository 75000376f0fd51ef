import { closeSync, openSync, readSync, writeFileSync } from 'node:fs';
import { type TempFolder, tempFolder } from '@tonearm/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CachedRead } from '../../platform/memory/cached-read.ts';
import { createContainerInFile } from './container-in-file.ts';

const flac = Buffer.from('fLaC and what follows it');
/** An ID3v2.4 tag of 20 bytes, its head besides. */
const id3 = Buffer.concat([Buffer.from('4944330400000000', 'hex'), Buffer.from([0, 20]), Buffer.alloc(20)]);

let folder: TempFolder;
beforeEach(async () => {
  folder = await tempFolder();
  writeFileSync(folder.join('flac'), flac);
  writeFileSync(folder.join('tagged'), Buffer.concat([id3, flac]));
  writeFileSync(folder.join('short'), 'fLaC');
  writeFileSync(folder.join('words'), 'nothing that is known by anybody');
});
afterEach(() => folder[Symbol.asyncDispose]());

const ways: readonly (readonly [string, CachedRead])[] = [
  ['by another thread', () => null],
  ['at once', (descriptor, into, position) => readSync(descriptor, into, 0, into.length, position)],
  ['of which a part is at hand', (descriptor, into, position) => readSync(descriptor, into, 0, 3, position)],
];

describe.each(ways)('what an open file is by its first bytes, read %s', (_, readCached) => {
  it('is told, also behind a tag', async () => {
    const look = createContainerInFile(readCached);
    const told: (string | null)[] = [];
    for (const name of ['flac', 'tagged', 'short', 'words']) {
      const descriptor = openSync(folder.join(name), 'r');
      told.push(await look(descriptor));
      closeSync(descriptor);
    }
    expect(told).toEqual(['flac', 'flac', 'flac', null]);
    expect(await look(-1)).toBeNull();
  });
});

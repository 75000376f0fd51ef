import { statSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/account-server.ts';
import { systemRandom } from './random.ts';
import { createSecretBox } from './secret-box.ts';

const openSecretBox = (dataFolder: string) => createSecretBox({ dataFolder, random: systemRandom });

const folders: ReturnType<typeof temporaryFolder>[] = [];
const folder = (): string => {
  const made = temporaryFolder();
  folders.push(made);
  return made.path;
};
afterEach(() => {
  for (const made of folders.splice(0)) made.remove();
});

it('opens what it sealed, also after a restart', () => {
  const path = folder();
  const box = openSecretBox(path);
  const again = openSecretBox(path);
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(again.open(box.seal(text))).toBe(text);
    }),
  );
});

it('opens nothing that was changed, cut or sealed elsewhere', () => {
  const box = openSecretBox(folder());
  const sealed = Buffer.from(box.seal('the key'));
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(box.open(changed)).toBeNull();
    expect(box.open(sealed.subarray(0, at))).toBeNull();
  }
  expect(openSecretBox(folder()).open(sealed)).toBeNull();
});

it('keeps its key where only the owner reads it', () => {
  const path = folder();
  openSecretBox(path);
  expect(statSync(join(path, 'secret.key')).mode & 0o777).toBe(0o600);
});

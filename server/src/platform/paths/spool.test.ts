import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openSpool } from './spool.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'spool-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('gives back what was put aside, however it is cut, and leaves no file', async () => {
  const parts = fc.array(fc.uint8Array({ maxLength: 3000 }), { maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(
      fc.array(parts, { maxLength: 4 }),
      fc.array(fc.nat({ max: 4000 })),
      async (all, cuts) => {
        const spool = await openSpool(folder, 'aside');
        expect(readdirSync(folder)).toEqual([]);
        for (const some of all) await spool.add(some);
        const whole = Buffer.concat(all.flat());
        const pieces: Buffer[] = [];
        let left = whole.length;
        for (const cut of [...cuts, whole.length]) {
          pieces.push(Buffer.from(await spool.take(Math.min(cut, left))));
          left -= Math.min(cut, left);
        }
        expect(Buffer.concat(pieces).equals(whole)).toBe(true);
        for (const cut of cuts) {
          const from = Math.min(cut, whole.length);
          expect((await spool.read(from, whole.length - from)).equals(whole.subarray(from))).toBe(true);
        }
        await expect(spool.read(whole.length, 1)).rejects.toThrow('More was asked for than was added.');
        await expect(spool.take(1)).rejects.toThrow('More was asked for than was added.');
        await spool.close();
      },
    ),
    { numRuns: 50 },
  );
});

it('takes no name that is taken, and no folder that is not there', async () => {
  const path = join(folder, 'missing');
  await expect(openSpool(path, 'aside')).rejects.toMatchObject({ code: 'ENOENT' });
  await expect(openSpool(join(folder, '..'), folder.split('/').at(-1) ?? '')).rejects.toThrow();
  expect(readdirSync(folder)).toEqual([]);
});

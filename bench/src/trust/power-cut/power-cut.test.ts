import { expect, it } from 'vitest';
import { canTrace } from '../tracing.ts';
import { createRecordedDisk } from './disk-images.ts';
import { record, replay } from './power-cut.ts';

/** The long mode, with more than 5,000 images, is `npm run trust -- power`. */
it.skipIf(!canTrace() /* there is no strace to record with */)(
  'loses nothing that was acknowledged when the power is cut, and would tell if it did',
  async () => {
    const recording = await record(18);
    expect(recording.acts.every(({ ackedAtMs }) => ackedAtMs !== null)).toBe(true);
    const result = replay(recording, { images: 60 });
    expect(result.faults).toEqual([]);
    expect(result.images).toBeGreaterThan(50);
    expect(replay(recording, { images: 30, hasSyncs: false }).faults).not.toEqual([]);
  },
);

it('a disk keeps what was synced, and of the rest what it likes', () => {
  const disk = createRecordedDisk(new Map([['a', Buffer.from('old')]]), 'folder');
  const write = (text: string) =>
    ({ kind: 'write', atMs: 0, file: 'a', offset: 0, bytes: Buffer.from(text) }) as const;
  disk.take(write('new'), 0);
  const held = (fate: 'none' | 'all') =>
    disk
      .image(fate, () => 1)
      .get('a')
      ?.toString();
  expect([held('none'), held('all')]).toEqual(['old', 'new']);
  disk.take({ kind: 'sync', atMs: 0, file: 'a', since: 1 }, 1);
  disk.take(write('x'), 2);
  // Begun before the last write.
  disk.take({ kind: 'sync', atMs: 0, file: 'a', since: 2 }, 3);
  expect([held('none'), held('all')]).toEqual(['new', 'xew']);
  disk.take({ kind: 'unlink', atMs: 0, file: 'a' }, 4);
  expect(disk.image('all', () => 0).has('a')).toBe(false);
  expect(disk.image('none', () => 0).has('a')).toBe(true);
  disk.take({ kind: 'sync', atMs: 0, file: 'folder', since: 5 }, 5);
  expect(disk.image('none', () => 0).has('a')).toBe(false);
});

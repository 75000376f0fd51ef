import { beforeEach, describe, expect, it } from 'vitest';
import { createTestScans, type TestScans } from './test-scans.ts';

let test: TestScans;
beforeEach(() => {
  test = createTestScans();
});

describe('the controller of scans', () => {
  it('tells of changes and moves, and acknowledges moves that were followed', async () => {
    const told: unknown[] = [];
    test.events.on('collection-changed', (value) => told.push(value));
    test.events.on('songs-moved', (value) => told.push(value));
    test.scanner.start();
    test.say({ kind: 'changed', revision: 9 });
    const moved = { library: 'x', moves: [{ id: 12, from: 'a', to: 'b' }] };
    test.say({ kind: 'moves', told: moved, isLast: true });
    expect(told).toEqual([{ revision: 9 }, moved]);
    await expect.poll(() => test.sent.at(-1)).toEqual({ kind: 'moves-followed', identity: 'x', lastId: 12 });
    expect(test.scanner.collectionStatus()).toMatchObject({ revision: 9, is_first_scan: false });
  });

  it('has not ended before the last part of what moved is followed', async () => {
    const part = (id: number) => ({ library: 'x', moves: [{ id, from: `a${id}`, to: `b${id}` }] });
    const isFollowed = (lastId: number) =>
      expect.poll(() => test.sent.at(-1)).toEqual({ kind: 'moves-followed', identity: 'x', lastId });
    test.scanner.start();
    test.say({ kind: 'moves', told: part(1), isLast: false });
    test.endScan();
    await isFollowed(1);
    expect(test.scanner.status().is_scanning).toBe(true);
    test.say({ kind: 'moves', told: part(2), isLast: true });
    await isFollowed(2);
    expect(test.scanner.status()).toMatchObject({ is_scanning: false, last_result: 'completed' });
  });

  it('ends one scan only once, though songs of it are followed when its process dies', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    test.events.on('songs-moved', () => promise);
    test.scanner.start();
    test.say({ kind: 'moves', told: { library: 'x', moves: [{ id: 1, from: 'a', to: 'b' }] }, isLast: true });
    test.endScan();
    test.handlers.onDeath(new Error('gone'));
    test.scanner.trigger();
    resolve();
    await expect.poll(() => test.sent.at(-1)?.kind).toBe('moves-followed');
    expect(test.scanner.status()).toMatchObject({ is_scanning: true, last_result: 'failed' });
  });

  it('scans again for songs that moved and could not be followed: when there is room, or after a while', async () => {
    const moved = { library: 'x', moves: [{ id: 1, from: 'a', to: 'b' }] };
    const { emit, settle } = test.events;
    Object.assign(test.events, { settle: async () => false });
    const endWithMoves = async () => {
      test.say({ kind: 'moves', told: moved, isLast: true });
      test.endScan();
      await expect.poll(() => test.scanner.status().is_scanning).toBe(false);
    };
    test.scanner.start();
    await endWithMoves();
    expect(test.scanner.status().last_result).toBe('completed');
    emit('storage-changed', { code: 'ok', freeBytes: 1e9, since: 0 });
    expect(test.scans()).toHaveLength(2);
    await endWithMoves();
    await test.clock.advance(120_000);
    expect(test.scans()).toHaveLength(3);
    Object.assign(test.events, { settle });
    await endWithMoves();
    emit('storage-changed', { code: 'ok', freeBytes: 1e9, since: 0 });
    await test.clock.advance(10_000_000);
    expect(test.scans()).toHaveLength(3);
  });
});

import { describe, expect, it } from 'vitest';
import { createAwaitedPlayer } from './awaited-player.ts';
import { createTestPlayer, saved } from './core/test-player.ts';
import { songNamed } from './core/test-songs.ts';
import type { RunningPlayer } from './player.ts';

/** An awaited player whose code comes when the test says so. */
const setUp = () => {
  const test = createTestPlayer({ isRestored: false });
  let isDisposed = false;
  const running: RunningPlayer = {
    store: test.store,
    shown: test.store,
    actions: test.actions,
    dispose: () => {
      isDisposed = true;
    },
  };
  const starts: PromiseWithResolvers<RunningPlayer>[] = [];
  const failures: boolean[] = [];
  let comeBack = (): void => {};
  const player = createAwaitedPlayer({
    username: 'ann',
    start: () => {
      const start = Promise.withResolvers<RunningPlayer>();
      starts.push(start);
      return start.promise;
    },
    onFailure: (_, isAwaited) => failures.push(isAwaited),
    onReturn(tryAgain) {
      comeBack = tryAgain;
      return () => {
        comeBack = () => {};
      };
    },
  });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return {
    player,
    test,
    failures,
    startCount: () => starts.length,
    isDisposed: () => isDisposed,
    comeBack: () => comeBack(),
    async arrive() {
      starts.at(-1)?.resolve(running);
      await settle();
      test.core.restore(saved({ songs: [], currentIndex: -1 }));
    },
    /** Its code comes, and what an earlier visit left is not read yet. */
    async arriveReading() {
      starts.at(-1)?.resolve(running);
      await settle();
    },
    async fail() {
      starts.at(-1)?.reject(new Error('away'));
      await settle();
    },
  };
};

const titlesOf = ({ player }: ReturnType<typeof setUp>) =>
  player.shown.getState().queue.entries.map(({ song }) => song.title);

describe('a player whose code has not come', () => {
  it('is empty and reading, and asks for nothing by itself', () => {
    const { player, startCount } = setUp();
    expect(player.shown.getState()).toMatchObject({ current: null, isRestoring: true });
    expect(startCount()).toBe(0);
  });

  it('does what was asked of it meanwhile, in the same order, and its code is asked for once', async () => {
    const awaited = setUp();
    const { player } = awaited;
    player.actions.addToQueue([songNamed('a')]);
    player.actions.addToQueue([songNamed('b')], 0);
    player.begin();
    expect(awaited.startCount()).toBe(1);
    expect(titlesOf(awaited)).toEqual([]);
    await awaited.arrive();
    expect(titlesOf(awaited)).toEqual(['b', 'a']);
  });

  it('lets nobody count on a queue that is not there', async () => {
    const awaited = setUp();
    const { player } = awaited;
    const seen: number[] = [];
    for (const name of ['a', 'b']) {
      player.whenRunning(() => {
        seen.push(player.store.getState().queue.nextKey);
        player.actions.addToQueue([songNamed(name)]);
      });
    }
    await awaited.arrive();
    expect(new Set(seen).size).toBe(2);
  });

  it('shows from then on what the player does, and does at once what is asked', async () => {
    const awaited = setUp();
    const seen: number[] = [];
    awaited.player.shown.subscribe(({ queue }) => seen.push(queue.entries.length));
    awaited.player.begin();
    await awaited.arrive();
    awaited.player.actions.addToQueue([songNamed('a')]);
    expect(awaited.player.isRunning.getState()).toBe(true);
    expect(seen.at(-1)).toBe(1);
    expect(titlesOf(awaited)).toEqual(['a']);
  });

  it('chooses what was asked for after what an earlier visit left, which would take it back', async () => {
    const awaited = setUp();
    const { player, test } = awaited;
    player.actions.toggleShuffle();
    await awaited.arriveReading();
    player.actions.setVolume(0.25);
    test.core.restore(saved());
    expect(player.shown.getState()).toMatchObject({ isShuffled: true, repeat: 'all', volume: 0.25 });
  });

  it('keeps each action the same function', () => {
    const { actions } = setUp().player;
    expect(actions.next).toBe(actions.next);
    expect(actions.next).not.toBe(actions.previous);
  });

  it('keeps what was asked when the server is away, and does it when it is back', async () => {
    const awaited = setUp();
    awaited.player.actions.addToQueue([songNamed('a')]);
    await awaited.fail();
    expect(awaited.failures).toEqual([true]);
    awaited.comeBack();
    expect(awaited.startCount()).toBe(2);
    await awaited.arrive();
    expect(titlesOf(awaited)).toEqual(['a']);
  });

  it('says to nobody that it failed when nobody waits', async () => {
    const awaited = setUp();
    awaited.player.begin();
    await awaited.fail();
    expect(awaited.failures).toEqual([false]);
  });

  it('is ended when somebody signs out before it has come', async () => {
    const awaited = setUp();
    awaited.player.begin();
    awaited.player.dispose();
    await awaited.arrive();
    expect(awaited.isDisposed()).toBe(true);
    expect(awaited.player.isRunning.getState()).toBe(false);
  });
});

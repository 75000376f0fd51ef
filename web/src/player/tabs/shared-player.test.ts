import { describe, expect, it } from 'vitest';
import { createTestPlayer } from '../core/test-player.ts';
import { songNamed } from '../core/test-songs.ts';
import { sharePlayer } from './shared-player.ts';

type Channel = Pick<BroadcastChannel, 'postMessage' | 'onmessage' | 'close'>;

/** A browser with any number of tabs: a channel that clones, and one lock. */
const createBrowser = ({ hasLocks = true } = {}) => {
  const channels = new Set<Channel>();
  let holder: { drop: (reason: unknown) => void } | null = null;
  let line: (() => void)[] = [];
  const grant = (callback: LockGrantedCallback<unknown>): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const mine = { drop: reject };
      holder = mine;
      void Promise.resolve(callback({ mode: 'exclusive', name: '' })).then((value) => {
        if (holder === mine) holder = null;
        resolve(value);
        if (holder === null) line.shift()?.();
      });
    });
  const request = async (_name: string, options: LockOptions, callback: LockGrantedCallback<unknown>) => {
    await Promise.resolve();
    if (options.steal) {
      holder?.drop(new DOMException('stolen', 'AbortError'));
      return grant(callback);
    }
    if (holder === null) return grant(callback);
    if (options.ifAvailable) return callback(null);
    return new Promise((resolve, reject) => {
      const turn = () => resolve(grant(callback));
      line.push(turn);
      options.signal?.addEventListener('abort', () => {
        line = line.filter((other) => other !== turn);
        reject(new DOMException('aborted', 'AbortError'));
      });
    });
  };
  const openChannel = (): Channel => {
    const channel: Channel = {
      onmessage: null,
      close: () => void channels.delete(channel),
      postMessage(message) {
        const data: unknown = structuredClone(message);
        for (const other of channels) {
          if (other !== channel) {
            queueMicrotask(() => other.onmessage?.call(other as BroadcastChannel, { data } as MessageEvent));
          }
        }
      },
    };
    channels.add(channel);
    return channel;
  };
  return {
    async openTab() {
      const player = createTestPlayer();
      const shared = sharePlayer({
        core: player.core,
        name: 'player',
        locks: hasLocks ? { request: request as LockManager['request'] } : undefined,
        openChannel,
        nowMs: player.clock.nowMs,
      });
      shared.start();
      await settle();
      return { ...player, actions: shared.actions, close: shared.stop };
    },
  };
};

const settle = () => new Promise((resolve) => setTimeout(resolve, 0));
const ab = [songNamed('a'), songNamed('b')];

describe('a player in several tabs', () => {
  it('makes sound in the first, and the second shows and steers it', async () => {
    const browser = createBrowser();
    const first = await browser.openTab();
    first.actions.addToQueue(ab);
    first.engine.soundAt(12);
    const second = await browser.openTab();
    expect(second.state()).toMatchObject({ isRemote: true, isPlaying: true, elapsedSeconds: 12 });
    expect(second.titles()).toEqual(['a', 'b']);
    expect(second.engine.loaded()).toBeNull();

    // As a button calls it, with an event that cannot be sent to another tab.
    (second.actions.next as (event: unknown) => void)({ preventDefault() {} });
    await settle();
    expect(first.currentTitle()).toBe('b');
    expect(second.currentTitle()).toBe('b');
    expect(second.state().current).toBe(second.state().queue.entries[1]);

    second.actions.remove(new Set([second.keyAt(0)]));
    await settle();
    expect(first.titles()).toEqual(['b']);
    expect(second.titles()).toEqual(['b']);
  });

  it('brings the sound to the tab where somebody presses play', async () => {
    const browser = createBrowser();
    const first = await browser.openTab();
    first.actions.addToQueue(ab);
    first.engine.soundAt(12);
    first.actions.pause();
    const second = await browser.openTab();
    second.actions.play();
    await settle();
    expect(second.state()).toMatchObject({ isRemote: false, isPlaying: true });
    expect(second.engine.loaded()).toMatchObject({ startSeconds: 12 });
    expect(first.state()).toMatchObject({ isRemote: true, isPlaying: true });
    expect(first.engine.loaded()).toBeNull();
  });

  it.each(['addToQueue', 'playNext'] as const)(
    'begins where somebody queues the first song (%s)',
    async (how) => {
      const browser = createBrowser();
      const first = await browser.openTab();
      const second = await browser.openTab();
      second.actions[how](ab);
      await settle();
      expect(second.state()).toMatchObject({ isRemote: false, isPlaying: true });
      expect(second.currentTitle()).toBe('a');
      expect(first.engine.loaded()).toBeNull();
    },
  );

  it('goes on, silent, in the next tab when the first is closed', async () => {
    const browser = createBrowser();
    const first = await browser.openTab();
    first.actions.addToQueue(ab);
    first.engine.soundAt(30);
    const second = await browser.openTab();
    first.close();
    await settle();
    expect(second.state()).toMatchObject({ isRemote: false, isPlaying: false, elapsedSeconds: 30 });
    expect(second.engine.loaded()).toMatchObject({ startSeconds: 30, shouldPlay: false });
  });

  it('falls asleep where it sounds, whichever tab was asked to and whichever plays by then', async () => {
    const browser = createBrowser();
    const first = await browser.openTab();
    first.actions.addToQueue(ab);
    first.engine.soundAt(12);
    const second = await browser.openTab();
    second.actions.setSleep(15);
    await settle();
    first.actions.pause();
    expect(second.state().sleep).not.toBeNull();
    await settle();
    second.actions.play();
    await settle();
    first.clock.pass(15 * 60_000);
    expect(first.state()).toMatchObject({ isRemote: true, isPlaying: true });
    second.clock.pass(15 * 60_000);
    expect(second.state()).toMatchObject({ isPlaying: false, sleep: null });
  });

  it('shows at once that it is to fall asleep', async () => {
    const browser = createBrowser();
    const first = await browser.openTab();
    first.actions.addToQueue(ab);
    const second = await browser.openTab();
    first.actions.setSleep('track');
    await settle();
    expect(second.state().sleep).toEqual({ kind: 'track' });
  });

  it('pauses the others where the page has no locks', async () => {
    const browser = createBrowser({ hasLocks: false });
    const first = await browser.openTab();
    const second = await browser.openTab();
    first.actions.addToQueue(ab);
    await settle();
    second.actions.addToQueue(ab);
    await settle();
    expect(first.state()).toMatchObject({ isRemote: false, isPlaying: false });
    expect(second.state()).toMatchObject({ isRemote: false, isPlaying: true });
  });
});

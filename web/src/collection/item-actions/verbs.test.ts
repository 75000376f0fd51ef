import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { songNamed } from '../../player/core/test-songs.ts';
import type { Toast } from '../../ui/layers/toast-store.ts';
import type { PlayTarget } from './play-target.ts';
import { createVerbs } from './verbs.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const setUp = (
  load: (targets: readonly PlayTarget[]) => Promise<readonly ReturnType<typeof songNamed>[]>,
) => {
  const done: string[] = [];
  const shown: Toast[] = [];
  const dismissed: number[] = [];
  const note = (verb: string) => (songs: readonly { title: string | null }[]) => {
    done.push(`${verb} ${songs.map((song) => song.title).join()}`);
  };
  const verbs = createVerbs({
    actions: { playNow: note('playNow'), playNext: note('playNext'), addToQueue: note('addToQueue') },
    showToast: (toast) => shown.push(toast),
    dismissToast: (id) => dismissed.push(id),
    load,
  });
  return { verbs, done, shown, dismissed };
};
const folder: PlayTarget = { kind: 'folder', path: 'Music' };

describe('the three verbs', () => {
  it('act at once on songs at hand, and say what was added', async () => {
    const { verbs, done, shown } = setUp(() => Promise.reject(new Error('not to be asked')));
    void verbs.perform('addToQueue', [{ kind: 'songs', songs: [songNamed('a'), songNamed('b')] }]);
    expect(done).toEqual(['addToQueue a,b']);
    expect(shown).toMatchObject([{ message: '2 songs added' }]);
  });

  it('say that songs are gathered only when that takes a while', async () => {
    const { verbs, shown, done } = setUp(
      () => new Promise((resolve) => setTimeout(() => resolve([songNamed('a')]), 1000)),
    );
    const performed = verbs.perform('playNow', [folder]);
    vi.advanceTimersByTime(300);
    expect(shown).toEqual([]);
    await vi.advanceTimersByTimeAsync(800);
    await performed;
    expect(shown).toMatchObject([{ message: 'Gathering songs…' }]);
    expect(done).toEqual(['playNow a']);
  });

  it('say so when there is nothing to play', async () => {
    const { verbs, done, shown } = setUp(async () => []);
    await verbs.perform('playNext', [folder]);
    expect(done).toEqual([]);
    expect(shown).toMatchObject([{ message: 'There are no songs in there.' }]);
  });

  it('offer to try again after trouble', async () => {
    let attempt = 0;
    const { verbs, done, shown } = setUp(async () => {
      attempt += 1;
      if (attempt === 1) throw new Error('no network');
      return [songNamed('a')];
    });
    await verbs.perform('playNow', [folder]);
    expect(shown).toMatchObject([{ message: 'The songs could not be loaded.' }]);
    shown[0]?.action?.onSelect();
    await vi.runAllTimersAsync();
    expect(done).toEqual(['playNow a']);
  });
});

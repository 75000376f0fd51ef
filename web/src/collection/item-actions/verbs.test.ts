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
    actions: {
      playNow: note('playNow'),
      playNext: note('playNext'),
      addToQueue: note('addToQueue'),
      replaceQueue: ({ name, songs, startIndex }) => note(`replace ${name} ${startIndex}`)(songs),
    },
    nextKey: () => 7,
    takeBack: (firstKey, count) => done.push(`back ${firstKey} ${count}`),
    lastWordOn: (error) => (error instanceof RangeError ? 'It is gone.' : null),
    random: () => 0,
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

  it('offer to take back what was added, and only that', async () => {
    const { verbs, done, shown } = setUp(async () => []);
    await verbs.perform('playNext', [{ kind: 'songs', songs: [songNamed('a'), songNamed('b')] }]);
    shown[0]?.action?.onSelect();
    expect(done).toEqual(['playNext a,b', 'back 7 2']);
  });

  it('do not offer to try again what is gone', async () => {
    const { verbs, shown } = setUp(() => Promise.reject(new RangeError('gone')));
    await verbs.perform('playNow', [folder]);
    expect(shown).toMatchObject([{ message: 'It is gone.' }]);
    expect(shown[0]?.action).toBeUndefined();
  });
});

describe('playing a list', () => {
  const songs = ['a', 'b', 'a', 'c'].map((name) => songNamed(name));
  const list = { name: 'Mix', targets: [{ kind: 'songs', songs }] } as const;

  it('begins at the place that was pressed, also among songs that are alike', async () => {
    const { verbs, done } = setUp(async () => []);
    await verbs.play(list, { start: { index: 2, path: 'Music/a.mp3' } });
    await verbs.play(list, { start: { index: 0, path: 'Music/c.mp3' } });
    expect(done).toEqual(['replace Mix 2 a,b,a,c', 'replace Mix 3 a,b,a,c']);
  });

  it('keeps every song when it is shuffled', async () => {
    const { verbs, done } = setUp(async () => []);
    await verbs.play(list, { isShuffled: true });
    expect(done).toEqual(['replace Mix 0 b,a,c,a']);
  });
});

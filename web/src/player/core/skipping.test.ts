import { describe, expect, it } from 'vitest';
import { createTestPlayer, playingAbc } from './test-player.ts';
import { songNamed } from './test-songs.ts';

describe('a track that cannot be played', () => {
  it('is told, marked and skipped, and the mark goes when it plays after all', async () => {
    const player = playingAbc();
    await player.fail('decode');
    expect(player.faults).toEqual([{ path: 'Music/a.mp3', reason: 'decode' }]);
    expect(player.currentTitle()).toBe('b');
    expect(player.titles()).toEqual(['a', 'b', 'c']);
    expect([...player.state().faults]).toEqual([[player.keyAt(0), 'decode']]);
    player.actions.playEntry(player.keyAt(0));
    player.engine.soundAt(0);
    expect(player.state().faults.size).toBe(0);
  });

  it('is said to be gone when its file is', async () => {
    const player = playingAbc();
    player.server.status = 404;
    await player.fail('unsuitable');
    expect(player.faults).toEqual([{ path: 'Music/a.mp3', reason: 'gone' }]);
  });

  it.each(['default', 'repeat-all', 'random', 'repeat-track'] as const)(
    'ends playing in %s order after one lap in which everything fails',
    async (order) => {
      const player = createTestPlayer();
      player.actions.addToQueue(['a', 'b', 'c'].map((name) => songNamed(name)));
      player.actions.setOrder(order);
      for (let time = 0; time < 10 && player.state().isPlaying; time += 1) await player.fail('decode');
      expect(player.state().isPlaying).toBe(false);
      expect(player.faults).toHaveLength(1);
      expect(player.state().faults.size).toBe(order === 'repeat-track' ? 1 : 3);
      expect(player.nothingPlayable()).toBe(1);
    },
  );

  it('is not all of them when others were heard before', async () => {
    const player = playingAbc();
    player.actions.playEntry(player.keyAt(2));
    await player.fail('decode');
    expect(player.state().isPlaying).toBe(false);
    expect(player.faults).toHaveLength(1);
    expect(player.nothingPlayable()).toBe(0);
  });

  it('is tried again by whoever pauses and plays while the next one waits', async () => {
    const player = createTestPlayer();
    player.actions.addToQueue(Array.from({ length: 9 }, (_, index) => songNamed(`s${index}`)));
    for (let time = 0; time < 6; time += 1) await player.fail('decode');
    const broken = player.engine.loaded()?.source;
    player.actions.pause();
    player.actions.play();
    expect(player.engine.loaded()).toMatchObject({ source: { url: broken?.url }, shouldPlay: true });
    expect(player.engine.loaded()?.source).not.toBe(broken);
    player.engine.soundAt(0);
    player.clock.pass(5000);
    expect(player.currentTitle()).toBe('s5');
  });

  it('waits between tracks once many failed in a row', async () => {
    const player = createTestPlayer();
    player.actions.addToQueue(Array.from({ length: 9 }, (_, index) => songNamed(`s${index}`)));
    for (let time = 0; time < 6; time += 1) await player.fail('decode');
    expect(player.currentTitle()).toBe('s5');
    player.clock.pass(1000);
    expect(player.currentTitle()).toBe('s6');
    await player.fail('decode');
    player.actions.pause();
    player.clock.pass(5000);
    expect(player.currentTitle()).toBe('s6');
  });
});

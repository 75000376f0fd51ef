import type { Song } from '@tonearm/contract';
import { describe, expect, it } from 'vitest';
import { createTestPlayer } from '../test-player.ts';
import { songNamed } from '../test-songs.ts';

const ofAlbum = (name: string, album: string, genre: string | null = null) => ({
  ...songNamed(name),
  album,
  genre,
});

const setUp = async (songs: Parameters<ReturnType<typeof createTestPlayer>['actions']['addToQueue']>[0]) => {
  const player = createTestPlayer();
  for (const { path } of songs) {
    player.gains.set(path, { trackDb: -6, albumDb: -12, trackPeak: 1, albumPeak: 1 });
  }
  player.actions.addToQueue(songs);
  player.engine.soundAt(0);
  await player.settle();
  return player;
};

describe('how tracks are played', () => {
  it('as loud as their album while it plays in order, as the song else, and otherwise at once when asked', async () => {
    const songs = [ofAlbum('a', 'Picnic'), ofAlbum('b', 'Picnic'), ofAlbum('c', 'Other')];
    const { actions, engine, core, wishes } = await setUp(songs);
    expect(engine.loaded()?.source.level).toBeCloseTo(0.251, 3);
    expect(engine.prepared()?.level).toBeCloseTo(0.251, 3);
    wishes.levels = 'track';
    core.retune();
    expect(engine.loaded()?.source.level).toBeCloseTo(0.501, 3);
    wishes.levels = 'auto';
    actions.toggleShuffle();
    core.retune();
    expect(engine.loaded()?.source.level).toBeCloseTo(0.501, 3);
  });

  it('fades where somebody wants that, never inside an album and never into something spoken', async () => {
    const songs = [
      ofAlbum('a', 'Picnic'),
      ofAlbum('b', 'Picnic'),
      ofAlbum('c', 'Other'),
      ofAlbum('d', 'Book', 'Audiobook'),
    ];
    const player = createTestPlayer();
    player.wishes.crossfadeSeconds = 4;
    player.actions.addToQueue(songs);
    const fades = [];
    for (const _ of songs.slice(1)) {
      player.engine.soundAt(0);
      fades.push(player.engine.prepared()?.fadeSeconds);
      player.finishTrack();
    }
    expect(fades).toEqual([0, 4, 0]);
  });

  it('fades out of nothing spoken, and never inside an album in any order, repeated or with what plays taken out', () => {
    const songs = [ofAlbum('a', 'Picnic'), ofAlbum('b', 'Picnic'), ofAlbum('c', 'Book', 'Audiobook')];
    const player = createTestPlayer();
    player.wishes.crossfadeSeconds = 4;
    player.actions.addToQueue(songs.slice(0, 2));
    for (const order of ['repeat-all', 'random', 'repeat-track'] as const) {
      player.actions.setOrder(order);
      for (let change = 0; change < 4; change += 1) {
        player.engine.soundAt(0);
        expect(player.engine.prepared()?.fadeSeconds, order).toBe(0);
        player.finishTrack();
      }
    }
    player.actions.setOrder('default');
    player.actions.remove(new Set([player.state().current?.key ?? -1]));
    expect(player.engine.prepared()?.fadeSeconds).toBe(0);
    player.actions.replaceQueue({ name: '', songs: [songs[2] as Song, songs[0] as Song] });
    player.engine.soundAt(0);
    expect(player.engine.prepared()?.fadeSeconds).toBe(0);
  });

  it('fades as somebody wants it from the next change on', () => {
    const player = createTestPlayer();
    player.actions.addToQueue([ofAlbum('a', 'Picnic'), ofAlbum('b', 'Other')]);
    player.engine.soundAt(0);
    player.wishes.crossfadeSeconds = 4;
    player.core.retune();
    expect(player.engine.prepared()?.fadeSeconds).toBe(4);
  });

  it('speaks faster, and sings as it was sung', async () => {
    const player = createTestPlayer();
    player.wishes.spokenRate = 1.5;
    player.actions.addToQueue([ofAlbum('a', 'Book', 'Audiobook'), ofAlbum('b', 'Picnic')]);
    expect([player.engine.loaded()?.source.rate, player.engine.prepared()?.rate]).toEqual([1.5, 1]);
  });
});

describe('stopping by itself', () => {
  const songs = [ofAlbum('a', 'Picnic'), ofAlbum('b', 'Picnic'), ofAlbum('c', 'Other')];

  it('comes after some minutes', async () => {
    const { actions, clock, state } = await setUp(songs);
    actions.play();
    actions.setSleep(15);
    clock.pass(15 * 60_000 - 1);
    expect(state().isPlaying).toBe(true);
    clock.pass(1);
    expect([state().isPlaying, state().sleep]).toEqual([false, null]);
  });

  it.each([
    ['track', 'b'],
    ['album', 'c'],
  ] as const)('comes at the end of the %s, and the next stands ready', async (wish, ready) => {
    const { actions, finishTrack, state, currentTitle, engine } = await setUp(songs);
    actions.play();
    actions.setSleep(wish);
    finishTrack();
    if (wish === 'album') {
      expect(state().isPlaying).toBe(true);
      engine.soundAt(0);
      finishTrack();
    }
    expect([currentTitle(), state().isPlaying, state().sleep]).toEqual([ready, false, null]);
  });

  it('is taken back', async () => {
    const { actions, clock, state, engine } = await setUp(songs);
    actions.play();
    actions.setSleep('track');
    expect(engine.prepared()).toBeNull();
    actions.setSleep(1);
    expect(engine.prepared()).not.toBeNull();
    actions.setSleep(null);
    clock.pass(60_000);
    expect(state().isPlaying).toBe(true);
  });
});

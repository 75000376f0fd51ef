import { describe, expect, it } from 'vitest';
import { createTestPlayer, playingAbc, saved } from './test-player.ts';

describe('scrobbling', () => {
  it('reports every track change, and one scrobble with the time the play began', () => {
    const player = playingAbc();
    const startedAtSeconds = Math.floor(player.clock.nowMs() / 1000);
    player.clock.pass(91_000);
    player.engine.soundAt(90);
    expect(player.scrobbles).toEqual([]);
    player.engine.soundAt(90.1);
    player.engine.soundAt(120);
    expect(player.scrobbles).toEqual([{ path: 'Music/a.mp3', startedAtSeconds }]);
    player.actions.next();
    expect(player.nowPlaying).toEqual(['Music/a.mp3', 'Music/b.mp3']);
  });

  it('is barred by seeking, until the next track', () => {
    const player = playingAbc();
    player.actions.seekTo(100);
    expect(player.engine.seeks).toEqual([100]);
    player.engine.soundAt(120);
    expect(player.scrobbles).toEqual([]);
    player.finishTrack();
    player.engine.soundAt(120);
    expect(player.scrobbles.map((scrobble) => scrobble.path)).toEqual(['Music/b.mp3']);
  });

  it('takes 240 seconds of a long track, and nothing of 30 seconds or less', () => {
    const player = playingAbc();
    player.engine.soundAt(240, 3600);
    expect(player.scrobbles).toEqual([]);
    player.engine.soundAt(240.5, 3600);
    expect(player.scrobbles).toHaveLength(1);
    player.actions.next();
    player.engine.soundAt(29, 30);
    expect(player.scrobbles).toHaveLength(1);
  });

  it('counts each play of a repeated track', () => {
    const player = playingAbc();
    player.actions.setOrder('repeat-track');
    for (let time = 0; time < 2; time += 1) {
      player.engine.soundAt(100);
      player.finishTrack();
    }
    expect(player.scrobbles).toHaveLength(2);
  });

  it('does not count again what an earlier visit counted', () => {
    const player = createTestPlayer({ isRestored: false });
    player.core.restore(saved({ elapsedSeconds: 120 }));
    player.actions.play();
    player.engine.soundAt(125);
    expect(player.scrobbles).toEqual([]);
  });
});

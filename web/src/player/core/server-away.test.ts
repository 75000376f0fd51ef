import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTestPlayer, playingAbc } from './test-player.ts';
import { songNamed } from './test-songs.ts';

describe('a server that is away', () => {
  it('keeps the track and its place, and plays on there when it is back', async () => {
    const player = playingAbc();
    player.engine.soundAt(42);
    player.server.status = null;
    await player.fail('network');
    expect(player.state()).toMatchObject({ isPlaying: true, waitsForServer: true, elapsedSeconds: 42 });
    player.clock.pass(1000);
    await player.settle();
    expect(player.state().waitsForServer).toBe(true);
    player.server.status = 206;
    player.clock.pass(2000);
    await player.settle();
    expect(player.engine.loaded()).toMatchObject({ startSeconds: 42, shouldPlay: true });
    expect(player.state().waitsForServer).toBe(false);
    expect(player.currentTitle()).toBe('a');
    expect(player.faults).toEqual([]);
    expect(player.nowPlaying).toEqual(['Music/a.mp3']);
  });

  it('is asked after 1, 2, 5 and 10 seconds, and at once when somebody looks', async () => {
    const player = playingAbc();
    player.server.status = null;
    await player.fail('unsuitable');
    const before = player.asked.length;
    for (const seconds of [1, 2, 5, 10, 10]) {
      player.clock.pass(seconds * 1000 - 1);
      await player.settle();
      const asked = player.asked.length;
      player.clock.pass(1);
      await player.settle();
      expect(player.asked.length).toBe(asked + 1);
    }
    expect(player.asked.length).toBe(before + 5);
    player.server.status = 206;
    player.core.lookForServer();
    await player.settle();
    expect(player.state().waitsForServer).toBe(false);
  });

  it('lets people move through the queue one at a time, and tells nobody of what did not play', async () => {
    const player = playingAbc();
    player.server.status = null;
    await player.fail('network');
    player.actions.next();
    await player.settle();
    expect(player.currentTitle()).toBe('b');
    expect(player.engine.loaded()).toBeNull();
    player.actions.next();
    player.actions.next();
    await player.settle();
    expect(player.currentTitle()).toBe('c');
    player.actions.previous();
    await player.settle();
    expect(player.state()).toMatchObject({ isPlaying: true, waitsForServer: true });
    expect(player.nowPlaying).toEqual(['Music/a.mp3']);
    player.server.status = 206;
    player.core.lookForServer();
    await player.settle();
    expect(player.engine.loaded()).toMatchObject({ source: { url: 'audio/Music/b.mp3' } });
    expect(player.nowPlaying).toEqual(['Music/a.mp3', 'Music/b.mp3']);
  });

  it('is waited for by nobody who pauses', async () => {
    const player = playingAbc();
    player.server.status = null;
    await player.fail('network');
    player.actions.pause();
    expect(player.state()).toMatchObject({ isPlaying: false, waitsForServer: false });
    const asked = player.asked.length;
    player.clock.pass(60_000);
    await player.settle();
    expect(player.asked.length).toBe(asked);
    player.actions.play();
    expect(player.engine.loaded()).toMatchObject({ source: { url: 'audio/Music/a.mp3' }, shouldPlay: true });
  });

  it('is told from trouble with one file, which is skipped in the end', async () => {
    const player = playingAbc();
    player.server.status = 500;
    await player.fail('unsuitable');
    for (const seconds of [1, 2, 5]) {
      player.clock.pass(seconds * 1000);
      await player.settle();
      expect(player.currentTitle()).toBe('a');
    }
    player.clock.pass(10_000);
    await player.settle();
    expect(player.faults).toEqual([{ path: 'Music/a.mp3', reason: 'network' }]);
    expect(player.currentTitle()).toBe('b');
  });

  it('is not suspected for long when a track breaks off again and again', async () => {
    const player = playingAbc();
    for (let time = 0; time < 3; time += 1) {
      await player.fail('network');
      expect(player.currentTitle()).toBe('a');
      player.engine.soundAt(3);
    }
    await player.fail('network');
    expect(player.faults).toEqual([{ path: 'Music/a.mp3', reason: 'network' }]);
    expect(player.currentTitle()).toBe('b');
  });

  it('has what follows loaded once more when it is back', async () => {
    const player = playingAbc();
    const prepared = player.engine.prepared();
    player.engine.prepare(null);
    player.core.lookForServer();
    expect(player.engine.prepared()).toBe(prepared);
    expect(prepared).not.toBeNull();
  });
});

type Step = 'away' | 'back' | 'next' | 'previous' | 'choose' | 'add' | 'pass' | 'finish' | 'look' | 'toggle';
const steps: readonly Step[] = [
  'away',
  'away',
  'back',
  'next',
  'next',
  'previous',
  'choose',
  'add',
  'pass',
  'finish',
  'look',
  'toggle',
];

describe('whatever comes and goes', () => {
  it('no entry is lost, and the current one moves only when somebody or its end moves it', async () => {
    const plays = fc.array(fc.record({ step: fc.constantFrom(...steps), pick: fc.nat(20) }), {
      maxLength: 30,
    });
    await fc.assert(
      fc.asyncProperty(plays, fc.constantFrom('network', 'unsuitable', 'decode'), async (all, fault) => {
        const player = createTestPlayer();
        const names = ['a', 'b', 'c'];
        player.actions.addToQueue(names.map((name) => songNamed(name)));
        let isThere = true;
        let index = 0;
        let heard: unknown = null;
        /** Does what a browser would: a new source sounds, or fails when the server is not there. */
        const run = async (): Promise<void> => {
          await player.settle();
          for (let turn = 0; turn < 4; turn += 1) {
            const loaded = player.engine.loaded();
            if (loaded === null || loaded.source === heard || !player.state().isPlaying) return;
            heard = loaded.source;
            if (isThere) player.engine.soundAt(loaded.startSeconds);
            else await player.fail(fault);
          }
        };
        const isSounding = () => player.state().isPlaying && !player.state().isBuffering;
        await run();
        for (const { step, pick } of all) {
          switch (step) {
            case 'away':
            case 'back':
              isThere = step === 'back';
              player.server.status = isThere ? 206 : null;
              break;
            case 'next':
              index = Math.min(index + 1, names.length - 1);
              player.actions.next();
              break;
            case 'previous':
              index = Math.max(index - 1, 0);
              player.actions.previous();
              break;
            case 'choose':
              index = pick % names.length;
              player.actions.playEntry(player.keyAt(index));
              break;
            case 'add':
              names.push(`s${names.length}`);
              player.actions.addToQueue([songNamed(names.at(-1) ?? '')]);
              break;
            case 'pass':
              player.clock.pass(pick * 1000);
              break;
            case 'finish':
              if (!isSounding()) break;
              index = Math.min(index + 1, names.length - 1);
              player.engine.happen({ type: 'ended', nextId: null });
              break;
            case 'look':
              player.core.lookForServer();
              break;
            case 'toggle':
              player.actions.togglePlay();
              break;
            default:
              step satisfies never;
          }
          await run();
          expect(player.titles()).toEqual(names);
          expect(player.currentTitle()).toBe(names[index]);
        }
        expect(player.faults).toEqual([]);
        isThere = true;
        player.server.status = 206;
        player.clock.pass(10_000);
        await run();
        expect(player.state().waitsForServer).toBe(false);
        if (player.state().isPlaying) expect(isSounding()).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});

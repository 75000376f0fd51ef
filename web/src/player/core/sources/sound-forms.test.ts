import { describe, expect, it } from 'vitest';
import { createTestPlayer, unknownFacts } from '../test-player.ts';
import { songNamed } from '../test-songs.ts';

const file = (name: string) => ({ ...songNamed(name), path: `Music/${name}` });
const withConverter = () => {
  const player = createTestPlayer();
  player.server.targets = ['opus', 'mp3'];
  return player;
};
const loadedUrl = (player: ReturnType<typeof createTestPlayer>) => player.engine.loaded()?.source.url;

describe('the form in which a song is played', () => {
  it('is the file as it is, whatever is not doubtful, and what the browser says it plays', () => {
    const player = withConverter();
    player.actions.addToQueue([file('a.mp3'), file('b.aiff')]);
    expect(loadedUrl(player)).toBe('audio/Music/a.mp3');
    expect(player.engine.prepared()?.url).toBe('audio/Music/b.aiff');
    expect(player.engine.prepared()?.conversion).toBeUndefined();
  });

  it('is converted where the browser says that it does not play the kind, into what it plays', () => {
    const player = withConverter();
    player.unplayable.add('audio/x-ape').add('audio/ogg; codecs="opus"');
    player.actions.addToQueue([file('a.APE')]);
    expect(loadedUrl(player)).toBe('audio/Music/a.APE?mp3 high');
    expect(player.engine.loaded()?.source.conversion?.urlAt(12.34567)).toBe(
      'audio/Music/a.APE?mp3 high 12.346',
    );
    expect(player.engine.loaded()?.source.conversion?.durationSeconds).toBe(180);
    expect(player.engine.loaded()?.source.conversion?.savesData).toBe(false);
    player.server.quality = 'high';
    player.actions.addToQueue([file('b.flac')]);
    player.actions.next();
    expect(player.engine.loaded()?.source.conversion?.savesData).toBe(true);
  });

  it('is asked of nobody before the server has told what it converts such songs into', async () => {
    const player = withConverter();
    const told = Promise.withResolvers<void>();
    player.server.targets = null;
    player.server.hasTold = told.promise;
    player.unplayable.add('audio/x-ape');
    player.actions.addToQueue([file('a.ape'), file('b.ape')]);
    expect(player.engine.loaded()).toBeNull();
    expect(player.state()).toMatchObject({ isPlaying: true, isBuffering: true });
    player.actions.foreseeEntry(player.keyAt(1));
    expect(player.engine.prepared()).toBeNull();
    player.server.targets = ['mp3'];
    told.resolve();
    await player.settle();
    expect(player.engine.loaded()).toMatchObject({
      source: { url: 'audio/Music/a.ape?mp3 high' },
      shouldPlay: true,
    });
    expect(player.engine.prepared()?.url).toBe('audio/Music/b.ape?mp3 high');
    expect(player.asked).toEqual([]);
  });

  it('is asked of nobody before that where less data is wanted, and is the file where the server does not tell', async () => {
    const player = withConverter();
    player.server.targets = null;
    const told = Promise.withResolvers<void>();
    player.server.hasTold = told.promise;
    player.server.quality = 'low';
    player.actions.addToQueue([file('a.mp3')]);
    expect(player.engine.loaded()).toBeNull();
    told.resolve();
    await player.settle();
    expect(loadedUrl(player)).toBe('audio/Music/a.mp3');
    player.server.targets = ['opus'];
    player.actions.addToQueue([file('b.mp3')]);
    player.actions.next();
    expect(loadedUrl(player)).toBe('audio/Music/b.mp3?opus low');
  });

  it('is chosen for the one that follows too, once the server has told', () => {
    const player = withConverter();
    player.server.targets = null;
    player.unplayable.add('audio/x-ape');
    player.actions.addToQueue([file('a.mp3'), file('b.ape')]);
    player.engine.soundAt(0);
    expect(player.engine.prepared()).toBeNull();
    player.server.targets = ['mp3'];
    player.core.retune();
    expect(player.engine.prepared()?.url).toBe('audio/Music/b.ape?mp3 high');
  });

  it('waits in silence for a song that was paused meanwhile, and is nothing to one that was left', async () => {
    const player = withConverter();
    player.server.targets = null;
    const told = Promise.withResolvers<void>();
    player.server.hasTold = told.promise;
    player.unplayable.add('audio/x-ape');
    player.actions.addToQueue([file('a.ape'), file('b.ape'), file('c.mp3')]);
    player.actions.next();
    player.actions.pause();
    player.server.targets = ['mp3'];
    told.resolve();
    await player.settle();
    expect(player.engine.loaded()).toMatchObject({
      source: { url: 'audio/Music/b.ape?mp3 high' },
      shouldPlay: false,
    });
    expect(player.state()).toMatchObject({ isPlaying: false, isBuffering: false });
  });

  it('is the file where the server converts nothing, asked about once when the browser refuses it as it said', async () => {
    const player = withConverter();
    player.server.targets = [];
    player.unplayable.add('audio/x-ape');
    player.actions.addToQueue([file('a.ape'), file('b.mp3')]);
    expect(loadedUrl(player)).toBe('audio/Music/a.ape');
    await player.fail('unsuitable');
    expect(player.asked).toEqual(['audio/Music/a.ape']);
    expect(player.faults).toEqual([{ path: 'Music/a.ape', reason: 'unconvertible' }]);
    expect(player.currentTitle()).toBe(file('b.mp3').title);
  });

  it('is converted when what lies inside turns out to be of such a kind, before its turn', async () => {
    const player = withConverter();
    player.unplayable.add('audio/mp4; codecs="alac"');
    player.facts.set('Music/b.m4a', {
      ...unknownFacts,
      ...{ codec: 'alac', bitRate: 800_000, durationSeconds: 61.5 },
    });
    player.actions.addToQueue([file('a.mp3'), file('b.m4a')]);
    player.engine.soundAt(0);
    expect(player.engine.prepared()?.url).toBe('audio/Music/b.m4a');
    await player.settle();
    expect(player.engine.prepared()).toMatchObject({
      url: 'audio/Music/b.m4a?opus high',
      conversion: { durationSeconds: 61.5 },
    });
  });

  it('is converted when the browser refuses the file, where it stood, and skipped when it refuses that too', async () => {
    const player = withConverter();
    player.actions.addToQueue([file('a.mp3'), file('b.mp3')]);
    player.engine.soundAt(30);
    await player.fail('decode');
    expect(player.engine.loaded()).toMatchObject({
      startSeconds: 30,
      source: { url: 'audio/Music/a.mp3?opus high' },
    });
    expect(player.faults).toEqual([]);
    await player.fail('unsuitable');
    await player.fail('unsuitable');
    expect(player.faults).toEqual([{ path: 'Music/a.mp3', reason: 'decode' }]);
    expect(player.currentTitle()).toBe('b.mp3');
  });

  it('takes no more data than somebody wants, from the next song on', async () => {
    const player = withConverter();
    for (const [name, bitRate] of [
      ['a.mp3', 320_000],
      ['b.mp3', 320_000],
      ['c.mp3', 128_000],
    ] as const) {
      const facts = { ...unknownFacts, codec: 'mp3', bitRate, durationSeconds: 180 };
      player.facts.set(`Music/${name}`, facts);
    }
    player.actions.addToQueue([file('a.mp3'), file('b.mp3'), file('c.mp3')]);
    player.engine.soundAt(0);
    player.server.quality = 'high';
    player.core.retune();
    await player.settle();
    expect(loadedUrl(player)).toBe('audio/Music/a.mp3');
    expect(player.engine.prepared()?.url).toBe('audio/Music/b.mp3?opus high');
    player.finishTrack();
    await player.settle();
    expect(player.engine.prepared()?.url).toBe('audio/Music/c.mp3');
    player.server.quality = 'low';
    player.core.retune();
    expect(player.engine.prepared()?.url).toBe('audio/Music/c.mp3?opus low');
  });

  it('says that the server has nothing to convert with', async () => {
    const player = createTestPlayer();
    player.unplayable.add('audio/x-wavpack');
    player.actions.addToQueue([file('a.wv')]);
    player.engine.soundAt(0);
    expect(loadedUrl(player)).toBe('audio/Music/a.wv');
    await player.fail('unsuitable');
    await player.fail('unsuitable');
    expect(player.faults).toEqual([{ path: 'Music/a.wv', reason: 'unconvertible' }]);
  });

  it('tries each song of a list in which nothing plays, and stops after one lap with one notice', async () => {
    const player = withConverter();
    player.actions.setOrder('repeat-all');
    player.actions.addToQueue(['a.mp3', 'b.mp3', 'c.mp3'].map(file));
    for (let turn = 0; turn < 40 && player.state().isPlaying; turn += 1) await player.fail('decode');
    expect(player.state().isPlaying).toBe(false);
    expect(player.faults.map(({ path }) => path)).toEqual(['Music/a.mp3']);
    expect(player.state().faults.size).toBe(3);
    expect(player.nothingPlayable()).toBe(1);
  });

  it('waits for its turn when the server converts for others, as long as it takes and when it is told to', async () => {
    const player = withConverter();
    player.unplayable.add('audio/x-wavpack');
    player.actions.addToQueue([file('a.wv')]);
    Object.assign(player.server, { status: 429, retryAfterMs: 5_000 });
    await player.fail('unsuitable');
    for (let turn = 0; turn < 10; turn += 1) {
      expect(player.state()).toMatchObject({ waitsForServer: true, isPlaying: true });
      player.clock.pass(5_000);
      await player.settle();
    }
    expect(player.asked.length).toBe(11);
    expect(player.asked[0]).toBe('audio/Music/a.wv?opus high');
    player.server.status = 206;
    player.clock.pass(5_000);
    await player.settle();
    expect(player.state().waitsForServer).toBe(false);
    expect(loadedUrl(player)).toBe('audio/Music/a.wv?opus high');
    expect(player.faults).toEqual([]);
  });
});

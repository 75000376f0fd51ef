import { numberFields, textFields } from 'virtual:song-fields';
import type { Song } from '@tonearm/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packSongs, packSongsGently, unpackSongs } from '../core/song-packing.ts';
import { createTestPlayer } from '../core/test-player.ts';
import { songNamed } from '../core/test-songs.ts';
import { createPlayerKeeper } from './player-keeper.ts';
import { createStoredPlayer, longestSmallQueue, packModes } from './stored-player.ts';

/** Both of a browser's storages, with the cloning a real one does. */
const createStorage = ({ isFull = false } = {}) => {
  const small = new Map<string, unknown>();
  const large = new Map<string, unknown>();
  const open = ({ beforeLargeWrite = async () => {} } = {}) =>
    createStoredPlayer({
      username: 'ann',
      readValue: (key) => structuredClone(small.get(key)),
      writeValue(key, value) {
        if (isFull) return false;
        small.set(key, JSON.parse(JSON.stringify(value)));
        return true;
      },
      pause: async () => {},
      largeStore: {
        read: async (key) => large.get(key),
        async write(key, value) {
          await beforeLargeWrite();
          if (value === undefined) large.delete(key);
          else large.set(key, structuredClone(value));
          return true;
        },
      },
    });
  return { small, large, open };
};

const manySongs = (count: number) => Array.from({ length: count }, (_, index) => songNamed(`s${index}`));

describe('packed songs', () => {
  it('are the same songs when unpacked', () => {
    const text = fc.option(fc.string({ unit: 'binary' }), { nil: null });
    const number = fc.option(fc.integer({ min: -2_147_483_647, max: 2_147_483_647 }), { nil: null });
    const some = (fields: readonly string[], value: fc.Arbitrary<unknown>) =>
      fields.map((field) => [field, value]);
    const songs = fc.record<Record<string, unknown>>({
      ...Object.fromEntries([...some(textFields, text), ...some(numberFields, number)]),
      path: fc.string({ unit: 'binary' }),
    }) as fc.Arbitrary<unknown> as fc.Arbitrary<Song>;
    fc.assert(
      fc.property(fc.array(songs), (list) => {
        expect(unpackSongs(structuredClone(packSongs(list)))).toEqual(list);
      }),
    );
  });

  it('that were packed before a field was known, or after it was forgotten, are the rest of them', () => {
    const { textColumns, numberColumns, ...packed } = packSongs(manySongs(2));
    const { label: _label, ...texts } = textColumns;
    const { year: _year, ...numbers } = numberColumns;
    const mood = new Int32Array(2);
    const old = { ...packed, textColumns: { ...texts, mood }, numberColumns: numbers };
    expect(unpackSongs(structuredClone(old))).toEqual(manySongs(2).map((song) => ({ ...song, year: null })));
  });

  it('are the same when packed in slices', async () => {
    const songs = manySongs(9001);
    let pauses = 0;
    const pause = async () => {
      pauses += 1;
    };
    expect(unpackSongs(await packSongsGently(songs, pause))).toEqual(songs);
    expect(pauses).toBe(2);
  });

  it.each([[undefined], [null], [{}], ['large'], [{ count: 3 }]])('are none in %j', (value) => {
    expect(unpackSongs(value)).toEqual([]);
  });
});

describe('the stored player', () => {
  it('gives back a short queue from the small storage', async () => {
    const storage = createStorage();
    await storage.open().writeQueue(manySongs(3), false);
    expect(storage.large.size).toBe(0);
    expect((await storage.open().read()).songs).toEqual(manySongs(3));
  });

  it('keeps a long queue in the database, and forgets it there once it is short again', async () => {
    const storage = createStorage();
    await storage.open().writeQueue(manySongs(longestSmallQueue + 1), false);
    expect(storage.large.size).toBe(1);
    const later = storage.open();
    expect((await later.read()).songs).toHaveLength(longestSmallQueue + 1);
    await later.writeQueue(manySongs(1), false);
    expect(storage.large.size).toBe(0);
    expect((await storage.open().read()).songs).toHaveLength(1);
  });

  it('never lets an older queue overtake one that was written in a hurry', async () => {
    const stored = createStorage();
    const player = stored.open();
    const older = player.writeQueue(manySongs(longestSmallQueue + 2), false);
    await player.writeQueue(manySongs(longestSmallQueue + 1), true);
    await older;
    expect((await stored.open().read()).songs).toHaveLength(longestSmallQueue + 1);
  });

  it('keeps a short queue that was written while a long one still was', async () => {
    const storage = createStorage();
    let finish = (): void => {};
    const isSlow = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const player = storage.open({ beforeLargeWrite: () => isSlow });
    const long = player.writeQueue(manySongs(longestSmallQueue + 1), true);
    const short = player.writeQueue(manySongs(3), true);
    finish();
    await Promise.all([long, short]);
    expect((await storage.open().read()).songs).toEqual(manySongs(3));
    expect(storage.large.size).toBe(0);
  });

  it('says that a write failed', async () => {
    const storage = createStorage({ isFull: true });
    expect(storage.open().writeValue('volume', 1)).toBe(false);
    expect(await storage.open().writeQueue(manySongs(1), false)).toBe(false);
  });

  it('knows what a repeated song hides, and believes the order where the two differ', async () => {
    const storage = createStorage();
    storage.small.set('playbackOrder', 'repeat-track');
    storage.small.set('playModes', packModes({ isShuffled: true, repeat: 'one' }));
    expect((await storage.open().read()).modes).toEqual({ isShuffled: true, repeat: 'one' });
    storage.small.set('playbackOrder', 'repeat-all');
    expect((await storage.open().read()).modes).toEqual({ isShuffled: false, repeat: 'all' });
  });

  it('reads nonsense as nothing', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (nonsense) => {
        const storage = createStorage();
        for (const key of ['playlist', 'playlistName', 'currentTrackIndex', 'playbackOrder', 'playModes']) {
          storage.small.set(key, nonsense);
        }
        storage.small.set('volume', nonsense);
        const { songs, volume, modes } = await storage.open().read();
        expect(Array.isArray(songs)).toBe(true);
        expect(volume).toBeGreaterThanOrEqual(0);
        expect(volume).toBeLessThanOrEqual(1);
        expect(typeof modes.isShuffled).toBe('boolean');
      }),
    );
  });
});

describe('keeping the player', () => {
  const keep = () => {
    const player = createTestPlayer();
    const written: [string, unknown][] = [];
    const keeper = createPlayerKeeper({
      store: player.store,
      stored: {
        async writeQueue(songs) {
          written.push(['playlist', songs.map((song) => song.title)]);
          return true;
        },
        writeValue(key, value) {
          written.push([key, value]);
          return true;
        },
      },
      nowMs: player.clock.nowMs,
      later: player.clock.later,
    });
    const values = (key: string) => written.filter(([name]) => name === key).map(([, value]) => value);
    return { ...player, keeper, values };
  };

  it('writes the position at most every five seconds, on pause and when the page is left', () => {
    const { actions, engine, clock, values, keeper } = keep();
    actions.addToQueue([songNamed('a')]);
    for (let second = 0; second <= 12; second += 1) {
      engine.soundAt(second);
      clock.pass(1000);
    }
    expect(values('elapsedSeconds')).toEqual([0, 5, 10]);
    actions.pause();
    expect(values('elapsedSeconds')).toEqual([0, 5, 10, 12]);
    engine.soundAt(13);
    keeper.flush();
    expect(values('elapsedSeconds').at(-1)).toBe(13);
  });

  it('writes edits close together once, with the place of the current track', async () => {
    const { actions, clock, values, keyAt } = keep();
    actions.addToQueue(['a', 'b', 'c'].map((name) => songNamed(name)));
    actions.playEntry(keyAt(1));
    actions.move(new Set([keyAt(1)]), 3);
    clock.pass(300);
    await Promise.resolve();
    expect(values('playlist')).toEqual([['a', 'c', 'b']]);
    expect(values('currentTrackIndex')).toEqual([2]);
  });

  it('writes each change of volume, order and name', () => {
    const { actions, values } = keep();
    actions.setVolume(0.2);
    actions.setVolume(0.1);
    actions.setOrder('random');
    actions.setPlaylistName('Evening');
    expect(values('volume')).toEqual([0.2, 0.1]);
    expect(values('playbackOrder')).toEqual(['random']);
    expect(values('playlistName')).toEqual(['Evening']);
  });

  it('writes nothing in a tab that only mirrors', () => {
    const { core, actions, clock, values } = keep();
    core.becomeMirror();
    core.mirror({ volume: 0.1, elapsedSeconds: 30 });
    actions.setPlaylistName('x');
    clock.pass(10_000);
    expect([values('volume'), values('elapsedSeconds'), values('playlistName')]).toEqual([[], [], []]);
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestPlayer, saved } from '../core/test-player.ts';
import { songNamed } from '../core/test-songs.ts';
import { type CarriedMark, createQueueCarrier } from './queue-carrier.ts';

/** The server's one queue, which others may change. */
const createServer = () => {
  const server = {
    revision: 0,
    changedAtMs: 0,
    paths: [] as readonly string[],
    place: null as unknown,
    isAway: false,
  };
  const change = (place: unknown) => {
    if (server.isAway) throw new Error('away');
    server.changedAtMs += 1;
    server.place = place;
    return { revision: server.revision, changedAtMs: server.changedAtMs };
  };
  return {
    server,
    saveQueue: vi.fn(async (paths: readonly string[], place: unknown) => {
      const before = server.revision;
      server.revision += 1;
      try {
        const done = change(place);
        server.paths = paths;
        return done;
      } catch (error) {
        server.revision = before;
        throw error;
      }
    }),
    savePlace: vi.fn(async (revision: number, place: unknown) =>
      revision === server.revision ? change(place) : null,
    ),
  };
};

let player: ReturnType<typeof createTestPlayer>;
let there: ReturnType<typeof createServer>;
let mark: CarriedMark | null;
let carrier: ReturnType<typeof createQueueCarrier>;

const start = () =>
  createQueueCarrier({
    ...there,
    store: player.store,
    readMark: () => mark,
    writeMark: (next) => {
      mark = next;
    },
    nowMs: player.clock.nowMs,
    later: player.clock.later,
  });
const pathsOf = (names: readonly string[]) => names.map((name) => songNamed(name).path);

beforeEach(() => {
  player = createTestPlayer({ isRestored: false });
  player.core.restore(saved());
  there = createServer();
  mark = null;
  carrier = start();
});
afterEach(() => carrier.dispose());

describe('a queue that is carried', () => {
  it('is not saved before anything changes, then once for edits close together', async () => {
    player.clock.pass(60_000);
    expect(there.saveQueue).not.toHaveBeenCalled();
    player.actions.addToQueue([songNamed('d')]);
    player.clock.pass(1000);
    player.actions.addToQueue([songNamed('e')]);
    player.clock.pass(2000);
    await vi.waitFor(() => expect(there.server.paths).toEqual(pathsOf(['a', 'b', 'c', 'd', 'e'])));
    expect(there.saveQueue).toHaveBeenCalledTimes(1);
    expect(there.server.place).toEqual({ currentIndex: 1, positionMs: 42_000 });
  });

  it('saves only the place while its songs stay, also in another visit', async () => {
    player.actions.addToQueue([songNamed('d')]);
    player.clock.pass(2000);
    await vi.waitFor(() => expect(mark?.revision).toBe(1));
    carrier.dispose();
    carrier = start();
    player.actions.next();
    player.clock.pass(2000);
    await vi.waitFor(() => expect(there.server.place).toEqual({ currentIndex: 2, positionMs: 0 }));
    expect(there.saveQueue).toHaveBeenCalledTimes(1);
    player.actions.pause();
    await vi.waitFor(() => expect(there.savePlace).toHaveBeenCalledTimes(2));
  });

  it('replaces what another device saved meanwhile', async () => {
    player.actions.next();
    player.clock.pass(2000);
    await vi.waitFor(() => expect(mark?.revision).toBe(1));
    there.server.revision = 7;
    player.actions.previous();
    player.clock.pass(2000);
    await vi.waitFor(() => expect(mark?.revision).toBe(8));
    expect(there.server.paths).toEqual(pathsOf(['a', 'b', 'c']));
  });

  it('is saved with the next change when the server was away', async () => {
    there.server.isAway = true;
    player.actions.next();
    player.clock.pass(2000);
    await vi.waitFor(() => expect(there.saveQueue).toHaveBeenCalledTimes(1));
    expect(mark).toBeNull();
    there.server.isAway = false;
    player.actions.previous();
    player.clock.pass(2000);
    await vi.waitFor(() => expect(mark?.revision).toBe(1));
  });

  it('is left to the tab that plays', async () => {
    player.core.becomeMirror();
    player.core.mirror({ isPlaying: true });
    player.actions.addToQueue([songNamed('d')]);
    player.clock.pass(60_000);
    expect(there.saveQueue).not.toHaveBeenCalled();
  });
});

import { describe, expect, it } from 'vitest';
import { createUnsentPlays } from './unsent-plays.ts';

const away = new Error('away');

const setUp = (stored?: unknown) => {
  let kept = stored;
  const sent: string[] = [];
  const server = { isThere: true, refuses: '' };
  const plays = createUnsentPlays({
    send: async (path, startedAtSeconds) => {
      if (!server.isThere) throw away;
      if (path === server.refuses) throw new Error('refused');
      sent.push(`${path} ${startedAtSeconds}`);
    },
    isForLater: (error) => error === away,
    read: () => kept,
    write(all) {
      kept = all;
    },
  });
  return { plays, sent, server, kept: () => kept };
};

describe('plays that the server could not be told of', () => {
  it('are told in order once it is back, and once', async () => {
    const { plays, sent, server } = setUp();
    server.isThere = false;
    await plays.report('a', 10);
    await plays.report('b', 20);
    server.isThere = true;
    await plays.sendKept();
    await plays.sendKept();
    expect(sent).toEqual(['a 10', 'b 20']);
  });

  it('stay when it goes away again in the middle, and none holds up the others', async () => {
    const { plays, sent, server, kept } = setUp([
      { path: 'gone', startedAtSeconds: 1 },
      { path: 'a', startedAtSeconds: 2 },
    ]);
    server.isThere = false;
    await plays.sendKept();
    expect(kept()).toHaveLength(2);
    server.isThere = true;
    server.refuses = 'gone';
    await plays.sendKept();
    expect(sent).toEqual(['a 2']);
    expect(kept()).toEqual([]);
  });

  it('are none where something else was stored', async () => {
    const { plays, sent } = setUp([{ path: 1 }, 'x', null]);
    await plays.sendKept();
    expect(sent).toEqual([]);
  });

  it('fail as they did when the server answered', async () => {
    const { plays, server, kept } = setUp();
    server.refuses = 'a';
    await expect(plays.report('a', 1)).rejects.toThrow('refused');
    expect(kept()).toBeUndefined();
  });
});

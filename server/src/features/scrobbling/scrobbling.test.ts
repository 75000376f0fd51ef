import type { Song } from '@tonearm/contract';
import { createFakeClock, type FakeClock, type TempFolder, tempFolder } from '@tonearm/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestState } from '../../../test/test-state.ts';
import type { AppEvents } from '../../platform/app-events.ts';
import { createEvents } from '../../platform/events.ts';
import { silentLog } from '../../platform/log.ts';
import { systemRandom } from '../../platform/random.ts';
import { createSecretBox } from '../../platform/secret-box.ts';
import { createScrobbling, type Scrobbling } from './scrobbling.ts';

let folder: TempFolder;
let state: ReturnType<typeof openTestState>;
let clock: FakeClock;
let scrobbling: Scrobbling;
beforeEach(async () => {
  folder = await tempFolder();
  state = openTestState(folder.path);
  state.raw.exec(
    "INSERT INTO users VALUES (1, 'anna', '', 1, NULL, NULL, 0), (2, 'ben', '', 0, NULL, NULL, 0)",
  );
  clock = createFakeClock();
  scrobbling = createScrobbling({
    state,
    events: createEvents<AppEvents>((error) => {
      throw error;
    }),
    services: [],
    secrets: createSecretBox({ dataFolder: folder.path, random: systemRandom }),
    clock,
    log: silentLog,
  });
});
afterEach(async () => {
  await scrobbling.close();
  state.close();
  await folder[Symbol.asyncDispose]();
});

const song = (path: string, duration: number | null = 200): Song => ({ path, title: path, duration }) as Song;
const nowSeconds = () => Math.floor(clock.nowMs() / 1000);
/** When the newest play of a user is said to have begun, in seconds before now. */
const begunAgo = async (userId = 1): Promise<number> => {
  const [listen] = await scrobbling.listHistory(userId, { limit: 1, offset: 0 });
  return nowSeconds() - (listen?.played_at ?? Number.NaN);
};
const hourMs = 3_600_000;

describe('when a play began', () => {
  it('is when the client says', async () => {
    await scrobbling.nowPlaying(1, song('a'));
    await scrobbling.scrobble(1, song('a'), nowSeconds() - 77);
    expect(await begunAgo()).toBe(77);
  });

  it('is when it was announced, up to six hours ago', async () => {
    await scrobbling.nowPlaying(1, song('a'));
    await clock.advance(6 * hourMs);
    await scrobbling.scrobble(1, song('a'), null);
    expect(await begunAgo()).toBe(6 * 3600);
    await scrobbling.nowPlaying(1, song('b'));
    await clock.advance(6 * hourMs + 1000);
    await scrobbling.scrobble(1, song('b'), null);
    expect(await begunAgo()).toBe(100);
  });

  it('is half the song ago, four minutes at most, when it was not announced', async () => {
    const unannounced = async (duration: number | null) => {
      await scrobbling.scrobble(1, song(`of ${duration}`, duration), null);
      const entries = await scrobbling.listHistory(1, { limit: 100, offset: 0 });
      return (
        nowSeconds() - (entries.find((entry) => entry.path === `of ${duration}`)?.played_at ?? Number.NaN)
      );
    };
    expect(await unannounced(201)).toBe(100);
    expect(await unannounced(480)).toBe(240);
    expect(await unannounced(4000)).toBe(240);
    expect(await unannounced(null)).toBe(0);
  });

  it('is guessed when another song was announced since, or another person did', async () => {
    await scrobbling.nowPlaying(1, song('a'));
    await clock.advance(5000);
    await scrobbling.nowPlaying(1, song('b'));
    await scrobbling.scrobble(1, song('a'), null);
    expect(await begunAgo()).toBe(100);
    await scrobbling.scrobble(2, song('b'), null);
    expect(await begunAgo(2)).toBe(100);
  });

  it('is never ahead of now, though the clock was set back since it was announced', async () => {
    await scrobbling.nowPlaying(1, song('a'));
    clock.setNow(clock.nowMs() - hourMs);
    await scrobbling.scrobble(1, song('a'), null);
    expect(await begunAgo()).toBe(100);
  });
});

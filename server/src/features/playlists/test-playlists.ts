import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Song } from '@tonearm/contract';
import { createFakeClock } from '@tonearm/testkit';
import { appWith, as, createStoredFiles } from '../../../test/stored-files.ts';
import { openTestState } from '../../../test/test-state.ts';
import { createCarriedLog } from '../../db/carried-log.ts';
import { createOneLibrary } from '../../library/one-library.ts';
import type { AppEvents } from '../../platform/app-events.ts';
import { createEvents } from '../../platform/events.ts';
import { silentLog } from '../../platform/log.ts';
import { openSpool } from '../../platform/paths/spool.ts';
import { systemRandom } from '../../platform/random.ts';
import { createPlaylistsFeature } from './index.ts';

type Move = { from: string; to: string };

const urlOf = (name: string): string => `/api/playlist/${encodeURIComponent(name)}`;

/** Playlists of `anna` and `ben` over real databases, called as over the network. Whoever starts them disposes of them. */
export const startTestPlaylists = async (quota = { entries: 1_000_000, bytes: 100_000_000 }) => {
  const folder = mkdtempSync(join(tmpdir(), 'playlists-'));
  const files = createStoredFiles();
  const clock = createFakeClock();
  const open = async () => {
    const state = openTestState(folder);
    const carriedLog = createCarriedLog({ raw: state.raw, clock, log: silentLog });
    const events = createEvents<AppEvents>((error) => {
      throw error;
    });
    const feature = createPlaylistsFeature({
      state,
      carriedLog,
      lookup: files.lookup,
      sources: () => [{ name: 'music', folders: [files.musicFolder] }],
      details: {
        findTexts: files.lookup.findSongTexts,
        findFacts: async (paths) =>
          (await files.lookup.findSongs(paths)).map(
            (song) => song && { genres: null, duration_ms: song.duration, artwork: null },
          ),
      },
      quota,
      oneLibrary: createOneLibrary(),
      events,
      clock,
      random: systemRandom,
      openSpool: () => openSpool(folder, randomUUID()),
      log: silentLog,
    });
    return { state, carriedLog, events, feature, app: await appWith(feature.routes) };
  };
  let running = await open();
  const addUser = running.state.raw.prepare(
    "INSERT INTO users (id, name, password_hash, is_admin, created_at_ms) VALUES (?, ?, '', 0, 0)",
  );
  addUser.run(1, 'anna');
  addUser.run(2, 'ben');
  const stop = async (): Promise<void> => {
    await running.app.close();
    await running.carriedLog.close();
    running.state.close();
  };
  let lastMoveId = 0;
  const get = (user: string, name: string, query = '', method: 'GET' | 'HEAD' = 'GET') =>
    running.app.inject({ method, url: `${urlOf(name)}${query}`, headers: as(user) });
  const toldOf = (moves: readonly Move[], library = 'one') => ({
    library,
    moves: moves.map(({ from, to }) => {
      lastMoveId += 1;
      return { id: lastMoveId, from, to };
    }),
  });

  return {
    files,
    clock,
    get state() {
      return running.state;
    },
    get events() {
      return running.events;
    },
    get feature() {
      return running.feature;
    },
    get app() {
      return running.app;
    },
    urlOf,
    put: (user: string, name: string, tracks: readonly string[]) =>
      running.app.inject({ method: 'PUT', url: urlOf(name), headers: as(user), payload: { tracks } }),
    get,
    remove: (user: string, name: string) =>
      running.app.inject({ method: 'DELETE', url: urlOf(name), headers: as(user) }),
    /** Names of a user's playlists, as listed. */
    names: async (user: string): Promise<string[]> => {
      const answer = await running.app.inject({ url: '/api/playlists', headers: as(user) });
      return answer.json<{ name: string }[]>().map(({ name }) => name);
    },
    /** Paths of the songs of a playlist. */
    paths: async (user: string, name: string, query = ''): Promise<string[]> =>
      (await get(user, name, query)).json<Song[]>().map((song) => song.path),
    /** Moves as a library tells them, each with a number of its own. */
    toldOf,
    tellMoves: (moves: readonly Move[]) => running.events.settle('songs-moved', toldOf(moves)),
    /** Puts songs into the collection. @returns their paths */
    songs: (count: number): string[] =>
      Array.from({ length: count }, (_, number) => files.put(`${number}.mp3`, '')),
    /** As when the server ends and starts again. */
    restart: async (): Promise<void> => {
      await stop();
      running = await open();
    },
    dispose: async (): Promise<void> => {
      await stop();
      files.dispose();
      rmSync(folder, { recursive: true });
    },
  };
};

/** See {@link startTestPlaylists}. */
export type TestPlaylists = Awaited<ReturnType<typeof startTestPlaylists>>;

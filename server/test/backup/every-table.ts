import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { systemRandom } from '../../src/platform/random.ts';
import { createSecretBox } from '../../src/platform/secret-box.ts';
import type { Drill } from './drill-server.ts';

/** What fills a table, in order. `made` says that an earlier line, or the product itself, does. */
type Filling = 'made' | (() => unknown);

const play = { artist: 'Anna', title: 'Basket' };

/** One of everything that a person can make, a line for each table of `state.db`: a table without one is told of. */
export const fillingsOf = (drill: Drill): Readonly<Record<string, Filling>> => ({
  meta: 'made',
  users: async () => {
    await drill.call('POST api/user', { body: { name: 'anna', password: 'anna-password', admin: true } });
    await drill.signInAsAnna();
    await drill.asAnna('POST api/user', { name: 'bo', password: 'bo-password', admin: false });
    await drill.asAnna('PUT api/preferences', { web_theme_base: 'dark', web_theme_accent: '#336699' });
  },
  ended_sessions: async () => {
    await drill.signIn('anna');
    await drill.asAnna('DELETE api/sessions');
  },
  sessions: () =>
    drill.withState((state) =>
      state.exec(`INSERT INTO sessions (user_id, token_hash, scope, parent_id, client, created_at_ms, last_used_at_ms, expires_at_ms)
                  SELECT user_id, randomblob(32), 'media', id, client, 1, 2, 253402300799999 FROM sessions LIMIT 1`),
    ),
  settings: () => drill.asAnna('PUT api/settings', { album_art_pattern: 'cover' }),
  sources: () =>
    drill.asAnna('PUT api/mount_dirs', [{ name: 'Music', source: join(drill.folder.path, 'music') }]),
  playlists: async () => {
    await drill.asAnna('PUT api/playlist/Mine', { tracks: ['Music/a.mp3', 'Music/b.mp3'] });
    drill.withState((state) => state.exec("UPDATE playlists SET comment = 'for the road', is_public = 1"));
  },
  playlist_contents: 'made',
  playlist_chunks: 'made',
  linked_accounts: () =>
    drill.insert('linked_accounts', {
      user_id: 1,
      service: 'lastfm',
      username: 'anna',
      secret: createSecretBox({ dataFolder: drill.dataFolder, random: systemRandom }).seal('a session key'),
      linked_at_ms: 1,
      lapse: 'token_refused',
    }),
  outbox: () =>
    drill.insert('outbox', {
      user_id: 1,
      service: 'lastfm',
      path: 'Music/a.mp3',
      play: JSON.stringify(play),
      played_at: Math.floor(Date.now() / 1000),
      attempts: 1,
      next_attempt_at_ms: 8.64e15,
      refusal: 'not_taken',
      refusal_number: 7,
      created_at_ms: Date.now(),
      account: 'anna',
    }),
  listens: () =>
    drill.withState((state) =>
      // Noted as counted, so that nothing of it is to come later.
      state.exec(`BEGIN;
        INSERT INTO listens (id, user_id, path, title, artist, album, played_at)
          VALUES (1, 1, 'Music/a.mp3', 'a', 'b', 'c', 1);
        INSERT INTO meta VALUES ('plays_counted', '1');
        COMMIT`),
    ),
  first_seen: () => drill.insert('first_seen', { path_key: randomBytes(16), added_at: 1 }),
  song_ids: () => drill.insert('song_ids', { natural: randomBytes(16), id: randomBytes(16) }),
  app_passwords: () =>
    drill.insert('app_passwords', {
      user_id: 1,
      name: 'phone',
      secret_hash: randomBytes(32),
      secret_sealed: createSecretBox({ dataFolder: drill.dataFolder, random: systemRandom }).seal(
        'of an app',
      ),
      may_administer: 1,
      max_bit_rate: 128,
      created_at_ms: 1,
      last_used_at_ms: 2,
      last_client: 'player',
    }),
  music_folders: 'made',
  stars: () => drill.insert('stars', { user_id: 1, item: randomBytes(16), kind: 'song', starred_at_ms: 1 }),
  ratings: () =>
    drill.insert('ratings', { user_id: 1, item: randomBytes(16), kind: 'album', rating: 4, rated_at_ms: 1 }),
  play_counts: () =>
    drill.insert('play_counts', {
      user_id: 1,
      item: randomBytes(16),
      kind: 'song',
      plays: 3,
      last_played_at_ms: 1,
    }),
  bookmarks: () =>
    drill.insert('bookmarks', {
      user_id: 1,
      song: randomBytes(16),
      position_ms: 1000,
      comment: 'here',
      created_at_ms: 1,
      changed_at_ms: 2,
    }),
  play_queues: () =>
    drill.insert('play_queues', {
      user_id: 1,
      revision: 1,
      entry_count: 1,
      current_index: 0,
      position_ms: 1,
      changed_by: 'phone',
      changed_at_ms: 1,
    }),
  play_queue_chunks: () =>
    drill.insert('play_queue_chunks', { user_id: 1, chunk: 0, songs: randomBytes(16) }),
  corrections: () =>
    drill.insert('corrections', {
      rule: '{"kind":"hidden","songs":[]}',
      about: '{}',
      made_by: 'anna',
      made_at_ms: 1,
    }),
  smart_lists: () =>
    drill.insert('smart_lists', {
      user_id: 1,
      name: 'Best',
      query: 'rating:5',
      changed_at_ms: 1,
      public_id: Buffer.alloc(16, 9),
    }),
  radio_stations: () =>
    drill.insert('radio_stations', {
      name: 'One',
      stream_url: 'http://127.0.0.1/',
      home_page_url: 'http://127.0.0.1/',
    }),
});

import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { queryNumber, song, songs } from '../shapes.ts';
import { count, integer, nullableText, text } from '../values.ts';

/*
 * What people take along from one device to another: the queue and the place in it, places in songs, and who listens
 * to what; and the radio stations of everybody. Times are milliseconds since the epoch. These calls are this product's
 * own.
 */

/** Most entries of a saved queue. */
const mostQueueEntries = 1_000_000;
const longestPath = 131_072;
const millisecond = count.max(Number.MAX_SAFE_INTEGER);
const clientName = text.max(200);
const index = count.max(mostQueueEntries);

const queuePlace = z
  .object({
    /** Goes up whenever the entries change. */
    revision: integer,
    entry_count: integer,
    current_index: integer,
    position_ms: integer,
    /** What the client that changed it called itself. */
    changed_by: text,
    /** A later change has a later time. */
    changed_at_ms: integer,
  })
  .register(z.globalRegistry, { id: 'QueuePlace' });
export type QueuePlace = z.infer<typeof queuePlace>;

const shownPlace = queuePlace.extend({
  /** What plays there; null while it is not in the collection. */
  current: song.nullable(),
});
export type ShownQueuePlace = z.infer<typeof shownPlace>;

const station = z
  .object({
    id: integer,
    name: text,
    stream_url: text,
    home_page_url: nullableText,
  })
  .register(z.globalRegistry, { id: 'RadioStation' });
export type RadioStation = z.infer<typeof station>;

const newStation = z.object({
  name: text,
  stream_url: text,
  home_page_url: nullableText.default(null),
});
const stationExample = { name: 'Jazz', stream_url: 'https://radio.example/jazz.mp3', home_page_url: null };

/** Queues, bookmarks, now playing, radio. */
export const listeningEndpoints = {
  getQueuePlace: endpoint({
    method: 'GET',
    path: '/play_queue_place',
    access: 'user',
    summary: 'Where the user is in the saved queue; null when there is none.',
    answer: shownPlace.nullable(),
  }),
  putQueuePlace: endpoint({
    method: 'PUT',
    path: '/play_queue_place',
    access: 'user',
    summary: 'Note where the user is in the queue of a revision.',
    body: z.object({
      revision: count,
      current_index: index,
      position_ms: millisecond,
      changed_by: clientName,
    }),
    bodyExample: { revision: 1, current_index: 0, position_ms: 1000, changed_by: 'Firefox on Linux' },
    answer: queuePlace,
    errors: ['queue_changed'],
  }),
  getPlayQueue: endpoint({
    method: 'GET',
    path: '/play_queue',
    access: 'user',
    summary: 'The saved queue with its songs, without those that are missing now; null when there is none.',
    answer: queuePlace.extend({ songs }).nullable(),
  }),
  putPlayQueue: endpoint({
    method: 'PUT',
    path: '/play_queue',
    access: 'user',
    summary: 'Save the queue, as it is now, to go on elsewhere. Paths that are not known are left out.',
    query: z.object({
      current_index: queryNumber(mostQueueEntries).optional(),
      position_ms: queryNumber(Number.MAX_SAFE_INTEGER).optional(),
      changed_by: clientName.optional(),
    }),
    body: z.object({ tracks: z.array(text.min(1).max(longestPath)).max(mostQueueEntries) }),
    bodyExample: { tracks: [] },
    bodyLimitBytes: 128 * 1024 * 1024,
    longList: { field: 'tracks', most: mostQueueEntries },
    answer: queuePlace,
  }),
  listBookmarks: endpoint({
    method: 'GET',
    path: '/bookmarks',
    access: 'user',
    summary: 'Places in songs that are there, newest change first.',
    answer: z.array(
      z.object({
        song,
        position_ms: integer,
        comment: nullableText,
        created_at_ms: integer,
        changed_at_ms: integer,
      }),
    ),
  }),
  putBookmark: endpoint({
    method: 'PUT',
    path: '/bookmark/{path*}',
    access: 'user',
    summary: 'Keep a place in a song, in the stead of the one there was.',
    body: z.object({ position_ms: millisecond, comment: text.max(2000).nullable().default(null) }),
    bodyExample: { position_ms: 754_000, comment: null },
    answer: 'empty',
    errors: ['song_not_found'],
  }),
  deleteBookmark: endpoint({
    method: 'DELETE',
    path: '/bookmark/{path*}',
    access: 'user',
    summary: 'Forget the place in a song, also when there is none.',
    answer: 'empty',
    errors: ['song_not_found'],
  }),
  listNowPlaying: endpoint({
    method: 'GET',
    path: '/now_playing',
    access: 'user',
    summary: 'What the user listens to, on every player; an administrator sees what everybody listens to.',
    answer: z.array(
      z.object({
        username: text,
        player: text,
        song,
        state: z.enum(['starting', 'playing', 'paused']),
        position_ms: integer,
        started_at_ms: integer,
      }),
    ),
  }),
  listRadioStations: endpoint({
    method: 'GET',
    path: '/radio_stations',
    access: 'user',
    summary: 'Internet radio stations. The server never opens them.',
    answer: z.array(station),
  }),
  addRadioStation: endpoint({
    method: 'POST',
    path: '/radio_stations',
    access: 'admin',
    summary: 'Add a radio station for everybody.',
    body: newStation,
    bodyExample: stationExample,
    answer: z.object({ id: integer }),
    errors: ['invalid_station'],
  }),
  changeRadioStation: endpoint({
    method: 'PUT',
    path: '/radio_station/{id}',
    access: 'admin',
    summary: 'Change a radio station.',
    body: newStation,
    bodyExample: stationExample,
    answer: 'empty',
    errors: ['invalid_station', 'station_not_found'],
  }),
  removeRadioStation: endpoint({
    method: 'DELETE',
    path: '/radio_station/{id}',
    access: 'admin',
    summary: 'Remove a radio station.',
    answer: 'empty',
    errors: ['station_not_found'],
  }),
} as const;

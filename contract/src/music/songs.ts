import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { song } from '../shapes.ts';
import { artistLink, genreLink, nullableInteger, nullableText, role } from './shapes.ts';

const credit = artistLink.extend({ role, instrument: nullableText });
export type SongCredit = z.infer<typeof credit>;

/** A song as folders list it, and where it leads. */
export const musicSong = song
  .extend({
    id: z.string(),
    album_id: nullableText,
    credits: z.array(credit),
    genres: z.array(genreLink),
    disc_subtitle: nullableText,
    work: nullableText,
    movement_name: nullableText,
    movement_number: nullableInteger,
  })
  .meta({ id: 'SongOfTags' });
export type MusicSong = z.infer<typeof musicSong>;

const songDetails = z
  .object({
    song: musicSong,
    /** Every tag as it was read, by its name in the table of fields. */
    tags: z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string())])),
    file: z.object({
      size_bytes: z.number().int(),
      /** Milliseconds since the epoch. */
      modified_at_ms: z.number().int(),
      added_at: z.number().int(),
      duration_ms: nullableInteger,
      codec: nullableText,
      container: nullableText,
      /** In bits a second. */
      bit_rate: nullableInteger,
      /** In hertz. */
      sample_rate: nullableInteger,
      bits_per_sample: nullableInteger,
      channels: nullableInteger,
    }),
    gain: z
      .object({
        origin: z.enum(['replaygain', 'r128']),
        track_db: z.number().nullable(),
        album_db: z.number().nullable(),
        track_peak: z.number().nullable(),
        album_peak: z.number().nullable(),
      })
      .nullable(),
  })
  .meta({ id: 'SongDetails' });
export type SongDetails = z.infer<typeof songDetails>;

/** Most paths that one call asks for. */
export const mostLinkedSongs = 1000;

/** Where a song leads: its album, and who is named on it. */
const songLinks = z.object({
  path: z.string(),
  id: z.string(),
  album_id: nullableText,
  album_artists: z.array(artistLink),
  credits: z.array(credit),
  genres: z.array(genreLink),
});
export type SongLinks = z.infer<typeof songLinks>;

/** The words of a song. */
const lyrics = z
  .object({
    /** Where they stand: in the song itself, or in a file beside it. */
    origin: z.enum(['song', 'file']),
    /** As its file says; null when it does not. */
    language: nullableText,
    is_synced: z.boolean(),
    /** `start_ms` is where a line begins in the song, null in words that are not timed. In the order of time. */
    lines: z.array(z.object({ start_ms: nullableInteger, text: z.string() })),
  })
  .meta({ id: 'Lyrics' });
export type Lyrics = z.infer<typeof lyrics>;

/** Everything about one song, and where many lead. */
export const musicSongEndpoints = {
  getSongDetails: endpoint({
    method: 'GET',
    path: '/music/song/{path*}',
    access: 'user',
    summary: 'Everything that is known of the song at a path.',
    answer: songDetails,
    errors: ['song_not_found'],
  }),
  getLyrics: endpoint({
    method: 'GET',
    path: '/music/lyrics/{path*}',
    access: 'user',
    summary:
      'The words of the song at a path: timed ones first, those of a file beside it before its own; null where none are known.',
    answer: lyrics.nullable(),
    errors: ['song_not_found'],
  }),
  linkSongs: endpoint({
    method: 'POST',
    path: '/music/links',
    access: 'user',
    summary: 'Where songs lead, in the order of their paths; those that are not there are left out.',
    body: z.object({ paths: z.array(z.string()).max(mostLinkedSongs) }),
    bodyExample: { paths: ['Music/Anna/Picnic/01.mp3'] },
    answer: z.array(songLinks),
  }),
} as const;

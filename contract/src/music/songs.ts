import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { song } from '../shapes.ts';
import {
  anyNumber,
  integer,
  nullableInteger,
  nullableNumber,
  nullableText,
  text,
  texts,
  yesOrNo,
} from '../values.ts';
import { artistLink, artistLinks, genreLinks, role } from './shapes.ts';

const credit = artistLink.extend({ role, instrument: nullableText });
const credits = z.array(credit);
export type SongCredit = z.infer<typeof credit>;

/** A song as folders list it, and where it leads. */
const musicSong = song
  .extend({
    id: text,
    album_id: nullableText,
    credits,
    genres: genreLinks,
    disc_subtitle: nullableText,
    work: nullableText,
    movement_name: nullableText,
    movement_number: nullableInteger,
  })
  .register(z.globalRegistry, { id: 'SongOfTags' });
/** Songs of a list. */
export const musicSongs = z.array(musicSong);
export type MusicSong = z.infer<typeof musicSong>;

const songDetails = z
  .object({
    song: musicSong,
    /** Every tag as it was read, by its name in the table of fields. */
    tags: z.record(text, z.union([text, anyNumber, texts])),
    file: z.object({
      size_bytes: integer,
      /** Milliseconds since the epoch. */
      modified_at_ms: integer,
      added_at: integer,
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
        track_db: nullableNumber,
        album_db: nullableNumber,
        track_peak: nullableNumber,
        album_peak: nullableNumber,
      })
      .nullable(),
  })
  .register(z.globalRegistry, { id: 'SongDetails' });
export type SongDetails = z.infer<typeof songDetails>;

/** Most paths that one call asks for. */
export const mostLinkedSongs = 1000;

/** Where a song leads: its album, and who is named on it. */
const songLinks = z.object({
  path: text,
  id: text,
  album_id: nullableText,
  album_artists: artistLinks,
  credits,
  genres: genreLinks,
});
export type SongLinks = z.infer<typeof songLinks>;

/** The words of a song. */
const lyrics = z
  .object({
    /** Where they stand: in the song itself, or in a file beside it. */
    origin: z.enum(['song', 'file']),
    /** As its file says; null when it does not. */
    language: nullableText,
    is_synced: yesOrNo,
    /** `start_ms` is where a line begins in the song, null in words that are not timed. In the order of time. */
    lines: z.array(z.object({ start_ms: nullableInteger, text })),
  })
  .register(z.globalRegistry, { id: 'Lyrics' });
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
    body: z.object({ paths: texts.max(mostLinkedSongs) }),
    bodyExample: { paths: ['Music/Anna/Picnic/01.mp3'] },
    answer: z.array(songLinks),
  }),
} as const;

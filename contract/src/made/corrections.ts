import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

/*
 * What administrators say of the collection where files say otherwise; no file is touched. Albums, artists and genres
 * are named by their ids, songs by their paths.
 */

const text = z.string().trim().min(1).max(500);
const texts = z.array(text).min(1).max(100);
const ids = z.array(z.string()).min(1).max(100);
const paths = z.array(z.string()).min(1).max(1000);
const albumType = z.enum(['album', 'single', 'ep', 'live', 'compilation', 'other']);

/** What is to be corrected. */
const correction = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('rename_artist'), artist: z.string(), name: text, sort_name: text.optional() }),
  z.object({ kind: z.literal('merge_artists'), artists: ids, into: z.string() }),
  z.object({ kind: z.literal('split_artist'), artist: z.string(), names: texts }),
  z.object({ kind: z.literal('rename_genre'), genre: z.string(), name: text }),
  z.object({ kind: z.literal('merge_genres'), genres: ids, into: z.string() }),
  z.object({ kind: z.literal('split_genre'), genre: z.string(), names: texts }),
  z.object({
    kind: z.literal('fix_album'),
    album: z.string(),
    title: text.optional(),
    /** Empty for none. */
    version: z.string().trim().max(500).optional(),
    year: z.number().int().min(1).max(9999).optional(),
    type: albumType.optional(),
    artists: texts.optional(),
  }),
  z.object({ kind: z.literal('join_albums'), albums: ids, into: z.string() }),
  z.object({ kind: z.literal('split_album'), songs: paths, title: text }),
  z.object({ kind: z.literal('move_songs'), songs: paths, album: z.string() }),
  z.object({ kind: z.literal('choose_cover'), album: z.string(), song: z.string() }),
  z.object({ kind: z.literal('fix_song'), song: z.string(), title: text }),
  z.object({ kind: z.literal('hide_songs'), songs: paths }),
]);
export type Correction = z.infer<typeof correction>;
export type CorrectionKind = Correction['kind'];

const kinds = correction.options.map((option) => option.shape.kind.value) as [
  CorrectionKind,
  ...CorrectionKind[],
];

/** What a correction is about, as people read it. */
const about = z.object({
  kind: z.enum(kinds),
  /** Names or paths, 20 at most. */
  subjects: z.array(z.string().max(10_000)).max(20),
  /** How many there are. */
  count: z.number().int(),
  /** What they become; null where nothing has to be said. */
  result: z.string().max(10_000).nullable(),
});
export type CorrectionAbout = z.infer<typeof about>;

const listed = about.extend({ id: z.number().int(), made_by: z.string(), made_at_ms: z.number().int() });
export type ListedCorrection = z.infer<typeof listed>;

const hex = z.string().regex(/^[0-9a-f]{32}$/);

/** A name in the place of another; `mb` is an identity of MusicBrainz. */
const newName = z.object({ name: text, sort: z.string().nullable(), mb: z.string().nullable() });

/** Where several become one: what people made of some follows to another. Ids are hexadecimal. */
const likes = z.object({ from: z.array(hex).max(10_000), into: hex });

/**
 * What songs are corrected by, where the tags of a song say it. `keys` of names are `mb:…` an identity of MusicBrainz,
 * `name:…` a folded name, `bare:…` a folded name without such an identity. Ids of songs are hexadecimal.
 */
const correctionRule = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('names'),
    keys: z.array(z.string()).max(10_000),
    names: z.array(newName).min(1).max(100),
    /** The folded name that the new one counts as, so that what hangs on an artist stays; null for its own. */
    as: z.string().nullable(),
    likes: likes.optional(),
  }),
  z.object({ kind: z.literal('genres'), folded: z.array(z.string()).max(10_000), names: texts }),
  z.object({
    kind: z.literal('songs'),
    /**
     * What songs of an album share; `years` tells parts of it apart, null where it has only one; `trees` are the folders in
     * which songs without a year are meant.
     */
    albums: z
      .array(
        z.object({
          identity: hex,
          years: z.array(z.number().int().nullable()).nullable(),
          trees: z.array(z.string()).max(10_000).optional(),
        }),
      )
      .max(100),
    songs: z.array(hex).max(10_000),
    /** What is left out stays as files say it. */
    change: z.object({
      title: text.optional(),
      album: text.optional(),
      version: z.string().nullable().optional(),
      year: z.number().int().optional(),
      artists: z.array(newName).max(100).optional(),
      type: albumType.optional(),
      /** The album that they are in, whatever else is said. */
      at: z.object({ identity: hex, id: hex }).optional(),
      cover: z.literal(true).optional(),
    }),
    likes: likes.optional(),
  }),
  z.object({ kind: z.literal('hidden'), songs: z.array(hex).max(10_000) }),
]);
export type CorrectionRule = z.infer<typeof correctionRule>;

/** A correction as it is carried from one server to another. */
const carried = z.object({
  about,
  rule: correctionRule,
  made_by: z.string().max(500),
  made_at_ms: z.number().int(),
  /** Where the songs that it names by their ids are. */
  paths: z.record(hex, z.string()),
});
export type CarriedCorrection = z.infer<typeof carried>;

const carriedList = z
  .object({ version: z.literal(1), corrections: z.array(carried).max(10_000) })
  .meta({ id: 'CarriedCorrections' });
export type CarriedCorrections = z.infer<typeof carriedList>;

/** What administrators say of the collection. */
export const correctionEndpoints = {
  listCorrections: endpoint({
    method: 'GET',
    path: '/corrections',
    access: 'admin',
    summary: 'What was corrected, by whom and when, the newest first.',
    answer: z.array(listed),
  }),
  makeCorrection: endpoint({
    method: 'POST',
    path: '/corrections',
    access: 'admin',
    summary: 'Corrects what is listed and found, in the background; no file is touched.',
    body: correction,
    bodyExample: { kind: 'hide_songs', songs: ['Music/Anna/Picnic/01.mp3'] },
    answer: z.object({ id: z.number().int() }),
    errors: [
      'album_not_found',
      'artist_not_found',
      'genre_not_found',
      'song_not_found',
      'invalid_correction',
    ],
  }),
  undoCorrection: endpoint({
    method: 'DELETE',
    path: '/correction/{id}',
    access: 'admin',
    summary: 'Takes a correction back: what files and the others say holds again.',
    answer: 'empty',
    errors: ['correction_not_found'],
  }),
  exportCorrections: endpoint({
    method: 'GET',
    path: '/corrections/export',
    access: 'admin',
    summary: 'All corrections, to be kept or taken to another server.',
    answer: carriedList,
  }),
  importCorrections: endpoint({
    method: 'POST',
    path: '/corrections/import',
    access: 'admin',
    summary:
      'Adds exported corrections to those that there are. Those that are there already stay as they are.',
    bodyLimitBytes: 16 * 1024 * 1024,
    body: carriedList,
    bodyExample: { version: 1, corrections: [] },
    answer: z.object({ added: z.number().int() }),
  }),
} as const;

import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { albumKind } from '../music/albums.ts';
import { integer, nullableInteger, nullableText, optionalInteger, text, texts } from '../values.ts';

/*
 * What administrators say of the collection where files say otherwise; no file is touched. Albums, artists and genres
 * are named by their ids, songs by their paths.
 */

/** A name, as somebody types it. */
const typed = text.trim().min(1).max(500);
const typedTexts = z.array(typed).min(1).max(100);
/** What is not typed, but carried along. */
const longText = text.max(10_000);
const manyTexts = texts.max(10_000);
const ids = texts.min(1).max(100);
const paths = texts.min(1).max(1000);

/** What is to be corrected. */
const correction = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('rename_artist'), artist: text, name: typed, sort_name: typed.optional() }),
  z.object({ kind: z.literal('merge_artists'), artists: ids, into: text }),
  z.object({ kind: z.literal('split_artist'), artist: text, names: typedTexts }),
  z.object({ kind: z.literal('rename_genre'), genre: text, name: typed }),
  z.object({ kind: z.literal('merge_genres'), genres: ids, into: text }),
  z.object({ kind: z.literal('split_genre'), genre: text, names: typedTexts }),
  z.object({
    kind: z.literal('fix_album'),
    album: text,
    title: typed.optional(),
    /** Empty for none. */
    version: text.trim().max(500).optional(),
    year: integer.min(1).max(9999).optional(),
    type: albumKind.optional(),
    artists: typedTexts.optional(),
  }),
  z.object({ kind: z.literal('join_albums'), albums: ids, into: text }),
  z.object({ kind: z.literal('split_album'), songs: paths, title: typed }),
  z.object({ kind: z.literal('move_songs'), songs: paths, album: text }),
  z.object({ kind: z.literal('choose_cover'), album: text, song: text }),
  z.object({ kind: z.literal('fix_song'), song: text, title: typed }),
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
  subjects: z.array(longText).max(20),
  /** How many there are. */
  count: integer,
  /** What they become; null where nothing has to be said. */
  result: longText.nullable(),
});
export type CorrectionAbout = z.infer<typeof about>;

const listed = about.extend({ id: integer, made_by: text, made_at_ms: integer });
export type ListedCorrection = z.infer<typeof listed>;

const hex = text.regex(/^[0-9a-f]{32}$/);
const hexes = z.array(hex).max(10_000);

/** A name in the place of another; `mb` is an identity of MusicBrainz. */
const newName = z.object({ name: typed, sort: nullableText, mb: nullableText });

/** Where several become one: what people made of some follows to another. Ids are hexadecimal. */
const likes = z.object({ from: hexes, into: hex }).optional();

/**
 * What songs are corrected by, where the tags of a song say it. `keys` of names are `mb:…` an identity of MusicBrainz,
 * `name:…` a folded name, `bare:…` a folded name without such an identity. Ids of songs are hexadecimal.
 */
const correctionRule = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('names'),
    keys: manyTexts,
    names: z.array(newName).min(1).max(100),
    /** The folded name that the new one counts as, so that what hangs on an artist stays; null for its own. */
    as: nullableText,
    likes,
  }),
  z.object({ kind: z.literal('genres'), folded: manyTexts, names: typedTexts }),
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
          years: z.array(nullableInteger).nullable(),
          trees: manyTexts.optional(),
        }),
      )
      .max(100),
    songs: hexes,
    /** What is left out stays as files say it. */
    change: z.object({
      title: typed.optional(),
      album: typed.optional(),
      version: nullableText.optional(),
      year: optionalInteger,
      artists: z.array(newName).max(100).optional(),
      type: albumKind.optional(),
      /** The album that they are in, whatever else is said. */
      at: z.object({ identity: hex, id: hex }).optional(),
      cover: z.literal(true).optional(),
    }),
    likes,
  }),
  z.object({ kind: z.literal('hidden'), songs: hexes }),
]);
export type CorrectionRule = z.infer<typeof correctionRule>;

/** A correction as it is carried from one server to another. */
const carried = z.object({
  about,
  rule: correctionRule,
  made_by: text.max(500),
  made_at_ms: integer,
  /** Where the songs that it names by their ids are. */
  paths: z.record(hex, text),
});
export type CarriedCorrection = z.infer<typeof carried>;

const carriedList = z
  .object({ version: z.literal(1), corrections: z.array(carried).max(10_000) })
  .register(z.globalRegistry, { id: 'CarriedCorrections' });
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
    answer: z.object({ id: integer }),
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
    answer: z.object({ added: integer }),
  }),
} as const;

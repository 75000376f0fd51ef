declare module 'virtual:song-fields' {
  import type { Song } from '@tonearm/contract';

  /** A song of which nothing is known. */
  export const unknownSong: Song;

  type FieldOf<Value> = { [F in keyof Song]: Song[F] extends Value ? F : never }[keyof Song];

  /** Fields of a song by what they hold, made from the contract by `web/contract-routes.ts`. */
  export const textFields: readonly FieldOf<string | null>[];
  export const numberFields: readonly FieldOf<number | null>[];
  /** Makes songs of what is known of each field; `at` is whatever tells one song from another. */
  export const songMaker: <At>(
    textOf: (field: string) => (at: At) => string | null,
    numberOf: (field: string) => (at: At) => number | null,
  ) => (at: At) => Song;
}

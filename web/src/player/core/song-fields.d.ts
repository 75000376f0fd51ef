declare module 'virtual:song-fields' {
  import type { Song } from '@tonearm/contract';

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

declare module 'virtual:song-names' {
  import type { Song } from '@tonearm/contract';

  /** Names of all fields of a song, from there too; without what packs and makes songs, which comes later. */
  export const songNames: readonly (keyof Song)[];
}

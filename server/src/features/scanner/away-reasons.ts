/** Why a source is away whose folder is to be watched for coming back. */
export const awayReasons = { missing: 'Its folder is missing.', empty: 'Its folder is empty.' } as const;

/** Why a source is away whose folder is there, without most of its songs: what is there is watched as ever. */
export const bulkReasons = {
  all: 'None of its songs can be found.',
  some: (gone: number, songsBefore: number): string => `${gone} of its ${songsBefore} songs cannot be found.`,
  /** What `some` gives, for SQL. */
  someGlob: '[0-9]* of its [0-9]* songs cannot be found.',
} as const;

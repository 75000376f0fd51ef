/** Texts of bookmarks. */
export const bookmarks = {
  title: 'Bookmarks',
  keep: 'Keep this place',
  kept: (time: string, name: string): string => `Kept ${time} of '${name}'`,
  undo: 'Undo',
  failed: 'This could not be saved. Please try again.',
  empty: "Nothing here yet: 'Keep this place' in what plays makes a bookmark, and apps make some too.",
  at: (time: string): string => `at ${time}`,
  playFrom: (name: string, time: string): string => `Play '${name}' from ${time}`,
  note: 'Note',
  noteOf: (name: string): string => `Note on '${name}'`,
  save: 'Save',
  remove: 'Remove',
  removeOf: (name: string): string => `Remove the bookmark in '${name}'`,
} as const;

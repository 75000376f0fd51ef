/** Texts of the collection's screens. */
export const collection = {} as const;

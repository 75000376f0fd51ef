/** Longest side in pixels of each thumbnail size; native is not resized. Apart from schemas, which what makes them does not need. */
export const thumbnailSizes = { tiny: 40, small: 400, large: 1200, native: null } as const;

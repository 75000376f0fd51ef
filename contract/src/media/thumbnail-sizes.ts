/** Longest side in pixels of each thumbnail size; native is not resized. */
export const thumbnailSizes = { tiny: 40, small: 400, large: 1200, native: null } as const;

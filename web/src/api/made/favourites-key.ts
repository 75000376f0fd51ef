/** First part of the keys of everything that is made of stars. */
export const favouritesKey = ['favourites'] as const;

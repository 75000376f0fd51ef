import { plural } from '../plural.ts';

const stars = plural('en', { one: '# star', other: '# stars' });

/** Texts of hearts and stars. */
export const likes = {
  favourite: 'Favourite',
  favouriteOf: (name: string): string => `Favourite: ${name}`,
  add: 'Add to favourites',
  remove: 'Remove from favourites',
  added: 'Added to your favourites',
  removed: 'Removed from your favourites',
  orders: {
    starred: 'Newest first',
    name: 'Name',
    rating: 'Best first',
    plays: 'Most played',
    recent: 'Played lately',
  },
  order: 'Order',
  kinds: { songs: 'Songs', albums: 'Albums', artists: 'Artists' },
  listOf: (kind: string, order: string): string => `Favourite ${kind}: ${order}`,
  empty: 'Nothing here yet: press the heart of a song, an album or an artist.',
  rate: 'Rate…',
  rateOf: (name: string): string => `Rate '${name}'`,
  rating: 'Rating',
  ratingOf: (name: string): string => `Rating: ${name}`,
  stars: (count: number): string => stars(count),
  failed: 'This could not be saved. Please try again.',
} as const;

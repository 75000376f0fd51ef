import { plural } from '../plural.ts';

const entries = plural('en', { one: '# entry', other: '# entries' });

/** Texts of filter, order and columns. */
export const listTools = {
  filter: 'Filter this list',
  filterPlaceholder: 'Filter',
  clearFilter: 'Clear the filter',
  shown: (shown: number, total: number): string => `${shown} of ${entries(total)}`,
  nothingLeft: 'Nothing in this list has these words.',
  tooLong: (most: number): string =>
    `This list is too long to filter or sort here (${entries(most)} at most). The search looks through all of it.`,
  sortBy: 'Sort by',
  columns: {
    title: 'Title',
    artist: 'Artist',
    album: 'Album',
    year: 'Year',
    genre: 'Genre',
    composer: 'Composer',
    track: 'Track',
    duration: 'Length',
    rating: 'Rating',
  },
  ownOrder: 'Order of the list',
  ascending: 'sorted, first to last',
  descending: 'sorted, last to first',
  turnAround: 'Turn the order around',
  chooseColumns: 'Columns…',
} as const;

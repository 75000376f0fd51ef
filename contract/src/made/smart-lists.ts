import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { integer, optionalText, text } from '../values.ts';

/*
 * Queries that somebody keeps under a name, to be opened as they are then. Each person has their own. These calls are
 * this product's own; `/find_songs` answers what a list holds.
 */

/** A query and the name it is kept under. */
const smartList = z.object({
  name: text,
  query: text,
  /** Milliseconds since the epoch. */
  changed_at_ms: integer,
});
/** All that somebody keeps. */
export const smartLists = z.array(smartList);
export type SmartList = z.infer<typeof smartList>;

/** Queries that are kept. */
export const smartListEndpoints = {
  listSmartLists: endpoint({
    method: 'GET',
    path: '/smart_lists',
    access: 'user',
    summary: 'The queries that the user keeps, by name.',
    answer: smartLists,
  }),
  putSmartList: endpoint({
    method: 'PUT',
    path: '/smart_list/{name}',
    access: 'user',
    summary: 'Keeps a query under a name, in the place of the one of that name.',
    body: z.object({
      query: text.max(2000),
      /** What it was called so far: that name goes, and apps know it by the id it had. Nothing where there is no such one any more. */
      renamed_from: optionalText,
    }),
    bodyExample: { query: 'rating >= 4 -lastplayed:2026' },
    answer: 'empty',
    errors: ['invalid_query', 'invalid_smart_list'],
  }),
  deleteSmartList: endpoint({
    method: 'DELETE',
    path: '/smart_list/{name}',
    access: 'user',
    summary: 'Forgets a query that was kept.',
    answer: 'empty',
    errors: ['smart_list_not_found'],
  }),
} as const;

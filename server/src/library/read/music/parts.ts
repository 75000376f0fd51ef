import type { ListPage } from '../list-page.ts';
import type { Part } from './music-reading.ts';

/** The first column of a row. */
export const numberOf = (row: object | null): number =>
  row === null ? 0 : ((Object.values(row)[0] as number) ?? 0);

/** An empty list. */
export const nothing = { total: 0, entries: [] };

/** A page of a list that is there whole. */
export const cut = <Entry>(all: readonly Entry[], { offset, limit }: ListPage): Part<Entry> => ({
  total: all.length,
  entries: all.slice(offset, offset + limit),
});

/** SQLite takes -1 for no limit. */
export const limitOf = (limit: number): number => (Number.isFinite(limit) ? limit : -1);

/** Numbers of rows. */
export const numbersIn = (rows: readonly { readonly id: number }[]): number[] => rows.map(({ id }) => id);

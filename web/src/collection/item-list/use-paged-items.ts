import { type UseQueryResult, useQueries, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import type { CollectionItem, ItemPage, PagedList } from '../../api/collection.ts';
import type { ItemSpan } from './layout.ts';

/** A long list of the server, of which only the pages that are looked at are asked for. */
export interface PagedItems<Item = CollectionItem> {
  /** `pending` until the first page is there, `error` when it could not be loaded. */
  readonly status: 'pending' | 'error' | 'ready';
  readonly error: unknown;
  /** Length of the whole list. */
  readonly total: number;
  /** How many entries of it are folders, which come first; null where that is not told. */
  readonly folderCount: number | null;
  readonly firstPage: readonly Item[];
  /** Of a query in which a word was looked for as another. */
  readonly forgiven: ItemPage['forgiven'];
  /** The whole list, once every page of it was asked for and is there; else null. */
  readonly all: readonly Item[] | null;
  /** An item, or undefined while its page is on its way. */
  readonly itemAt: (index: number) => Item | undefined;
  /** Says which items are drawn; pages left behind are no longer waited for. */
  readonly show: (spans: readonly ItemSpan[]) => void;
  /** Loads items wherever they are, in the order asked for; those that are gone are left out. */
  readonly load: (indexes: readonly number[]) => Promise<readonly Item[]>;
  /** Whether a page beyond the first could not be loaded. */
  readonly hasGap: boolean;
  /** Asks again for what could not be loaded. */
  readonly retry: () => void;
}

/** Pages that are only passed over while the scroll bar is dragged are not asked for. */
const settleMs = 80;

/**
 * Reads a list page by page. `wantsAll` looks at the first page and says whether to ask for all the
 * others too. `list` has to stay the same object from one rendering to the next.
 */
export function usePagedItems<Item>(
  list: PagedList<Item>,
  wantsAll: (first: ItemPage<Item>) => boolean = never,
): PagedItems<Item> {
  const { pageSize } = list;
  const [shownPages, setShownPages] = useState<readonly number[]>(firstPageOnly);
  const queries = useQueryClient();
  const firstPage = queries.getQueryData(list.page(0).queryKey);
  const total = firstPage?.total ?? 0;
  const isWhole = firstPage !== undefined && wantsAll(firstPage);
  const pages = isWhole ? pagesOf([{ first: 0, last: Math.max(0, total - 1) }], pageSize) : shownPages;
  const results = useQueries({ queries: pages.map((page) => list.page(page)) });
  const byPage = new Map<number, ItemPage<Item>>();
  results.forEach(({ data }, index) => {
    const page = pages[index];
    if (data && page !== undefined) byPage.set(page, data);
  });
  const first = results[0];
  const failed = results.filter(({ isError, data }) => isError && !data);
  const retry = () => {
    for (const result of results) if (result.isError) void result.refetch();
  };
  return {
    status: statusOf(first),
    error: first?.error ?? null,
    total,
    folderCount: firstPage?.folderCount ?? null,
    firstPage: first?.data?.items ?? [],
    forgiven: firstPage?.forgiven,
    all: first?.data ? wholeList(byPage, total, pageSize) : null,
    itemAt: (index) => byPage.get(Math.floor(index / pageSize))?.items[index % pageSize],
    show: useShow(list, setShownPages),
    load: async (indexes) => {
      const wantedPages = new Set(indexes.map((index) => Math.floor(index / pageSize)));
      const found = new Map<number, ItemPage<Item>>();
      for (const page of wantedPages) found.set(page, await queries.fetchQuery(list.page(page)));
      const items = indexes.map((index) => found.get(Math.floor(index / pageSize))?.items[index % pageSize]);
      return items.filter((item) => item !== undefined);
    },
    hasGap: failed.length > 0 && Boolean(first?.data),
    retry,
  };
}

/** A list that is at hand whole. */
export const pagedWhole = <Item>(items: readonly Item[]): PagedItems<Item> => ({
  status: 'ready',
  error: null,
  total: items.length,
  folderCount: null,
  firstPage: items,
  forgiven: undefined,
  all: items,
  itemAt: (index) => items[index],
  show: () => {},
  load: async (indexes) => indexes.flatMap((index) => items[index] ?? []),
  hasGap: false,
  retry: () => {},
});

/** A list that is gone (404) is gone, also when an earlier answer is still at hand. */
function statusOf(first: UseQueryResult<unknown> | undefined): PagedItems['status'] {
  if (first?.error instanceof ApiError && first.error.status === 404) return 'error';
  if (first?.data) return 'ready';
  return first?.isError ? 'error' : 'pending';
}

const never = (): boolean => false;

/** Changes the pages asked for: at once when they are there already, else when the view has settled. */
function useShow<Item>(
  list: PagedList<Item>,
  setShownPages: (change: (now: readonly number[]) => readonly number[]) => void,
) {
  const queries = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(
    (spans: readonly ItemSpan[]) => {
      const pages = pagesOf(spans, list.pageSize);
      const apply = () => setShownPages((now) => (now.join() === pages.join() ? now : pages));
      clearTimeout(timer.current);
      if (pages.every((page) => queries.getQueryData(list.page(page).queryKey))) apply();
      else timer.current = setTimeout(apply, settleMs);
    },
    [queries, list, setShownPages],
  );
}

/** Lowest first. The first page tells how long the list is, so it is always among them. */
function pagesOf(spans: readonly ItemSpan[], pageSize: number): readonly number[] {
  const pages = new Set([0]);
  for (const { first, last } of spans) {
    for (let page = Math.floor(first / pageSize); page * pageSize <= last; page += 1) pages.add(page);
  }
  return [...pages].sort((a, b) => a - b);
}

const firstPageOnly: readonly number[] = [0];

function wholeList<Item>(
  byPage: ReadonlyMap<number, ItemPage<Item>>,
  total: number,
  pageSize: number,
): readonly Item[] | null {
  const items: Item[] = [];
  for (let page = 0; page * pageSize < total; page += 1) {
    const found = byPage.get(page);
    if (!found) return null;
    for (const item of found.items) items.push(item);
  }
  return items;
}

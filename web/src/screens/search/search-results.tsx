import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { listOf } from '../../api/collection.ts';
import { nameGroupsQuery } from '../../api/palette.ts';
import { type ListTools, useListTools } from '../../collection/arrange/use-list-tools.ts';
import type { ListItem } from '../../collection/item-actions/play-target.ts';
import type { PlayableList } from '../../collection/item-actions/verbs.ts';
import { ItemList } from '../../collection/item-list/item-list.tsx';
import type { ItemSpan } from '../../collection/item-list/layout.ts';
import type { StretchHeading } from '../../collection/item-list/stretch-heading.ts';
import { type PagedItems, usePagedItems } from '../../collection/item-list/use-paged-items.ts';
import { GapNotice } from '../../collection/parts/list-states.tsx';
import { PlayAll } from '../../collection/parts/play-all.tsx';
import { ScreenHeader } from '../../collection/parts/screen-header.tsx';
import { loadFrom, spansFrom } from '../../collection/parts/section-list.tsx';
import { SongsAmongOthers } from '../../collection/parts/songs-among-others.tsx';
import { useCollectionStatus } from '../../collection/parts/use-collection-status.ts';
import { useExpansion } from '../../collection/parts/use-expansion.ts';
import { listTexts } from '../../texts/lists.ts';
import { Button } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SearchX } from '../../ui/later-icons.ts';
import styles from './query-notes.module.css';
import { foldersAtHand, namedGroups, resultStretches } from './result-stretches.ts';
import { SaveSearch } from './save-search.tsx';
import type { ShownSearch } from './use-search.ts';

/** What was found: artists and albums by name, folders as covers, each two rows until asked for all, then songs. */
export function SearchResults({ shown }: { readonly shown: ShownSearch }): ReactNode {
  const { text: query, reading } = shown;
  const [exact, setExact] = useState<string>();
  const isExact = exact === query;
  const source = useMemo(
    () => listOf(reading === 'query' ? { kind: 'query', query, exact: isExact } : { kind: 'search', query }),
    [query, reading, isExact],
  );
  const tools = useListTools(`search ${query}`);
  const paged = usePagedItems(source, (first) => tools.wantsAll(first.total));
  const { groups, folders, folderCount, stretches, headings } = useResultGroups(query, paged);
  const { total } = paged;
  const list = useMemo(
    () => ({
      name: '',
      targets: [
        reading === 'query'
          ? ({ kind: 'query', query, exact: isExact } as const)
          : ({ kind: 'search', query } as const),
      ],
    }),
    [query, reading, isExact],
  );
  const { awaySources } = useCollectionStatus();
  if (paged.status !== 'ready') return null;
  const isEmpty = total === 0 && groups.every(({ items }) => items.length === 0);
  return (
    <>
      <div aria-live="polite">
        <ScreenHeader
          level={2}
          isQuiet
          title={listTexts.resultsFound(total, query)}
          actions={<Verbs {...{ query, list, total, tools }} />}
        />
        <Forgiven forgiven={paged.forgiven} onExact={() => setExact(query)} />
      </div>
      {isEmpty ? (
        <EmptyState icon={<SearchX />}>{listTexts.noResults}</EmptyState>
      ) : (
        <SongsAmongOthers
          tools={tools}
          paged={pastFirst(paged, folderCount)}
          label={listTexts.resultsFor(query)}
          awaySources={awaySources}
        >
          <Found {...{ query, groups, folders, folderCount, paged, stretches, headings, list }} />
        </SongsAmongOthers>
      )}
      {paged.hasGap && <GapNotice onRetry={paged.retry} />}
    </>
  );
}

/** What can be done with all that was found. */
function Verbs(props: {
  readonly query: string;
  readonly list: PlayableList;
  readonly total: number;
  readonly tools: ListTools;
}) {
  const { query, list, total, tools } = props;
  if (total === 0) return <SaveSearch query={query} />;
  return (
    <PlayAll label={query} list={list} tools={tools}>
      <SaveSearch query={query} />
    </PlayAll>
  );
}

/** What was found in its groups, and how they are laid out. */
function useResultGroups(query: string, paged: PagedItems) {
  const names = useQuery({ ...nameGroupsQuery(query), enabled: query !== '' }).data;
  const groups = useMemo(() => namedGroups(names), [names]);
  const expansion = useExpansion(query);
  const folderCount = folderCountOf(paged);
  const { total, firstPage } = paged;
  const folders = useMemo(
    () => foldersAtHand({ firstPage, folderCount, albums: names?.albums.entries }),
    [firstPage, folderCount, names],
  );
  const hiddenCount = folders === null ? 0 : folderCount - folders.length;
  const laid = useMemo(
    () =>
      resultStretches({
        groups,
        total: total - hiddenCount,
        folderCount: folderCount - hiddenCount,
        expansion,
      }),
    [groups, total, folderCount, hiddenCount, expansion],
  );
  return { groups, folders, folderCount, ...laid };
}

/** Everything found, as one list: names first, then folders and songs, which are read page by page. */
function Found(props: {
  readonly query: string;
  readonly groups: ReturnType<typeof namedGroups>;
  /** Folders to show, or null where they are read page by page as the songs are. */
  readonly folders: readonly ListItem[] | null;
  readonly folderCount: number;
  readonly paged: PagedItems;
  readonly stretches: ReturnType<typeof resultStretches>['stretches'];
  readonly headings: Readonly<Record<string, StretchHeading>>;
  readonly list: PlayableList;
}): ReactNode {
  const { query, groups, folders, folderCount, paged, stretches, headings, list } = props;
  const { awaySources } = useCollectionStatus();
  const atHand = useMemo(
    () => [...groups.flatMap(({ items }) => items), ...(folders ?? [])],
    [groups, folders],
  );
  const rest = useMemo(
    () => (folders === null ? paged : pastFirst(paged, folderCount)),
    [folders, paged, folderCount],
  );
  const { show } = paged;
  const before = atHand.length;
  const skipped = folders === null ? 0 : folderCount;
  const onShow = useCallback(
    (spans: readonly ItemSpan[]) =>
      show(
        spansFrom(before, spans).map(({ first, last }) => ({ first: first + skipped, last: last + skipped })),
      ),
    [show, before, skipped],
  );
  return (
    <ItemList
      label={listTexts.resultsFor(query)}
      stretches={stretches}
      headings={headings}
      itemAt={(index) => (index < before ? atHand[index] : rest.itemAt(index - before))}
      loadItems={(indexes) => loadFrom(atHand, rest, indexes)}
      onShow={onShow}
      plays={list}
      awaySources={awaySources}
    />
  );
}

/** That another word was looked for, and the way to what was typed. */
function Forgiven(props: {
  readonly forgiven: PagedItems['forgiven'];
  readonly onExact: () => void;
}): ReactNode {
  const { forgiven, onExact } = props;
  if (!forgiven) return null;
  return (
    <p className={styles['note']}>
      {listTexts.forgiven(forgiven.typed, forgiven.used)}{' '}
      <Button variant="quiet" onClick={onExact}>
        {listTexts.searchExactly(forgiven.typed)}
      </Button>
    </p>
  );
}

/** How many of the results are folders: as the server says, else as the first page shows. */
function folderCountOf({ firstPage, folderCount, total }: PagedItems): number {
  const firstSong = firstPage.findIndex(({ variant }) => variant === 'Song');
  return folderCount ?? (firstSong < 0 ? total : firstSong);
}

/** A list without its first entries. */
const pastFirst = (paged: PagedItems, count: number): PagedItems => ({
  ...paged,
  total: paged.total - count,
  firstPage: paged.firstPage.slice(count),
  all: paged.all?.slice(count) ?? null,
  itemAt: (index) => paged.itemAt(index + count),
  load: (indexes) => paged.load(indexes.map((index) => index + count)),
});

import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { listOf } from '../../api/collection.ts';
import { nameGroupsQuery } from '../../api/palette.ts';
import { ItemList } from '../../collection/item-list/item-list.tsx';
import type { ItemSpan } from '../../collection/item-list/layout.ts';
import type { StretchHeading } from '../../collection/item-list/stretch-heading.ts';
import { type PagedItems, usePagedItems } from '../../collection/item-list/use-paged-items.ts';
import { GapNotice } from '../../collection/parts/list-states.tsx';
import { PlayAll } from '../../collection/parts/play-all.tsx';
import { ScreenHeader } from '../../collection/parts/screen-header.tsx';
import { loadFrom, spansFrom } from '../../collection/parts/section-list.tsx';
import { useCollectionStatus } from '../../collection/parts/use-collection-status.ts';
import { useExpansion } from '../../collection/parts/use-expansion.ts';
import { texts } from '../../texts/index.ts';
import { listTexts } from '../../texts/lists.ts';
import { Button } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SearchX } from '../../ui/icons.ts';
import styles from './query-notes.module.css';
import { namedGroups, resultStretches } from './result-stretches.ts';
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
  const paged = usePagedItems(source);
  const names = useQuery({ ...nameGroupsQuery(query), enabled: query !== '' }).data;
  const groups = useMemo(() => namedGroups(names), [names]);
  const expansion = useExpansion(query);
  const folderCount = folderCountOf(paged);
  const { total } = paged;
  const { stretches, headings } = useMemo(
    () => resultStretches({ groups, total, folderCount, expansion }),
    [groups, total, folderCount, expansion],
  );
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
  const { collection } = texts;
  if (paged.status !== 'ready') return null;
  const isEmpty = total === 0 && groups.every(({ items }) => items.length === 0);
  return (
    <>
      <div aria-live="polite">
        <ScreenHeader
          level={2}
          isQuiet
          title={collection.resultsFound(total, query)}
          actions={
            total > 0 ? (
              <PlayAll label={query} list={list}>
                <SaveSearch query={query} />
              </PlayAll>
            ) : (
              <SaveSearch query={query} />
            )
          }
        />
        <Forgiven forgiven={paged.forgiven} onExact={() => setExact(query)} />
      </div>
      {isEmpty ? (
        <EmptyState icon={<SearchX />}>{listTexts.noResults}</EmptyState>
      ) : (
        <Found {...{ query, groups, paged, stretches, headings, list }} />
      )}
      {paged.hasGap && <GapNotice onRetry={paged.retry} />}
    </>
  );
}

/** Everything found, as one list: names first, then folders and songs, which are read page by page. */
function Found(props: {
  readonly query: string;
  readonly groups: ReturnType<typeof namedGroups>;
  readonly paged: PagedItems;
  readonly stretches: ReturnType<typeof resultStretches>['stretches'];
  readonly headings: Readonly<Record<string, StretchHeading>>;
  readonly list: Parameters<typeof PlayAll>[0]['list'];
}): ReactNode {
  const { query, groups, paged, stretches, headings, list } = props;
  const { awaySources } = useCollectionStatus();
  const named = useMemo(() => groups.flatMap(({ items }) => items), [groups]);
  const { show } = paged;
  const before = named.length;
  const onShow = useCallback((spans: readonly ItemSpan[]) => show(spansFrom(before, spans)), [show, before]);
  return (
    <ItemList
      label={texts.collection.resultsFor(query)}
      stretches={stretches}
      headings={headings}
      itemAt={(index) => (index < before ? named[index] : paged.itemAt(index - before))}
      loadItems={(indexes) => loadFrom(named, paged, indexes)}
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

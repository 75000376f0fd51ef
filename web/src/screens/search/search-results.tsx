import { type ReactNode, useMemo, useState } from 'react';
import { listOf } from '../../api/collection.ts';
import { ItemList } from '../../collection/item-list/item-list.tsx';
import type { StretchHeading } from '../../collection/item-list/stretch-heading.ts';
import { type PagedItems, usePagedItems } from '../../collection/item-list/use-paged-items.ts';
import { GapNotice } from '../../collection/parts/list-states.tsx';
import { PlayAll } from '../../collection/parts/play-all.tsx';
import { ScreenHeader } from '../../collection/parts/screen-header.tsx';
import { useCollectionStatus } from '../../collection/parts/use-collection-status.ts';
import { texts } from '../../texts/index.ts';
import { listTexts } from '../../texts/lists.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SearchX } from '../../ui/icons.ts';
import { resultStretches } from './result-stretches.ts';

/** What was found: folders and albums as covers, two rows of them until asked for all, then songs. */
export function SearchResults({ query }: { readonly query: string }): ReactNode {
  const source = useMemo(() => listOf({ kind: 'search', query }), [query]);
  const paged = usePagedItems(source);
  const { awaySources } = useCollectionStatus();
  const [isExpanded, setIsExpanded] = useExpansion(query);
  const folderCount = folderCountOf(paged);
  const { total } = paged;
  const stretches = useMemo(
    () => resultStretches({ total, folderCount, isExpanded }),
    [total, folderCount, isExpanded],
  );
  const list = useMemo(() => ({ name: '', targets: [{ kind: 'search', query } as const] }), [query]);
  const { collection } = texts;
  if (paged.status !== 'ready') return null;
  const headings: Record<string, StretchHeading> = {
    'folders-heading': {
      text: listTexts.foldersAndAlbums,
      expansion: {
        label: isExpanded ? listTexts.showFewer : listTexts.showAll(folderCount),
        onSelect: () => setIsExpanded(!isExpanded),
      },
    },
    'songs-heading': { text: collection.songs },
  };
  return (
    <>
      <div aria-live="polite">
        <ScreenHeader
          level={2}
          isQuiet
          title={collection.resultsFound(total, query)}
          actions={total > 0 && <PlayAll label={query} list={list} />}
        />
      </div>
      {total === 0 ? (
        <EmptyState icon={<SearchX />}>{listTexts.noResults}</EmptyState>
      ) : (
        <ItemList
          label={collection.resultsFor(query)}
          stretches={stretches}
          headings={headings}
          itemAt={paged.itemAt}
          loadItems={paged.load}
          onShow={paged.show}
          plays={list}
          awaySources={awaySources}
        />
      )}
      {paged.hasGap && <GapNotice onRetry={paged.retry} />}
    </>
  );
}

/** How many of the results are folders: as the server says, else as the first page shows. */
function folderCountOf({ firstPage, folderCount, total }: PagedItems): number {
  const firstSong = firstPage.findIndex(({ variant }) => variant === 'Song');
  return folderCount ?? (firstSong < 0 ? total : firstSong);
}

/** Whether all covers of a search are shown; kept in the entry of the history, for Back. */
function useExpansion(query: string): readonly [boolean, (isExpanded: boolean) => void] {
  const [expanded, setExpanded] = useState(() => {
    const state = window.history.state as { expanded?: unknown } | null;
    return typeof state?.expanded === 'string' ? state.expanded : null;
  });
  const change = (isExpanded: boolean) => {
    const changed = isExpanded ? query : null;
    window.history.replaceState({ ...(window.history.state as object | null), expanded: changed }, '');
    setExpanded(changed);
  };
  return [expanded === query, change];
}

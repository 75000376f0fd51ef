import type { ReactNode } from 'react';
import { ListSkeleton, LoadFailure } from '../../collection/parts/list-states.tsx';
import { listTexts } from '../../texts/lists.ts';
import { PictureHoldContext } from '../../ui/cover/picture-hold.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Search } from '../../ui/icons.ts';
import { Screen } from '../../ui/screen.tsx';
import { QueryFaultNote } from './query-fault-note.tsx';
import { SearchForm } from './search-form.tsx';
import { SearchResults } from './search-results.tsx';
import { useSearch } from './use-search.ts';

/** Searches while one types; 'Find' and Enter at once. `query` is that of the address. */
export function SearchScreen({ query }: { readonly query: string }): ReactNode {
  const search = useSearch(query);
  return (
    <Screen>
      <h1 className="visually-hidden">{listTexts.search}</h1>
      <SearchForm text={search.text} onType={search.type} onFind={search.find} isAutoFocused={query === ''} />
      {search.fault !== null && <QueryFaultNote text={search.text} fault={search.fault} />}
      {search.error !== null && <LoadFailure error={search.error} onRetry={search.retry} />}
      {search.isWaiting && <ListSkeleton kind="rows" />}
      {search.text.trim() === '' && <EmptyState icon={<Search />}>{listTexts.searchHelp}</EmptyState>}
      {search.shown.text !== '' && search.error === null && (
        <PictureHoldContext.Provider value={search.pictures}>
          <SearchResults key={search.shown.reading} shown={search.shown} />
        </PictureHoldContext.Provider>
      )}
    </Screen>
  );
}

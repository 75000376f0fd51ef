import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { itemFromDirectory, randomQuery } from '../../api/collection.ts';
import { ItemList } from '../../collection/item-list/item-list.tsx';
import type { Stretch } from '../../collection/item-list/layout.ts';
import { forgetView } from '../../collection/item-list/view-memory.ts';
import { GapNotice, ListSkeleton, LoadFailure } from '../../collection/parts/list-states.tsx';
import { NoAlbums } from '../../collection/parts/no-albums.tsx';
import { ScreenHeader } from '../../collection/parts/screen-header.tsx';
import { useCollectionStatus } from '../../collection/parts/use-collection-status.ts';
import { texts } from '../../texts/index.ts';
import { Button } from '../../ui/controls/button.tsx';
import { RefreshCw } from '../../ui/icons.ts';
import { Screen } from '../../ui/screen.tsx';

/** Albums by chance. 'More' draws again; coming back finds the same ones. */
export function RandomScreen(): ReactNode {
  const query = useQuery(randomQuery());
  const { awaySources } = useCollectionStatus();
  const items = useMemo(() => (query.data ?? []).map(itemFromDirectory), [query.data]);
  const stretches = useMemo(
    (): readonly Stretch[] => [{ key: 'albums', kind: 'cards', itemCount: items.length }],
    [items.length],
  );
  const draw = () => {
    forgetView();
    void query.refetch();
  };
  return (
    <Screen>
      <ScreenHeader
        title={texts.collection.random}
        actions={
          <Button icon={<RefreshCw />} onClick={draw} aria-busy={query.isFetching}>
            {texts.collection.more}
          </Button>
        }
      />
      {query.isPending && <ListSkeleton kind="cards" />}
      {query.isError && items.length === 0 && <LoadFailure error={query.error} onRetry={draw} />}
      {query.isSuccess && items.length === 0 && <NoAlbums />}
      {items.length > 0 && (
        <ItemList
          key={query.dataUpdatedAt}
          label={texts.collection.randomAlbums}
          stretches={stretches}
          itemAt={(index) => items[index]}
          awaySources={awaySources}
        />
      )}
      {query.isError && items.length > 0 && <GapNotice onRetry={draw} />}
    </Screen>
  );
}

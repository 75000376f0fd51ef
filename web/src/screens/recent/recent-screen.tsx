import { type ReactNode, useMemo } from 'react';
import { listOf } from '../../api/collection.ts';
import { ItemList } from '../../collection/item-list/item-list.tsx';
import type { Stretch } from '../../collection/item-list/layout.ts';
import { usePagedItems } from '../../collection/item-list/use-paged-items.ts';
import { GapNotice, ListSkeleton, LoadFailure } from '../../collection/parts/list-states.tsx';
import { NoAlbums } from '../../collection/parts/no-albums.tsx';
import { ScreenHeader } from '../../collection/parts/screen-header.tsx';
import { useCollectionStatus } from '../../collection/parts/use-collection-status.ts';
import { texts } from '../../texts/index.ts';
import { Screen } from '../../ui/screen.tsx';

const source = listOf({ kind: 'recent' });

/** Albums by when they entered the collection, newest first, as far back as one scrolls. */
export function RecentScreen(): ReactNode {
  const paged = usePagedItems(source);
  const { awaySources } = useCollectionStatus();
  const { total, status } = paged;
  const stretches = useMemo(
    (): readonly Stretch[] => [{ key: 'albums', kind: 'cards', itemCount: total }],
    [total],
  );
  return (
    <Screen>
      <ScreenHeader title={texts.collection.recent} />
      {status === 'pending' && <ListSkeleton kind="cards" />}
      {status === 'error' && <LoadFailure error={paged.error} onRetry={paged.retry} />}
      {status === 'ready' && total === 0 && <NoAlbums />}
      {total > 0 && (
        <ItemList
          label={texts.collection.recent}
          stretches={stretches}
          itemAt={paged.itemAt}
          loadItems={paged.load}
          onShow={paged.show}
          awaySources={awaySources}
        />
      )}
      {paged.hasGap && <GapNotice onRetry={paged.retry} />}
    </Screen>
  );
}

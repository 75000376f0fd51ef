import type { LetterPlaces } from '@tonearm/contract';
import { type ReactNode, useMemo, useRef } from 'react';
import type { ListItem } from '../item-actions/play-target.ts';
import { ItemList, type ItemListReach } from '../item-list/item-list.tsx';
import type { Stretch } from '../item-list/layout.ts';
import type { PagedItems } from '../item-list/use-paged-items.ts';
import { LetterRail } from './letter-rail.tsx';
import { GapNotice, ListSkeleton, LoadFailure } from './list-states.tsx';
import { useCollectionStatus } from './use-collection-status.ts';

/** A long list of one look, in each of its states. */
export function PagedItemList(props: {
  /** Names the list for who listens; under another name it is another list, from its top. */
  readonly label: string;
  readonly paged: PagedItems<ListItem>;
  readonly kind: 'rows' | 'cards';
  /** Stands where entries would be. */
  readonly empty: ReactNode;
  /** Least width of a card. */
  readonly cardWidthRem?: number;
  /** Where letters begin, for the rail above the list; none without. */
  readonly letters?: LetterPlaces | undefined;
}): ReactNode {
  const { label, paged, kind, empty, cardWidthRem } = props;
  const { awaySources } = useCollectionStatus();
  const { total, status } = paged;
  const stretches = useMemo((): readonly Stretch[] => [{ key: kind, kind, itemCount: total }], [kind, total]);
  const { letters = [] } = props;
  const reach = useRef<ItemListReach>(null);
  if (status === 'pending') return <ListSkeleton kind={kind} />;
  if (status === 'error') return <LoadFailure error={paged.error} onRetry={paged.retry} />;
  if (total === 0) return empty;
  return (
    <>
      {letters.length > 1 && <LetterRail letters={letters} reach={reach} />}
      <ItemList
        reach={reach}
        label={label}
        stretches={stretches}
        itemAt={paged.itemAt}
        loadItems={paged.load}
        onShow={paged.show}
        awaySources={awaySources}
        {...(cardWidthRem !== undefined && { cardWidthRem })}
      />
      {paged.hasGap && <GapNotice onRetry={paged.retry} />}
    </>
  );
}

import type { LetterPlaces } from '@tonearm/contract';
import { type ReactNode, useMemo, useRef } from 'react';
import { ArrangeableList } from '../arrange/arrangeable-list.tsx';
import type { ListTools } from '../arrange/use-list-tools.ts';
import type { ListItem } from '../item-actions/play-target.ts';
import type { PlayableList } from '../item-actions/verbs.ts';
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
  /** What plays when a song is played with all that follows it; the song alone unless told. */
  readonly plays?: PlayableList;
  /** Filter and order of the list, for which it is to be read whole when they want it. */
  readonly tools?: ListTools;
  /** False where the screen has orders of its own. */
  readonly isSortable?: boolean;
}): ReactNode {
  const { paged, kind, empty, tools, isSortable = true } = props;
  const { total, status } = paged;
  if (status === 'pending') return <ListSkeleton kind={kind} />;
  if (status === 'error') return <LoadFailure error={paged.error} onRetry={paged.retry} />;
  if (total === 0) return empty;
  if (!tools) return <ReadyList {...props} />;
  return (
    <ArrangeableList tools={tools} paged={paged} isSortable={isSortable}>
      {(shown) => {
        const plays = shown.plays ?? props.plays;
        // Letters lead through the order that the list has by itself.
        const letters = tools.isArranged ? undefined : props.letters;
        return <ReadyList {...props} paged={shown.paged} letters={letters} {...(plays && { plays })} />;
      }}
    </ArrangeableList>
  );
}

function ReadyList(props: Parameters<typeof PagedItemList>[0]): ReactNode {
  const { label, paged, kind, plays, cardWidthRem, letters = [] } = props;
  const { awaySources } = useCollectionStatus();
  const { total } = paged;
  const stretches = useMemo((): readonly Stretch[] => [{ key: kind, kind, itemCount: total }], [kind, total]);
  const reach = useRef<ItemListReach>(null);
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
        {...(plays && { plays })}
        {...(cardWidthRem !== undefined && { cardWidthRem })}
      />
      {paged.hasGap && <GapNotice onRetry={paged.retry} />}
    </>
  );
}

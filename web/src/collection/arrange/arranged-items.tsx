import { type ReactNode, useMemo } from 'react';
import { toolTexts } from '../../texts/list-tools.ts';
import { NothingLeft } from '../filter/nothing-left.tsx';
import type { ListItem } from '../item-actions/play-target.ts';
import type { PlayableList } from '../item-actions/verbs.ts';
import type { ItemSpan } from '../item-list/layout.ts';
import { type PagedItems, pagedWhole } from '../item-list/use-paged-items.ts';
import { ListSkeleton } from '../parts/list-states.tsx';
import { arrangedPlaces } from './arrange.ts';
import { ListToolsBar } from './list-tools-bar.tsx';
import { type ListTools, mostArranged } from './use-list-tools.ts';

/** A list as somebody wants to see it. */
export interface ArrangedList {
  readonly paged: PagedItems<ListItem>;
  /** What plays from a song on: what is shown, in the order it is shown; undefined for the list itself. */
  readonly plays: PlayableList | undefined;
  /** Where the entries shown stand in the list itself. */
  readonly spansOf: (spans: readonly ItemSpan[]) => readonly ItemSpan[];
}

/** Properties of the tools and the list below them. */
export interface ArrangedItemsProps {
  readonly tools: ListTools;
  readonly paged: PagedItems<ListItem>;
  /** False where the screen has orders of its own. */
  readonly isSortable?: boolean;
  readonly children: (list: ArrangedList) => ReactNode;
}

/** The tools of a list, and below them the list as they are set. */
export function ArrangedItems({ tools, paged, isSortable = true, children }: ArrangedItemsProps): ReactNode {
  const { arrangement, isArranged: isOther } = tools;
  const isTooLong = isOther && paged.all === null && paged.total > mostArranged;
  const places = usePlaces(isOther ? paged.all : null, arrangement);
  const shownCount = places?.length ?? paged.total;
  return (
    <>
      <ListToolsBar
        tools={tools}
        isSortable={isSortable}
        shownCount={isOther ? shownCount : null}
        total={paged.total}
      />
      {isTooLong && <p>{toolTexts.tooLong(mostArranged)}</p>}
      {contentsOf()}
    </>
  );

  function contentsOf(): ReactNode {
    if (!isOther || isTooLong) return children({ paged, plays: undefined, spansOf: (spans) => spans });
    const { all } = paged;
    if (all === null || places === null) return <ListSkeleton kind="rows" />;
    if (places.length === 0) return <NothingLeft />;
    const shown = places.flatMap((place) => all[place] ?? []);
    const songs = shown.flatMap((item) => (item.variant === 'Song' ? [item.fields] : []));
    return children({
      paged: pagedWhole(shown),
      plays: { name: '', targets: [{ kind: 'songs', songs }] },
      spansOf: (spans) =>
        spans.flatMap(({ first, last }) =>
          places.slice(first, last + 1).map((place) => ({ first: place, last: place })),
        ),
    });
  }
}

function usePlaces(all: PagedItems<ListItem>['all'], { filter, sort }: ListTools['arrangement']) {
  return useMemo(() => all && arrangedPlaces(all, { filter, sort }), [all, filter, sort]);
}

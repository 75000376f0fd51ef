import { type ReactNode, useMemo } from 'react';
import { ArrangeableList } from '../arrange/arrangeable-list.tsx';
import type { ListTools } from '../arrange/use-list-tools.ts';
import type { ListItem } from '../item-actions/play-target.ts';
import type { PlayableList } from '../item-actions/verbs.ts';
import { ItemList } from '../item-list/item-list.tsx';
import type { Stretch } from '../item-list/layout.ts';
import type { PagedItems } from '../item-list/use-paged-items.ts';

/** Songs that stand among other things, or by disc; rows of their own as soon as they are filtered or sorted. */
export function SongsAmongOthers(props: {
  readonly tools: ListTools;
  readonly paged: PagedItems;
  /** Names the rows for who listens. */
  readonly label: string;
  readonly awaySources: readonly string[];
  /** The songs and what stands beside them, as they are. */
  readonly children: ReactNode;
}): ReactNode {
  const { tools, paged, children, ...rest } = props;
  return (
    <ArrangeableList tools={tools} paged={paged}>
      {(shown) => (shown.plays ? <Rows {...rest} paged={shown.paged} plays={shown.plays} /> : children)}
    </ArrangeableList>
  );
}

function Rows(props: {
  readonly label: string;
  readonly awaySources: readonly string[];
  readonly paged: PagedItems<ListItem>;
  readonly plays: PlayableList;
}) {
  const { paged, ...rest } = props;
  const { total } = paged;
  const stretches = useMemo(
    (): readonly Stretch[] => [{ key: 'songs', kind: 'rows', itemCount: total }],
    [total],
  );
  return <ItemList {...rest} stretches={stretches} itemAt={paged.itemAt} loadItems={paged.load} />;
}

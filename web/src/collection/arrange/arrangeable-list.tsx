import type { ReactNode } from 'react';
import { texts } from '../../texts/index.ts';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { ListFilter } from '../../ui/icons.ts';
import { overlay } from '../../ui/layers/overlay.tsx';
import { useFilterKey } from '../filter/use-filter-key.ts';
import type { ItemSpan } from '../item-list/layout.ts';
import type { ArrangedItemsProps } from './arranged-items.tsx';
import type { ListTools } from './use-list-tools.ts';

const ArrangedItems = overlay<ArrangedItemsProps>(
  async () => (await import('./arranged-items.tsx')).ArrangedItems,
  ({ tools }) => tools.toggle(),
);

/** A list that can be filtered and sorted: as it is while its tools are closed. `F` opens them. */
export function ArrangeableList(props: ArrangedItemsProps): ReactNode {
  const { tools, paged, children } = props;
  useFilterKey(tools.callFilter);
  if (tools.isOpen) return <ArrangedItems {...props} />;
  return children({ paged, plays: undefined, spansOf: asTheyAre });
}

const asTheyAre = (spans: readonly ItemSpan[]) => spans;

/** The button that opens and closes the tools of a list. */
export const ListToolsButton = ({
  tools,
  className,
}: {
  readonly tools: ListTools;
  readonly className?: string | undefined;
}) => (
  <IconButton
    className={className}
    label={texts.collection.filterAndSort}
    icon={<ListFilter />}
    aria-pressed={tools.isOpen}
    onClick={tools.toggle}
  />
);

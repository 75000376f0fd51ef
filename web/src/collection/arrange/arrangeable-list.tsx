import { type ReactNode, useEffect } from 'react';
import { areShortcutsOn } from '../../storage/shortcut-setting.ts';
import { listTexts } from '../../texts/lists.ts';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { ListFilter } from '../../ui/icons.ts';
import { overlay } from '../../ui/layers/overlay.tsx';
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
export const ListToolsButton = ({ tools }: { readonly tools: ListTools }) => (
  <IconButton
    label={listTexts.filterAndSort}
    icon={<ListFilter />}
    aria-pressed={tools.isOpen}
    onClick={tools.toggle}
  />
);

/** Where typing means text, and where a key belongs to what is open. */
const ownKeysSelector = 'input, textarea, select, [contenteditable], [role=menu], dialog[open]';

function useFilterKey(onKey: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const target = event.target instanceof Element ? event.target : null;
      const hasModifier = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
      if (event.key.toLowerCase() !== 'f' || hasModifier || event.defaultPrevented) return;
      if (target?.closest(ownKeysSelector) || !areShortcutsOn()) return;
      event.preventDefault();
      onKey();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [onKey]);
}

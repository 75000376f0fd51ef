import { texts } from '../../texts/index.ts';
import { Ellipsis } from '../icons.ts';
import type { ListItem } from '../item-actions/play-target.ts';
import styles from './item-list.module.css';
import { itemTitle } from './item-names.ts';

/**
 * Opens the menu where there is no second mouse button and no key for it. The list around it handles
 * the press; the keyboard has Shift+F10, so it is no Tab stop.
 */
export function MoreButton(props: { readonly item: ListItem } | { readonly label: string }) {
  const label = texts.collection.actionsFor('item' in props ? itemTitle(props.item) : props.label);
  return (
    <button
      type="button"
      tabIndex={-1}
      className={styles['more']}
      aria-label={label}
      title={label}
      data-more=""
    >
      <Ellipsis />
    </button>
  );
}

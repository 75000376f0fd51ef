import type { ReactNode } from 'react';
import styles from './link-list.module.css';

/** Names that lead somewhere, side by side, as few words of a page. Nothing without links. */
export function LinkList(props: {
  /** Names the list for who listens. */
  readonly label: string;
  readonly links: readonly { readonly href: string; readonly text: string }[];
}): ReactNode {
  const { label, links } = props;
  if (links.length === 0) return null;
  return (
    <ul className={styles['links']} aria-label={label}>
      {links.map(({ href, text }) => (
        <li key={href}>
          <a href={href} className={styles['link']} dir="auto">
            {text}
          </a>
        </li>
      ))}
    </ul>
  );
}

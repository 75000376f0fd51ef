import type { ReactNode } from 'react';
import styles from './screen.module.css';

/** The room of a screen in the main pane: the same margins and rhythm everywhere. */
export function Screen({ children }: { readonly children: ReactNode }) {
  return <div className={styles['screen']}>{children}</div>;
}

/** The one top heading of a screen. */
export function ScreenTitle({ children }: { readonly children: ReactNode }) {
  return (
    <h1 className={styles['title']} dir="auto">
      {children}
    </h1>
  );
}

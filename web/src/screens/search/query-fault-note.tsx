import type { ReactNode } from 'react';
import styles from './query-notes.module.css';

/** Where what is typed is no query, and what would make it one. */
export function QueryFaultNote(props: {
  readonly text: string;
  readonly fault: { readonly at: number; readonly detail: string };
}): ReactNode {
  const { text, fault } = props;
  // The text was sent without the blanks before it.
  const at = fault.at + text.length - text.trimStart().length;
  return (
    <div className={styles['note']}>
      <p className={styles['query']} dir="auto" aria-hidden="true">
        {text.slice(0, at)}
        <mark className={styles['place']}>{text.slice(at, at + 1) || '\u00a0'}</mark>
        {text.slice(at + 1)}
      </p>
      <p role="status">{fault.detail}</p>
    </div>
  );
}

import { type ReactNode, useId } from 'react';
import styles from './section.module.css';

/** A part of a settings tab under its own heading. */
export function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId();
  return (
    <section className={styles['section']} aria-labelledby={id}>
      <h2 id={id} className={styles['title']}>
        {title}
      </h2>
      {children}
    </section>
  );
}

/** The sections of a tab, one below the other. */
export function Sections({ children }: { readonly children: ReactNode }) {
  return <div className={styles['sections']}>{children}</div>;
}

/** A sentence about what went wrong, read out when it appears. */
export function Problem({ children }: { readonly children: ReactNode }) {
  return (
    <p role="alert" className={styles['problem']}>
      {children}
    </p>
  );
}

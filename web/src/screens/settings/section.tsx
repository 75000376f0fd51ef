import { type ReactNode, useId } from 'react';
import styles from './section.module.css';

/** Properties of a section. */
export interface SectionProps {
  readonly title: string;
  /** Keeps the heading for screen readers only, where the tab above says the same. */
  readonly isTitleHidden?: boolean;
  readonly children: ReactNode;
}

/** A part of a settings tab under its own heading. */
export function Section({ title, isTitleHidden = false, children }: SectionProps) {
  const id = useId();
  return (
    <section className={styles['section']} aria-labelledby={id}>
      <h2 id={id} className={isTitleHidden ? 'visually-hidden' : styles['title']}>
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

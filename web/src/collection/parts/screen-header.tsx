import type { ReactNode } from 'react';
import { classNames } from '../../ui/class-names.ts';
import styles from './screen-header.module.css';

/** Properties of the head of a collection screen. */
export interface ScreenHeaderProps {
  /** The big line. */
  readonly title: string;
  /** 1 where it is the one top heading of the screen; 2 where one stands above it. */
  readonly level?: 1 | 2;
  readonly subtitle?: ReactNode;
  /** Counts and years, below. */
  readonly detail?: ReactNode;
  /** A cover, large, before the words. */
  readonly art?: ReactNode;
  /** Buttons. */
  readonly actions?: ReactNode;
  /** Smaller, where what follows matters more than the words. */
  readonly isQuiet?: boolean;
}

/** Name, artist, figures and buttons of what a screen shows; with a cover, a stage for an album. */
export function ScreenHeader(props: ScreenHeaderProps) {
  const { title, level = 1, subtitle, detail, art, actions, isQuiet = false } = props;
  const Heading = level === 1 ? 'h1' : 'h2';
  return (
    <header className={art ? styles['stage'] : styles['header']}>
      {art && <div className={styles['art']}>{art}</div>}
      <div className={styles['words']}>
        <Heading
          className={classNames(styles['clamped'], isQuiet ? styles['quietTitle'] : styles['title'])}
          dir="auto"
          title={title}
        >
          {title}
        </Heading>
        {subtitle && (
          <p className={styles['subtitle']} dir="auto">
            {subtitle}
          </p>
        )}
        {detail && <p className={styles['detail']}>{detail}</p>}
      </div>
      {actions && <div className={styles['actions']}>{actions}</div>}
    </header>
  );
}

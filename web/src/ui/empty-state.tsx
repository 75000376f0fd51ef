import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

/** Properties of an empty state. */
export interface EmptyStateProps {
  /** Decoration. */
  readonly icon?: ReactNode;
  /** What happened, in one sentence. */
  readonly children: ReactNode;
  /** The one thing to do about it: a button or a link. */
  readonly action?: ReactNode;
  /** Read out at once, for what went wrong. */
  readonly isError?: boolean;
}

/** What stands where there is nothing to show: what happened, and one action. */
export function EmptyState({ icon, children, action, isError = false }: EmptyStateProps) {
  return (
    <div className={styles['state']} role={isError ? 'alert' : undefined}>
      {icon !== undefined && (
        <div className={styles['icon']} aria-hidden="true">
          {icon}
        </div>
      )}
      <p className={styles['sentence']}>{children}</p>
      {action}
    </div>
  );
}

import type { ReactNode } from 'react';
import { isUnreachable } from '../../api/api-error.ts';
import { texts } from '../../texts/index.ts';
import { Button } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { RefreshCw, TriangleAlert, WifiOff } from '../../ui/icons.ts';
import styles from './list-states.module.css';

/** What a list that could not be loaded says, and the way to try again. */
export function LoadFailure({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  const isOffline = isUnreachable(error);
  return (
    <EmptyState
      isError
      icon={isOffline ? <WifiOff /> : <TriangleAlert />}
      action={
        <Button icon={<RefreshCw />} onClick={onRetry}>
          {texts.app.tryAgain}
        </Button>
      }
    >
      {isOffline ? texts.app.unreachable : texts.collection.loadFailed}
    </EmptyState>
  );
}

/** Says that a part of a long list is missing; stays in view while the list scrolls. */
export function GapNotice({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <div className={styles['gap']} role="alert">
      {texts.collection.loadFailed}
      <Button variant="quiet" onClick={onRetry}>
        {texts.app.tryAgain}
      </Button>
    </div>
  );
}

/** Grey shapes where rows or covers will be; seen only when loading takes longer than 150 ms. */
export function ListSkeleton({ kind }: { readonly kind: 'rows' | 'cards' }): ReactNode {
  const shapeCount = kind === 'cards' ? 15 : 10;
  return (
    <div role="status">
      <span className="visually-hidden">{texts.app.loading}</span>
      <div className={styles[kind]} aria-hidden="true">
        {[...Array(shapeCount).keys()].map((shape) => (
          <div key={shape} className={styles['shape']} />
        ))}
      </div>
    </div>
  );
}

import { type ReactNode, useEffect } from 'react';
import { ApiError, isUnreachable } from '../../api/api-error.ts';
import { texts } from '../../texts/index.ts';
import { Button } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Disc3, RefreshCw, TriangleAlert, WifiOff } from '../../ui/icons.ts';
import styles from './list-states.module.css';

/** How often a list is asked for again that the server says will be there in a moment, in milliseconds. */
const askAgainMs = 5_000;

interface FailureProps {
  readonly error: unknown;
  readonly onRetry: () => void;
}

/** What a list that could not be loaded says, and the way to try again. */
export function LoadFailure({ error, onRetry }: FailureProps) {
  if (error instanceof ApiError && error.code === 'unavailable') return <NotReady onRetry={onRetry} />;
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

/** The collection is being made anew: the list comes by itself. */
function NotReady({ onRetry }: Pick<FailureProps, 'onRetry'>) {
  useEffect(() => {
    const timer = setInterval(onRetry, askAgainMs);
    return () => clearInterval(timer);
  }, [onRetry]);
  return <EmptyState icon={<Disc3 />}>{texts.collection.notReady}</EmptyState>;
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

import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Screen } from '../../ui/screen.tsx';
import { ListSkeleton } from './list-states.tsx';
import { useSubjectTitle } from './use-subject-title.ts';
import { WholeFailure } from './whole-failure.tsx';

/** The screen of one thing that is loaded whole: it, or that it is on its way, or why it does not come. */
export function WholeScreen<Whole>(props: {
  readonly query: Pick<UseQueryResult<Whole>, 'data' | 'error' | 'refetch'>;
  /** What the window is called by. */
  readonly titleOf: (whole: Whole) => string;
  /** What stands there until it has come. */
  readonly skeleton: 'rows' | 'cards';
  /** Leads on from what is gone. */
  readonly wayOut: { readonly label: string; readonly href: string };
  readonly children: (whole: Whole) => ReactNode;
}): ReactNode {
  const { query, titleOf, skeleton, wayOut, children } = props;
  const { data, error, refetch } = query;
  useSubjectTitle(data && titleOf(data));
  if (data) return <Screen>{children(data)}</Screen>;
  return (
    <Screen>
      {error ? (
        <WholeFailure error={error} onRetry={() => void refetch()} wayOut={wayOut} />
      ) : (
        <ListSkeleton kind={skeleton} />
      )}
    </Screen>
  );
}

import type { UseQueryResult } from '@tanstack/react-query';
import { texts } from '../../texts/index.ts';
import { settingsTexts } from '../../texts/settings.ts';
import { Button } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

/** What stands in the place of a tab whose settings are not there yet, or could not be had. */
export function LoadState({ queries }: { readonly queries: readonly UseQueryResult<unknown>[] }) {
  if (!queries.some((query) => query.isError)) return <Skeleton label={texts.app.loading} />;
  const retry = () => {
    for (const query of queries) void query.refetch();
  };
  return (
    <EmptyState isError action={<Button onClick={retry}>{texts.app.tryAgain}</Button>}>
      {settingsTexts.loadFailed}
    </EmptyState>
  );
}

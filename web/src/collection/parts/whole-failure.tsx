import { ApiError } from '../../api/api-error.ts';
import { navigate } from '../../lib/location.ts';
import { texts } from '../../texts/index.ts';
import { musicTexts } from '../../texts/music.ts';
import { Button } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Disc3 } from '../../ui/icons.ts';
import { ScreenTitle } from '../../ui/screen.tsx';
import { LoadFailure } from './list-states.tsx';

/** What a screen says that could not load what it is about: gone, away, or failed. `wayOut` leads on from what is gone. */
export function WholeFailure(props: {
  readonly error: unknown;
  readonly onRetry: () => void;
  readonly wayOut: { readonly label: string; readonly href: string };
}) {
  const { error, onRetry, wayOut } = props;
  if (!(error instanceof ApiError && error.status === 404)) {
    return (
      <>
        <ScreenTitle>{wayOut.label}</ScreenTitle>
        <LoadFailure error={error} onRetry={onRetry} />
      </>
    );
  }
  return (
    <>
      <ScreenTitle>{texts.app.notFoundTitle}</ScreenTitle>
      <EmptyState
        isError
        icon={<Disc3 />}
        action={<Button onClick={() => navigate(wayOut.href)}>{wayOut.label}</Button>}
      >
        {musicTexts.gone}
      </EmptyState>
    </>
  );
}

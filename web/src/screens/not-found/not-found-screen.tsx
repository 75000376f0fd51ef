import { texts } from '../../texts/index.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Disc3 } from '../../ui/icons.ts';
import { Screen, ScreenTitle } from '../../ui/screen.tsx';

/** What stands at an address that leads nowhere. */
export function NotFoundScreen({ homeHref }: { readonly homeHref: string }) {
  return (
    <Screen>
      <ScreenTitle>{texts.app.notFoundTitle}</ScreenTitle>
      <EmptyState icon={<Disc3 />} action={<a href={homeHref}>{texts.app.goToCollection}</a>}>
        {texts.app.notFound}
      </EmptyState>
    </Screen>
  );
}

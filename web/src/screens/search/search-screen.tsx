import { texts } from '../../texts/index.ts';
import { Screen, ScreenTitle } from '../../ui/screen.tsx';

/** Search. */
export function SearchScreen({ query }: { readonly query: string }) {
  return (
    <Screen>
      <ScreenTitle>{query || texts.app.search}</ScreenTitle>
    </Screen>
  );
}

import { texts } from '../../texts/index.ts';
import { Screen, ScreenTitle } from '../../ui/screen.tsx';

/** The collection, folder by folder. */
export function BrowserScreen({ path }: { readonly path: string }) {
  return (
    <Screen>
      <ScreenTitle>{path || texts.app.browse}</ScreenTitle>
    </Screen>
  );
}

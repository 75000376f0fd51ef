import { texts } from '../../texts/index.ts';
import { Screen, ScreenTitle } from '../../ui/screen.tsx';

/** Random albums. */
export function RandomScreen() {
  return (
    <Screen>
      <ScreenTitle>{texts.app.random}</ScreenTitle>
    </Screen>
  );
}

import { texts } from '../../texts/index.ts';
import { Screen, ScreenTitle } from '../../ui/screen.tsx';

/** Albums newest first. */
export function RecentScreen() {
  return (
    <Screen>
      <ScreenTitle>{texts.app.recent}</ScreenTitle>
    </Screen>
  );
}

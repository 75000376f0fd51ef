import type { SettingsTab } from '../../lib/paths.ts';
import { texts } from '../../texts/index.ts';
import { Screen, ScreenTitle } from '../../ui/screen.tsx';

/** Settings. */
export function SettingsScreen({ tab }: { readonly tab: SettingsTab }) {
  return (
    <Screen>
      <ScreenTitle>{texts.settings[tab]}</ScreenTitle>
    </Screen>
  );
}

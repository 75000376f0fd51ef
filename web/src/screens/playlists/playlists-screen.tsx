import { texts } from '../../texts/index.ts';
import { Screen, ScreenTitle } from '../../ui/screen.tsx';

/** Saved playlists. */
export function PlaylistsScreen() {
  return (
    <Screen>
      <ScreenTitle>{texts.app.playlists}</ScreenTitle>
    </Screen>
  );
}

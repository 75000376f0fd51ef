import { texts } from '../../texts/index.ts';
import { Screen, ScreenTitle } from '../../ui/screen.tsx';

/** One saved playlist. */
export function PlaylistScreen({ name }: { readonly name: string }) {
  return (
    <Screen>
      <ScreenTitle>{name || texts.app.playlists}</ScreenTitle>
    </Screen>
  );
}

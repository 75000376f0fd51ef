import { type ThemeBase, themes } from '@tonearm/contract/themes';
import { saveTheme } from '../../api/preferences.ts';
import { triggerScan } from '../../api/scanning.ts';
import { navigate } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import type { PlayerActions } from '../../player/index.ts';
import type { Session } from '../../storage/session-store.ts';
import { writeUserValue } from '../../storage/user-storage.ts';
import { texts } from '../../texts/index.ts';
import { paletteTexts } from '../../texts/palette.ts';
import { themeStore } from '../../theme/theme-store.ts';
import { showToast } from '../../ui/layers/toast-store.ts';

/** Something that is done by its name. */
export interface PaletteCommand {
  readonly label: string;
  /** Cannot be done while the server is away. */
  readonly needsServer?: boolean;
  readonly run: () => void;
}

/** What somebody may do, in the order in which it is listed. */
export function commandsFor(session: Session, actions: PlayerActions): readonly PaletteCommand[] {
  const { username, isAdmin } = session;
  const followSystem = (followsSystem: boolean) => {
    writeUserValue(username, 'followsSystemTheme', followsSystem);
    themeStore.setState({ followsSystem });
  };
  const chooseTheme = (base: ThemeBase) => {
    followSystem(false);
    orSay(saveTheme({ base }));
  };
  const places = [
    { label: texts.app.browse, href: paths.browse() },
    { label: texts.app.random, href: paths.random() },
    { label: texts.app.recent, href: paths.recent() },
    { label: texts.app.playlists, href: paths.playlists() },
    { label: texts.app.settings, href: paths.settings() },
  ];
  return [
    ...(Object.keys(themes) as ThemeBase[]).map((base) => ({
      label: paletteTexts.theme(themes[base].name),
      run: () => chooseTheme(base),
    })),
    { label: paletteTexts.systemTheme, run: () => followSystem(true) },
    ...(isAdmin ? [{ label: paletteTexts.scan, needsServer: true, run: scan }] : []),
    { label: paletteTexts.shuffle, run: () => actions.shuffle() },
    { label: paletteTexts.clear, run: () => actions.clear() },
    ...places.map(({ label, href }) => ({ label: paletteTexts.goTo(label), run: () => navigate(href) })),
  ];
}

function scan(): void {
  orSay(triggerScan().then(() => showToast({ message: paletteTexts.scanning })));
}

function orSay(work: Promise<unknown>): void {
  work.catch(() => showToast({ message: paletteTexts.failed }));
}

import { preferencesStore } from '../api/preferences.ts';
import { readText } from '../storage/key-value.ts';
import { sessionStore } from '../storage/session-store.ts';
import { readUserValue } from '../storage/user-storage.ts';
import { applyTheme, firstPaintKey } from '../theme/apply-theme.ts';
import { defaultAccent, defaultBase, isAccent, isThemeBase } from '../theme/theme-base.ts';
import { themeStore } from '../theme/theme-store.ts';

/**
 * Keeps the page in the colours of whoever is signed in: preview over system over saved over default.
 * Nobody signed in keeps the colours of the last visit. Another tab's change is followed.
 * @returns stops it
 */
export function startThemePainter(): () => void {
  if (readText(firstPaintKey) === null) paintCurrent();
  readFollowsSystem();
  const prefersDark = window.matchMedia?.('(prefers-color-scheme: dark)');
  const onStorage = (event: StorageEvent) => {
    if (event.key === firstPaintKey) followOtherTab(event.newValue);
  };
  const stops = [
    preferencesStore.subscribe(paintWhenKnown),
    themeStore.subscribe(paintCurrent),
    sessionStore.subscribe(readFollowsSystem),
  ];
  prefersDark?.addEventListener('change', paintWhenKnown);
  window.addEventListener('storage', onStorage);
  return () => {
    for (const stop of stops) stop();
    prefersDark?.removeEventListener('change', paintWhenKnown);
    window.removeEventListener('storage', onStorage);
  };
}

function paintWhenKnown(): void {
  if (preferencesStore.getState().isLoaded) paintCurrent();
}

function paintCurrent(): void {
  const { themeBase, themeAccent } = preferencesStore.getState();
  const { preview, followsSystem } = themeStore.getState();
  const saved = isThemeBase(themeBase) ? themeBase : defaultBase;
  const base = preview?.base ?? (followsSystem ? systemBase() : saved);
  const accent = preview?.accent ?? (isAccent(themeAccent) ? themeAccent : defaultAccent);
  applyTheme(base, accent, { remember: preview === null });
}

const systemBase = () => (window.matchMedia?.('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');

function readFollowsSystem(): void {
  const { session } = sessionStore.getState();
  if (!session) return;
  const followsSystem = readUserValue(session.username, 'followsSystemTheme') === true;
  if (followsSystem !== themeStore.getState().followsSystem) themeStore.setState({ followsSystem });
}

function followOtherTab(stored: string | null): void {
  try {
    const theme: unknown = JSON.parse(stored ?? 'null');
    const { base, accent } = (theme ?? {}) as { base?: unknown; accent?: unknown };
    if (isThemeBase(base) && isAccent(accent)) {
      readFollowsSystem();
      if (!themeStore.getState().followsSystem) preferencesStore.setState({ themeBase: base });
      preferencesStore.setState({ themeAccent: accent });
    }
  } catch {
    // What another version of this page wrote is not for this one.
  }
}

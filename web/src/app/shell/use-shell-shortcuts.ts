import { useEffect, useState } from 'react';
import { navigate } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { areShortcutsOn } from '../../storage/shortcut-setting.ts';

/** Where typing means text. */
const typingSelector = 'input, textarea, select, [contenteditable]';

/** What stands over the page: the sheet of all shortcuts, or search and commands. */
export type LayerName = 'sheet' | 'palette';

/** `/` goes to the search field, Ctrl+K opens the palette, `?` the sheet of all shortcuts. */
export function useShellShortcuts(preload: () => void): {
  readonly layer: LayerName | null;
  readonly closeLayer: () => void;
} {
  const [layer, setLayer] = useState<LayerName | null>(null);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      // Whoever holds Ctrl may press K next.
      if (event.key === 'Control' || event.key === 'Meta') preload();
      const shortcut = shortcutOf(event);
      if (shortcut === null || !areShortcutsOn()) return;
      event.preventDefault();
      if (shortcut === 'search') void goToSearch();
      else setLayer(shortcut);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [preload]);
  return { layer, closeLayer: () => setLayer(null) };
}

function shortcutOf(event: KeyboardEvent): 'search' | LayerName | null {
  const target = event.target instanceof Element ? event.target : null;
  if (event.defaultPrevented || event.altKey || target?.closest('dialog[open]')) return null;
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') return 'palette';
  if (event.ctrlKey || event.metaKey || target?.closest(typingSelector)) return null;
  if (event.key === '/') return 'search';
  return event.key === '?' ? 'sheet' : null;
}

/** Nobody waits for the way to the field before they go there. */
const goToSearch = (): Promise<void> =>
  import('./go-to-search.ts').then(
    (way) => way.goToSearch(),
    () => navigate(paths.search()),
  );

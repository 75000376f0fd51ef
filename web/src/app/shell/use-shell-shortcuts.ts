import { useEffect, useState } from 'react';
import { navigate } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { areShortcutsOn } from '../../storage/shortcut-setting.ts';

/** Where typing means text. */
const typingSelector = 'input, textarea, select, [contenteditable]';
/** How long a search screen that is still loading may take to bring its field. */
const fieldWaitMs = 3_000;

/** `/` and Ctrl+K go to the search field, `?` opens the sheet of all shortcuts. @returns whether it is open */
export function useShellShortcuts(): { readonly isSheetOpen: boolean; readonly closeSheet: () => void } {
  const [isSheetOpen, setIsSheetOpen] = useState(false);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const shortcut = shortcutOf(event);
      if (shortcut === null || !areShortcutsOn()) return;
      event.preventDefault();
      if (shortcut === 'search') goToSearch();
      else setIsSheetOpen(true);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
  return { isSheetOpen, closeSheet: () => setIsSheetOpen(false) };
}

function shortcutOf(event: KeyboardEvent): 'search' | 'sheet' | null {
  const target = event.target instanceof Element ? event.target : null;
  if (event.defaultPrevented || event.altKey || target?.closest('dialog[open]')) return null;
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') return 'search';
  if (event.ctrlKey || event.metaKey || target?.closest(typingSelector)) return null;
  if (event.key === '/') return 'search';
  return event.key === '?' ? 'sheet' : null;
}

function goToSearch(): void {
  if (focusSearchField()) return;
  navigate(paths.search());
  const observer = new MutationObserver(() => focusSearchField() && observer.disconnect());
  observer.observe(document.body, { childList: true, subtree: true });
  setTimeout(() => observer.disconnect(), fieldWaitMs);
}

function focusSearchField(): boolean {
  const field = document.querySelector<HTMLInputElement>('main input[type=search]');
  field?.focus();
  field?.select();
  return field !== null;
}

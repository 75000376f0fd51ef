import { useEffect } from 'react';
import { areShortcutsOn } from '../../storage/shortcut-setting.ts';

/** Where typing means text, and where a key belongs to what is open. */
const ownKeysSelector = 'input, textarea, select, [contenteditable], [role=menu], dialog[open]';

/** Runs when `F` is pressed where it means nothing else. */
export function useFilterKey(onKey: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const target = event.target instanceof Element ? event.target : null;
      const hasModifier = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
      if (event.key.toLowerCase() !== 'f' || hasModifier || event.defaultPrevented) return;
      if (target?.closest(ownKeysSelector) || !areShortcutsOn()) return;
      event.preventDefault();
      onKey();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [onKey]);
}

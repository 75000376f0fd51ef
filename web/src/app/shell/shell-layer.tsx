import type { ReactNode } from 'react';
import { Palette } from '../../screens/palette/palette.tsx';
import { ShortcutsSheet } from './shortcuts-sheet.tsx';
import type { LayerName } from './use-shell-shortcuts.ts';

/** What stands over the page: search and commands, or the sheet of all shortcuts. */
export function ShellLayer(props: { readonly layer: LayerName; readonly onClose: () => void }): ReactNode {
  const { layer, onClose } = props;
  return layer === 'palette' ? <Palette onClose={onClose} /> : <ShortcutsSheet onClose={onClose} />;
}

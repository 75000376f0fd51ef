import { texts } from '../../texts/index.ts';
import { menuTexts } from '../../texts/menus.ts';
import { Dialog } from '../../ui/layers/dialog.tsx';
import styles from './shortcuts-sheet.module.css';

/** Keys of a shortcut as they stand on the keyboard, and what they do. */
const shortcuts = () => {
  const { shortcuts: text } = menuTexts;
  return [
    { keys: [text.keys.space], does: text.playPause },
    { keys: ['←', '→'], does: text.seek },
    { keys: ['Ctrl ←', 'Ctrl →'], does: text.skip },
    { keys: ['M'], does: text.mute },
    { keys: ['S'], does: text.shuffle },
    { keys: ['L'], does: text.favourite },
    { keys: ['N'], does: text.nowPlaying },
    { keys: ['Q'], does: text.queue },
    { keys: ['/'], does: text.search },
    { keys: ['F'], does: text.filter },
    { keys: [text.keys.letters], does: text.jump },
    { keys: ['Ctrl K'], does: text.palette },
    { keys: [text.keys.enter], does: text.play },
    { keys: ['Shift F10'], does: text.menu },
    { keys: ['Ctrl A'], does: text.selectAll },
    { keys: ['Alt ↑', 'Alt ↓'], does: text.move },
    { keys: [text.keys.delete], does: text.remove },
    { keys: ['?'], does: text.help },
  ];
};

/** Every keyboard shortcut on one sheet. */
export function ShortcutsSheet({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title={menuTexts.shortcuts.title} closeLabel={texts.app.close} onClose={onClose}>
      <dl className={styles['list']}>
        {shortcuts().map(({ keys, does }) => (
          <div key={does} className={styles['row']}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

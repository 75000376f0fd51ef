import { useEffect, useRef } from 'react';
import { PlayerBar, QueuePane } from '../../player/index.ts';
import { texts } from '../../texts/index.ts';
import { useFocusReturn } from '../../ui/behaviour/use-focus-return.ts';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { ChevronDown } from '../../ui/later-icons.ts';
import { Toasts } from '../../ui/layers/toast.tsx';
import { useLayer } from '../../ui/layers/use-layer.ts';
import styles from './queue-sheet.module.css';

/** Queue and player over the whole of a narrow window. Escape, the button and Back close it. */
export function QueueSheet({ onClose }: { readonly onClose: () => void }) {
  const sheet = useRef<HTMLDialogElement>(null);
  useFocusReturn();
  useLayer(onClose);
  useEffect(() => {
    sheet.current?.showModal?.();
  }, []);
  return (
    <dialog
      ref={sheet}
      className={styles['sheet']}
      // WebKit stops at the box itself.
      tabIndex={-1}
      aria-label={texts.app.queueAndPlayer}
      onCancel={(event) => {
        event.preventDefault();
        // Not that of a dialog inside, which React hands on.
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <div className={styles['content']}>
        <IconButton
          size="l"
          className={styles['close']}
          label={texts.app.closeQueue}
          icon={<ChevronDown />}
          onClick={onClose}
        />
        <QueuePane />
        <PlayerBar />
      </div>
      {/* Those of the page lie beneath the sheet. */}
      <Toasts dismissLabel={texts.app.dismiss} />
    </dialog>
  );
}

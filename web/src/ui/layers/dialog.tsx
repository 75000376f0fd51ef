import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useFocusReturn } from '../behaviour/use-focus-return.ts';
import { IconButton } from '../controls/icon-button.tsx';
import { X } from '../icons.ts';
import styles from './dialog.module.css';
import { useLayer } from './use-layer.ts';

const control = ':is(input, select, textarea, button):not(:disabled)';
/** The first thing in a dialog that takes the keyboard, below its header. */
const firstControl = `:scope > * > header ~ ${control}, :scope > * > header ~ * ${control}`;

/** Properties of a dialog; it is open as long as it is rendered. */
export interface DialogProps {
  readonly title: string;
  readonly closeLabel: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/**
 * A dialog over the page. The focus goes in, stays in, and returns to where it was; Escape, the close
 * button, a press beside it and Back close it.
 */
export function Dialog({ title, closeLabel, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // A press that begins inside and ends beside it, as when text is marked, does not close.
  const pressedOn = useRef<EventTarget | null>(null);
  useFocusReturn();
  useLayer(onClose);
  useEffect(() => {
    dialog.current?.showModal?.();
    // The browser begins at the close button; people come for what is below it.
    dialog.current?.querySelector<HTMLElement>(firstControl)?.focus();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape, which the element itself handles, is the key
    <dialog
      ref={dialog}
      className={styles['dialog']}
      // WebKit stops at the box itself, where nothing can be done.
      tabIndex={-1}
      aria-labelledby={titleId}
      // Opened by attribute only where the element has no showModal.
      open={typeof HTMLDialogElement.prototype.showModal === 'function' ? undefined : true}
      onCancel={(event) => {
        event.preventDefault();
        // Not that of a dialog inside, which React hands on.
        if (event.target === event.currentTarget) onClose();
      }}
      onPointerDown={(event) => {
        pressedOn.current = event.target;
      }}
      onClick={(event) => {
        if (event.target === dialog.current && pressedOn.current === dialog.current) onClose();
      }}
    >
      <div className={styles['sheet']}>
        <header className={styles['header']}>
          <h2 id={titleId}>{title}</h2>
          <IconButton label={closeLabel} icon={<X />} onClick={onClose} />
        </header>
        {children}
      </div>
    </dialog>
  );
}

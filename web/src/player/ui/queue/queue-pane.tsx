import { useEffect, useRef, useState } from 'react';
import { useMediaQuery } from '../../../lib/use-media-query.ts';
import { texts } from '../../../texts/index.ts';
import { classNames } from '../../../ui/class-names.ts';
import { overlay } from '../../../ui/layers/overlay.tsx';
import { part } from '../../../ui/layers/part.tsx';
import { usePlayer, usePlayerState } from '../player-context.tsx';
import { QueueHeader } from './queue-header.tsx';

import styles from './queue-pane.module.css';
import { useQueueDrop } from './use-queue-drop.ts';

/** The entries; their code has come when there are any: with what plays. */
export const QueueList = part(async () => (await import('../../after-first-screen.ts')).QueueList);

const SaveDialog = overlay(
  async () => (await import('./save-playlist-dialog.tsx')).SavePlaylistDialog,
  ({ onClose }) => onClose(),
);

/** The current playlist: its name, what can be done with it, and its entries. Anything can be dropped on it. */
export function QueuePane({ onHide }: { readonly onHide?: (() => void) | undefined }) {
  const { drag, queueCalls, shown } = usePlayer();
  const isEmpty = usePlayerState((state) => state.queue.entries.length === 0);
  const [isSaving, setIsSaving] = useState(false);
  const pane = useRef<HTMLElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const drop = useQueueDrop(drag, scroller);
  useEffect(
    () =>
      queueCalls.subscribe(() => {
        (scroller.current ?? pane.current)?.focus();
      }),
    [queueCalls],
  );
  // The list goes with the last entry, and the buttons above it are turned off: while they still have the focus.
  useEffect(
    () =>
      shown.subscribe((state, before) => {
        const isEmptied = state.queue.entries.length === 0 && before.queue.entries.length > 0;
        if (isEmptied && pane.current?.contains(document.activeElement)) pane.current.focus();
      }),
    [shown],
  );
  return (
    <section
      ref={pane}
      tabIndex={-1}
      aria-label={texts.player.queueRegion}
      className={classNames(styles['pane'], drop.isOver && styles['isOver'])}
      {...drop.props}
    >
      <QueueHeader onSave={() => setIsSaving(true)} onHide={onHide} />
      {isEmpty ? <EmptyQueue /> : <QueueList scroller={scroller} drop={drop} />}
      {isSaving && <SaveDialog onClose={() => setIsSaving(false)} />}
    </section>
  );
}

/** What to do when there is nothing; empty while the saved queue is still being read. */
function EmptyQueue() {
  const isRestoring = usePlayerState((state) => state.isRestoring);
  const isTouched = useMediaQuery('(hover: none) and (pointer: coarse)');
  const help = isTouched ? texts.player.queueHelpTouch : texts.player.queueHelp;
  return <div className={styles['empty']}>{!isRestoring && <p className={styles['help']}>{help}</p>}</div>;
}

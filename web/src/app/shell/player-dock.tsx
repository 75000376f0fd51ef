import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { PlayerBar, QueuePane, usePlayer } from '../../player/index.ts';
import { setQueuePane } from '../../storage/queue-pane-setting.ts';
import { texts } from '../../texts/index.ts';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { ListPlay } from '../../ui/icons.ts';
import { ErrorBoundary } from '../error-screen.tsx';
import styles from './player-dock.module.css';

/**
 * The whole player below the content, and the queue as a drawer beside it, which leaves the content free to be
 * dragged from. Where the window has room for a pane that was hidden, the button brings the pane back.
 */
export function PlayerDock({ canHavePane }: { readonly canHavePane: boolean }) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const drawer = useRef<HTMLDivElement>(null);
  const { queueCalls, nowPlaying } = usePlayer();
  // The queue stands in the view of what plays while that is open.
  const isQueueAway = useStore(nowPlaying);
  useEffect(
    () =>
      queueCalls.subscribe(() => {
        if (canHavePane) return setQueuePane({ isCollapsed: false });
        setIsOpen(true);
        // Once it stands.
        requestAnimationFrame(() => drawer.current?.focus());
      }),
    [queueCalls, canHavePane],
  );
  const toggle = () => (canHavePane ? setQueuePane({ isCollapsed: false }) : setIsOpen(!isOpen));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    setIsOpen(false);
    button.current?.focus();
  };
  return (
    <aside className={styles['dock']} aria-label={texts.app.queueAndPlayer}>
      <ErrorBoundary>
        <div className={styles['player']}>
          <PlayerBar />
        </div>
        <IconButton
          ref={button}
          size="l"
          className={styles['toggle']}
          label={isOpen ? texts.app.closeQueue : texts.app.openQueue}
          icon={<ListPlay />}
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={toggle}
        />
        {isOpen && !isQueueAway && (
          // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes it, like the button that opened it
          <div ref={drawer} id={id} tabIndex={-1} className={styles['drawer']} onKeyDown={onKeyDown}>
            <QueuePane />
          </div>
        )}
      </ErrorBoundary>
    </aside>
  );
}

import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { queuePaneLimits, setQueuePane } from '../../storage/queue-pane-setting.ts';
import { texts } from '../../texts/index.ts';
import styles from './pane-divider.module.css';

const { narrowestPx, widestPx } = queuePaneLimits;
/** What stays for the content, in pixels, however wide the pane was once. */
const contentPx = 560;
const stepPx = 16;

/** The widest pane that leaves the content its room. */
const widestNow = (): number => Math.max(narrowestPx, Math.min(widestPx, window.innerWidth - contentPx));

/** The line between content and queue: dragged, or moved with the arrows; Enter hides the pane. */
export function PaneDivider({ paneId }: { readonly paneId: string }) {
  const divider = useRef<HTMLDivElement>(null);
  const [widthPx, setWidthPx] = useState<number | null>(null);
  const measured = (): number => divider.current?.parentElement?.getBoundingClientRect().width ?? narrowestPx;
  const resize = (wantedPx: number, isKept: boolean): void => {
    const px = Math.round(Math.min(Math.max(wantedPx, narrowestPx), widestNow()));
    setWidthPx(px);
    setQueuePane({ widthPx: px }, { isKept });
  };
  const drag = useDrag(resize);
  const onKeyDown = (event: KeyboardEvent) => {
    const isRightToLeft = getComputedStyle(event.currentTarget).direction === 'rtl';
    const wider = isRightToLeft ? 'ArrowRight' : 'ArrowLeft';
    const narrower = isRightToLeft ? 'ArrowLeft' : 'ArrowRight';
    if (event.key === wider) resize(measured() + stepPx, true);
    else if (event.key === narrower) resize(measured() - stepPx, true);
    else if (event.key === 'Home') resize(narrowestPx, true);
    else if (event.key === 'End') resize(widestPx, true);
    else if (event.key === 'Enter') setQueuePane({ isCollapsed: true });
    else return;
    // They would scroll, or seek in what plays.
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a line that is moved is no thematic break
    <div
      ref={divider}
      role="separator"
      aria-orientation="vertical"
      aria-label={texts.app.queueWidth}
      aria-controls={paneId}
      aria-valuemin={narrowestPx}
      aria-valuemax={widestPx}
      aria-valuenow={widthPx ?? narrowestPx}
      title={texts.app.queueWidth}
      tabIndex={0}
      className={styles['divider']}
      onFocus={() => setWidthPx(Math.round(measured()))}
      onKeyDown={onKeyDown}
      onDoubleClick={() => setQueuePane({ widthPx: null })}
      {...drag(measured)}
    />
  );
}

/** Follows a pointer that was pressed on the line; a pane that is pushed to half of its narrowest goes. */
function useDrag(resize: (wantedPx: number, isKept: boolean) => void) {
  const from = useRef<{ x: number; widthPx: number; pane: number } | null>(null);
  const wantedPx = (event: PointerEvent): number => {
    const { x, widthPx } = from.current ?? { x: 0, widthPx: 0 };
    const isRightToLeft = getComputedStyle(event.currentTarget).direction === 'rtl';
    return widthPx + (isRightToLeft ? event.clientX - x : x - event.clientX);
  };
  return (measured: () => number) => ({
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      from.current = { x: event.clientX, widthPx: measured(), pane: measured() };
    },
    onPointerMove: (event: PointerEvent) => {
      if (from.current !== null) resize(wantedPx(event), false);
    },
    onPointerUp: (event: PointerEvent) => {
      if (from.current === null) return;
      const px = wantedPx(event);
      const { pane } = from.current;
      from.current = null;
      if (px < narrowestPx / 2) setQueuePane({ widthPx: Math.round(pane), isCollapsed: true });
      else if (px !== pane) resize(px, true);
    },
    onPointerCancel: () => {
      from.current = null;
    },
  });
}

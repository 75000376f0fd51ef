import { type PointerEvent, type RefObject, useEffect, useRef } from 'react';
import type { EntryKey } from '../../core/queue.ts';

/** A pointer closer than this to an edge of the list scrolls it, by so much in a frame; in pixels. */
const edgePx = 40;
const scrollStepPx = 8;

interface GripDragDeps {
  readonly scroller: RefObject<HTMLElement>;
  /** Entries that are moved by the grip under the pointer; null for none. */
  readonly keysAt: (target: EventTarget) => ReadonlySet<EntryKey> | null;
  /** Shows where the entries would go; null when nowhere any more. */
  readonly pointTo: (clientY: number | null) => void;
  readonly drop: (keys: ReadonlySet<EntryKey>, clientY: number) => void;
}

/**
 * Moves entries by the grips of their rows, with any pointer. The browser's own drag and drop, which a
 * mouse uses, does not exist for fingers everywhere. A second finger or Escape of the system gives up.
 * @returns handlers for the list; `onPointerDown` answers whether it was a grip
 */
export const useGripDrag = ({ scroller, keysAt, pointTo, drop }: GripDragDeps) => {
  const held = useRef<{ pointerId: number; keys: ReadonlySet<EntryKey>; clientY: number } | null>(null);
  const frame = useRef(0);
  useEffect(() => () => cancelAnimationFrame(frame.current), []);

  const scrollAtEdge = (): void => {
    const list = scroller.current;
    if (held.current === null || list === null) return;
    const { top, bottom } = list.getBoundingClientRect();
    const { clientY } = held.current;
    const step = clientY < top + edgePx ? -scrollStepPx : clientY > bottom - edgePx ? scrollStepPx : 0;
    if (step !== 0) {
      list.scrollTop += step;
      pointTo(clientY);
    }
    frame.current = requestAnimationFrame(scrollAtEdge);
  };
  const letGo = (): void => {
    cancelAnimationFrame(frame.current);
    held.current = null;
    pointTo(null);
  };

  return {
    onPointerDown({ pointerId, target, clientY }: PointerEvent<HTMLElement>): boolean {
      if (held.current !== null) letGo();
      const keys = keysAt(target);
      if (keys === null) return false;
      held.current = { pointerId, keys, clientY };
      scroller.current?.setPointerCapture?.(pointerId);
      pointTo(clientY);
      frame.current = requestAnimationFrame(scrollAtEdge);
      return true;
    },
    onPointerMove({ pointerId, clientY }: PointerEvent<HTMLElement>): void {
      if (held.current?.pointerId !== pointerId) return;
      held.current.clientY = clientY;
      pointTo(clientY);
    },
    onPointerUp({ pointerId, clientY }: PointerEvent<HTMLElement>): void {
      if (held.current?.pointerId !== pointerId) return;
      const { keys } = held.current;
      letGo();
      drop(keys, clientY);
    },
    onPointerCancel: letGo,
  };
};

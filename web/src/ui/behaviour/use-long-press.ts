import { type PointerEvent, useRef } from 'react';

/** How long a finger rests before it asks for a menu. */
const holdMs = 500;
/** A finger that moved further than this scrolls. */
const slackPx = 10;

/** Properties of an element that answers to a long press. */
export interface LongPressProps {
  readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerUp: () => void;
  readonly onPointerCancel: () => void;
}

/**
 * Calls back when a finger or pen rests on the element, with the element it rests on. A mouse has a
 * second button and is left alone. `wasLongPress` answers once whether the click that follows belongs
 * to a long press.
 */
export const useLongPress = (
  onLongPress: (at: { x: number; y: number; target: HTMLElement }) => void,
): { props: LongPressProps; wasLongPress: () => boolean } => {
  const press = useRef<{ timer: ReturnType<typeof setTimeout>; x: number; y: number } | null>(null);
  const happened = useRef(false);
  const cancel = (): void => {
    if (press.current !== null) clearTimeout(press.current.timer);
    press.current = null;
  };
  const props: LongPressProps = {
    onPointerDown(event) {
      cancel();
      happened.current = false;
      const { clientX: x, clientY: y, target, pointerType } = event;
      if (pointerType === 'mouse' || !(target instanceof HTMLElement)) return;
      const timer = setTimeout(() => {
        happened.current = true;
        press.current = null;
        onLongPress({ x, y, target });
      }, holdMs);
      press.current = { timer, x, y };
    },
    onPointerMove(event) {
      if (press.current === null) return;
      const { x, y } = press.current;
      if (Math.hypot(event.clientX - x, event.clientY - y) > slackPx) cancel();
    },
    onPointerUp: cancel,
    onPointerCancel: cancel,
  };
  const wasLongPress = (): boolean => {
    const answer = happened.current;
    happened.current = false;
    return answer;
  };
  return { props, wasLongPress };
};

import { type PointerEvent, type RefObject, useRef } from 'react';
import { axisOf, meaningOf } from './swipe.ts';

interface SwipeDeps {
  /** What follows the finger, by `--swipe-x` and `--swipe-y` in pixels and `data-swiped` while it does. */
  readonly follower: RefObject<HTMLElement>;
  readonly onDown: () => void;
  readonly onLeft: () => void;
  readonly onRight: () => void;
}

interface Press {
  readonly pointerId: number;
  readonly x: number;
  readonly y: number;
  readonly atMs: number;
  axis: 'sideways' | 'down' | null;
}

/** Follows a finger over an element, and says what it meant. A mouse has buttons for all of that. */
export const useSwipe = ({ follower, onDown, onLeft, onRight }: SwipeDeps) => {
  const press = useRef<Press | null>(null);
  const follow = (x: number, y: number): void => {
    follower.current?.style.setProperty('--swipe-x', `${x}px`);
    follower.current?.style.setProperty('--swipe-y', `${Math.max(y, 0)}px`);
  };
  const letGo = (): void => {
    press.current = null;
    delete follower.current?.dataset['swiped'];
    follow(0, 0);
  };
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.pointerType === 'mouse' || press.current !== null) return;
      const { pointerId, clientX: x, clientY: y, timeStamp: atMs } = event;
      press.current = { pointerId, x, y, atMs, axis: null };
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const started = press.current;
      if (started?.pointerId !== event.pointerId) return;
      const moved = { x: event.clientX - started.x, y: event.clientY - started.y };
      if (started.axis === null) {
        started.axis = axisOf(moved);
        if (started.axis === null) return;
        event.currentTarget.setPointerCapture?.(event.pointerId);
        if (follower.current !== null) follower.current.dataset['swiped'] = started.axis;
      }
      if (started.axis === 'sideways') follow(moved.x, 0);
      else follow(0, moved.y);
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      const started = press.current;
      if (started?.pointerId !== event.pointerId) return;
      const { clientWidth: width = 0, clientHeight: height = 0 } = follower.current ?? {};
      const meaning = meaningOf({
        x: started.axis === 'down' ? 0 : event.clientX - started.x,
        y: started.axis === 'sideways' ? 0 : event.clientY - started.y,
        durationMs: event.timeStamp - started.atMs,
        width,
        height,
      });
      letGo();
      if (meaning === 'down') onDown();
      else if (meaning === 'left') onLeft();
      else if (meaning === 'right') onRight();
    },
    onPointerCancel: letGo,
  };
};

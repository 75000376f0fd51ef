import { type PointerEvent, useRef } from 'react';
import { texts } from '../../texts/index.ts';
import type { Verb } from '../item-actions/verbs.ts';
import { itemIndexOf } from './use-list-subject.ts';

/** A finger that went so far sideways swipes, whatever it does then; in pixels. */
const slackPx = 12;
/** A swipe counts from here on. */
const enoughPx = 72;
/** The row follows the finger no further. */
const mostPx = 112;

interface Swipe {
  readonly pointerId: number;
  readonly x: number;
  readonly y: number;
  readonly press: HTMLElement;
  readonly cell: HTMLElement;
  isSwiping: boolean;
}

/** What a swipe in the direction of reading does, and one against it. */
const verbOf = (distance: number): Verb => (distance > 0 ? 'addToQueue' : 'playNext');

/**
 * A finger that draws a row sideways: to the right adds to the queue, to the left plays next. Up and down stays
 * with scrolling. The row follows the finger by its style alone; nothing is rendered meanwhile.
 */
export function useRowSwipe(onSwipe: (index: number, verb: Verb) => void) {
  const held = useRef<Swipe | null>(null);
  const letGo = () => {
    const swipe = held.current;
    held.current = null;
    if (!swipe) return;
    swipe.press.style.transform = '';
    delete swipe.cell.dataset['swipe'];
    delete swipe.cell.dataset['swipeHint'];
  };
  const show = (swipe: Swipe, distance: number) => {
    swipe.press.style.transform = `translateX(${Math.max(-mostPx, Math.min(mostPx, distance))}px)`;
    swipe.cell.dataset['swipe'] = Math.abs(distance) < enoughPx ? 'begun' : 'enough';
    swipe.cell.dataset['swipeHint'] = texts.player[verbOf(distance)];
    swipe.cell.dataset['swipeSide'] = distance > 0 ? 'start' : 'end';
  };
  return {
    onPointerDown({ pointerId, pointerType, target, clientX: x, clientY: y }: PointerEvent<HTMLElement>) {
      letGo();
      if (pointerType !== 'touch' || !(target instanceof Element)) return;
      const cell = target.closest<HTMLElement>('[data-item][data-swipes]');
      const press = cell?.querySelector<HTMLElement>('[data-press]');
      if (cell && press) held.current = { pointerId, x, y, press, cell, isSwiping: false };
    },
    onPointerMove({ pointerId, clientX, clientY }: PointerEvent<HTMLElement>) {
      const swipe = held.current;
      if (swipe?.pointerId !== pointerId) return;
      const [across, down] = [clientX - swipe.x, clientY - swipe.y];
      if (!swipe.isSwiping && Math.abs(down) > slackPx) letGo();
      else if (swipe.isSwiping || Math.abs(across) > slackPx) {
        swipe.isSwiping = true;
        show(swipe, across);
      }
    },
    onPointerUp({ pointerId, clientX }: PointerEvent<HTMLElement>) {
      const swipe = held.current;
      letGo();
      if (!swipe?.isSwiping || swipe.pointerId !== pointerId) return;
      const distance = clientX - swipe.x;
      const index = itemIndexOf(swipe.cell);
      if (index !== null && Math.abs(distance) >= enoughPx) onSwipe(index, verbOf(distance));
    },
    onPointerCancel: letGo,
  };
}

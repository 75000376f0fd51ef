import type { DragEvent } from 'react';
import { createStore, type StoreApi } from 'zustand/vanilla';
import styles from './drag-and-drop.module.css';

/**
 * Carries one thing at a time through the page by the browser's own drag and drop. What is carried
 * stays here, not in the event, so that targets can look at it while it hovers.
 */
export interface DragCarrier<T> {
  /** What is being dragged, or null. */
  readonly store: StoreApi<{ readonly payload: T | null }>;
  /**
   * Properties that make an element a source. `begin` is asked when a drag begins, with the element
   * that is dragged, and answers what is carried and the words shown under the pointer, or null to
   * forbid it. A list may leave `draggable` to its rows and take the two handlers itself.
   */
  source(begin: (dragged: HTMLElement) => { payload: T; label: string } | null): DragSourceProps;
}

/** Properties of a draggable element. */
interface DragSourceProps {
  readonly draggable: true;
  readonly onDragStart: (event: DragEvent<HTMLElement>) => void;
  readonly onDragEnd: () => void;
}

/** Makes a carrier. One serves a whole page. */
export const createDragCarrier = <T>(): DragCarrier<T> => {
  const store = createStore<{ readonly payload: T | null }>(() => ({ payload: null }));
  const onDragEnd = (): void => store.setState({ payload: null });
  return {
    store,
    source: (begin) => ({
      draggable: true,
      onDragStart(event) {
        const begun = event.target instanceof HTMLElement ? begin(event.target) : null;
        if (begun === null) {
          event.preventDefault();
          return;
        }
        event.dataTransfer.effectAllowed = 'copyMove';
        // Firefox drags nothing without data; the words are also what other programs get.
        event.dataTransfer.setData('text/plain', begun.label);
        showUnderPointer(event.dataTransfer, begun.label);
        store.setState({ payload: begun.payload });
      },
      onDragEnd,
    }),
  };
};

/** A small label in place of a picture of the row. The browser takes its picture at once. */
const showUnderPointer = (transfer: DataTransfer, label: string): void => {
  const chip = document.createElement('div');
  chip.className = styles['chip'] ?? '';
  chip.textContent = label;
  document.body.append(chip);
  transfer.setDragImage?.(chip, -12, -8);
  setTimeout(() => chip.remove(), 0);
};

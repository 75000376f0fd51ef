import { configure, fireEvent as fireInPage, getQueriesForElement } from '@testing-library/dom';
import { options } from 'preact';
import { act as actInPage } from 'preact/test-utils';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';

export { configure, createEvent, screen, waitFor, within } from '@testing-library/dom';

/** Does something, and returns when what it changes has been rendered, effects included. */
export function act(change: () => Promise<unknown>): Promise<void>;
export function act(change: () => void): void;
export function act(change: () => unknown): Promise<void> {
  return actInPage(() => {
    const done = change();
    return done instanceof Promise ? done.then(() => {}) : undefined;
  });
}

// Effects follow what is rendered at once: a test that finds something may use it.
options.requestAnimationFrame = queueMicrotask;

/** Takes what a test rendered out of the page again. */
type Removal = () => void;
const removals = new Set<Removal>();

// What an event changes is rendered, effects included, when the event has been handled.
configure({
  eventWrapper(fire) {
    let isTaken = true;
    act(() => {
      isTaken = fire() as boolean;
    });
    return isTaken;
  },
});

const isTyped = (element: Element | Node | Document | Window): boolean =>
  element instanceof HTMLTextAreaElement ||
  (element instanceof HTMLInputElement && !/checkbox|radio|file/.test(element.type));

const blur: typeof fireInPage.blur = (element, init) => {
  fireInPage.focusOut(element, init);
  return fireInPage.blur(element, init);
};

const change: typeof fireInPage.change = (element, init) =>
  isTyped(element) ? fireInPage.input(element, init) : fireInPage.change(element, init);

/** Fires events as a browser does: typing is an `input`, and a loss of the focus bubbles as `focusout`. */
export const fireEvent = Object.assign(
  (...[element, event]: Parameters<typeof fireInPage>) => fireInPage(element, event),
  { ...fireInPage, blur, change },
);

/** Renders something into the page until the test ends; effects have run when it returns. */
export function render(ui: ReactNode) {
  const container = document.body.appendChild(document.createElement('div'));
  const root = createRoot(container);
  const show = (shown: ReactNode): void => act(() => root.render(shown));
  const unmount = (): void => act(() => root.unmount());
  removals.add(() => {
    unmount();
    container.remove();
  });
  show(ui);
  return { ...getQueriesForElement(document.body), container, rerender: show, unmount };
}

/** Empties the page; after each test. */
export function cleanup(): void {
  for (const remove of removals) remove();
  removals.clear();
}

import { createStore, type StoreApi } from 'zustand/vanilla';

/** A short message, with at most one thing to do about it. */
export interface Toast {
  readonly message: string;
  readonly action?: { readonly label: string; readonly onSelect: () => void };
  /** A newer toast of the same topic takes the place of an older one. */
  readonly topic?: string;
  /** How long it stays, unless somebody points at it: 4 seconds unless told, 10 with something to do about it. */
  readonly durationMs?: number;
}

/** A toast that is on screen. */
interface ShownToast extends Toast {
  readonly id: number;
}

/** The toasts on screen, oldest first, and how they come and go. */
export interface ToastState {
  readonly toasts: readonly ShownToast[];
}

const defaultDurationMs = 4_000;
/** Long enough to read it, to decide and to get there. */
const actionDurationMs = 10_000;
/** What is pointed at, or has the focus, is looked at again after this. */
const heldMs = 1_000;
/** More than this and the oldest goes: nobody reads a tower. */
const mostShown = 3;

/**
 * Keeps the toasts of a page. `after` runs a function later and is a clock in tests; while `isHeld`, as somebody points
 * at one or has the focus in it, none goes by itself.
 */
export function createToasts(
  after: (run: () => void, delayMs: number) => void,
  isHeld: () => boolean = () => false,
): {
  readonly store: StoreApi<ToastState>;
  readonly show: (toast: Toast) => number;
  readonly dismiss: (id: number) => void;
} {
  const store = createStore<ToastState>(() => ({ toasts: [] }));
  let lastId = 0;
  const dismiss = (id: number) =>
    store.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }));
  const end = (id: number): void => {
    if (isHeld()) after(() => end(id), heldMs);
    else dismiss(id);
  };
  const show = (toast: Toast) => {
    lastId += 1;
    const id = lastId;
    store.setState(({ toasts }) => {
      // Said again it stands once, as the newest.
      const others = toasts.filter(
        ({ message, topic }) => message !== toast.message && (topic === undefined || topic !== toast.topic),
      );
      return { toasts: [...others.slice(1 - mostShown), { ...toast, id }] };
    });
    const { action, durationMs = action === undefined ? defaultDurationMs : actionDurationMs } = toast;
    after(() => end(id), durationMs);
    return id;
  };
  return { store, show, dismiss };
}

/** Marks the part of the page in which toasts stand. */
export const toastRegion = 'data-toasts';

/**
 * Whether somebody points at a toast or has the focus in one. A finger points at nothing, though browsers say that it
 * does at what it touched last.
 */
export const areToastsHeld = (): boolean =>
  document.querySelector(`[${toastRegion}]:focus-within`) !== null ||
  (document.querySelector(`[${toastRegion}]:hover`) !== null && window.matchMedia('(hover: hover)').matches);

/** The toasts of this page. */
export const toasts = createToasts((run, delayMs) => setTimeout(run, delayMs), areToastsHeld);

/** Shows a short message; read out politely. @returns its id, for `dismissToast` */
export const showToast = (toast: Toast): number => toasts.show(toast);

/** Takes a toast away before its time. */
export const dismissToast = (id: number): void => toasts.dismiss(id);

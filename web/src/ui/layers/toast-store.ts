import { createStore, type StoreApi } from 'zustand/vanilla';

/** A short message, with at most one thing to do about it. */
export interface Toast {
  readonly message: string;
  readonly action?: { readonly label: string; readonly onSelect: () => void };
  /** A newer toast of the same topic takes the place of an older one. */
  readonly topic?: string;
  /** How long it stays; 4 seconds unless told, 10 for what can be undone. */
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
/** More than this and the oldest goes: nobody reads a tower. */
const mostShown = 3;

/** Keeps the toasts of a page. `after` runs a function later and is a clock in tests. */
export function createToasts(after: (run: () => void, delayMs: number) => void): {
  readonly store: StoreApi<ToastState>;
  readonly show: (toast: Toast) => number;
  readonly dismiss: (id: number) => void;
} {
  const store = createStore<ToastState>(() => ({ toasts: [] }));
  let lastId = 0;
  const dismiss = (id: number) =>
    store.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }));
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
    after(() => dismiss(id), toast.durationMs ?? defaultDurationMs);
    return id;
  };
  return { store, show, dismiss };
}

/** The toasts of this page. */
export const toasts = createToasts((run, delayMs) => setTimeout(run, delayMs));

/** Shows a short message; read out politely. @returns its id, for `dismissToast` */
export const showToast = (toast: Toast): number => toasts.show(toast);

/** Takes a toast away before its time. */
export const dismissToast = (id: number): void => toasts.dismiss(id);

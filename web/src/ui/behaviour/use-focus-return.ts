import { useEffect } from 'react';

/**
 * Gives the focus back to what had it when the part that calls this came over the page: an element that is
 * taken out of the page takes the focus with it. Has to stand before whatever moves the focus in. When what
 * had it has gone meanwhile, the content gets it.
 */
export function useFocusReturn(): void {
  useEffect(() => {
    const before = document.activeElement;
    return () => {
      if (!(before instanceof HTMLElement)) return;
      before.focus();
      const isLost = before !== document.body && document.activeElement === document.body;
      if (isLost) document.querySelector('main')?.focus({ preventScroll: true });
    };
  }, []);
}

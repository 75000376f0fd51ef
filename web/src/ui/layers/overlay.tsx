import type { ComponentType } from 'react';
import { logProblem } from '../../lib/log.ts';
import { serverPresence } from '../../lib/server-presence.ts';
import { texts } from '../../texts/index.ts';
import { type Part, part } from './part.tsx';
import { showToast } from './toast-store.ts';

/**
 * A part that comes over the page and goes again: a menu, a dialog, a bar. When its code cannot be had, a toast
 * says so and the page stays as it was; the next try asks again.
 * @param close takes back the wish to see it
 */
export function overlay<P extends object>(
  load: () => Promise<ComponentType<P>>,
  close: (props: P) => void,
): Part<P> {
  return part(load, {
    onFailure: (props, error) => {
      logProblem('A part of the page could not be loaded', error);
      void serverPresence.doubt();
      showToast({ message: texts.app.unreachable });
      close(props);
    },
  });
}

import type { ComponentProps, MouseEvent } from 'react';
import { useIsServerAway } from '../../lib/server-presence.ts';
import { texts } from '../../texts/index.ts';

/** Whether a control works only while the server is there. */
export interface NeedsServerProps {
  readonly needsServer?: boolean | undefined;
}

type Dimmed = Pick<ComponentProps<'button'>, 'aria-disabled' | 'title' | 'onClick'>;

const refuse = (event: MouseEvent): void => {
  event.preventDefault();
  event.stopPropagation();
};

/**
 * What a control becomes while the server it needs is away: dimmed, with the reason, and still found by the
 * keyboard. Null as long as it works.
 */
export function useDimmed(needsServer: boolean | undefined, what: string): Dimmed | null {
  const isAway = useIsServerAway();
  if (needsServer !== true || !isAway) return null;
  return { 'aria-disabled': true, title: texts.app.needsServer(what), onClick: refuse };
}

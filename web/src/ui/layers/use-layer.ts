import { useEffect, useRef } from 'react';
import { openLayer } from '../../lib/layer-history.ts';

/**
 * Makes what is rendered a step of the browser's history for as long as it stands: Back closes it, and so does a
 * change of page.
 * @param onClose takes it off the page
 */
export function useLayer(onClose: () => void): void {
  const latest = useRef(onClose);
  latest.current = onClose;
  useEffect(() => openLayer(() => latest.current()), []);
}

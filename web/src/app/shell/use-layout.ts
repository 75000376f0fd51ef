import { useMediaQuery } from '../../lib/use-media-query.ts';

/**
 * How the shell is laid out. `wide`: three panes. `middle`: the player below the content, the queue as a drawer.
 * `phone`: tabs with words below a line about what plays. `low`: all of that in one bar.
 */
export type Layout = 'wide' | 'middle' | 'phone' | 'low';

/** The layout that the window has room for; the same limits stand in `shell.module.css`. */
export function useLayout(): Layout {
  const isLow = useMediaQuery('(height < 31.25rem)');
  const isPhone = useMediaQuery('(width < 48rem)');
  const isMiddle = useMediaQuery('(width < 75rem)');
  if (isLow) return 'low';
  if (isPhone) return 'phone';
  return isMiddle ? 'middle' : 'wide';
}

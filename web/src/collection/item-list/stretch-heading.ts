import type { PlayTarget } from '../item-actions/play-target.ts';

/** Words of a heading between stretches, and what the verbs do with all below it. */
export interface StretchHeading {
  readonly text: string;
  /** 3 unless told. */
  readonly level?: 2 | 3;
  /** Where it leads: a page that shows all below it. */
  readonly href?: string;
  readonly targets?: readonly PlayTarget[];
  /** A button at the end of the line that shows all rows or few, where there are more than few. */
  readonly expansion?: { readonly label: string; readonly onSelect: () => void };
}

import { dialogs } from './layers/dialogs.ts';
import { menus } from './layers/menus.ts';
import { palettes } from './layers/palettes.ts';
import { playing } from './layers/playing.ts';
import { withinScreens } from './layers/within-screens.ts';
import type { State } from './state.ts';

/** What opens over a screen, within it or beside it. */
export const layers: readonly State[] = [...menus, ...withinScreens, ...dialogs, ...palettes, ...playing];

import { palette } from './en/palette.ts';
import { exchangeable } from './exchangeable.ts';

/** Texts of the palette, in a module of their own: nobody loads them before they open it. */
export const { texts: paletteTexts, exchange: setPaletteCatalogue } = /* @__PURE__ */ exchangeable(palette);

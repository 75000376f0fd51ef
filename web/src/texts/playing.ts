import { playing } from './en/playing.ts';
import { exchangeable } from './exchangeable.ts';

/** Texts of what plays that come after the first screen. */
export const { texts: playingTexts, exchange: setPlayingCatalogue } = /* @__PURE__ */ exchangeable(playing);

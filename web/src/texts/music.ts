import { music } from './en/music.ts';
import { exchangeable } from './exchangeable.ts';

/** Texts of the screens that show what tags tell, in a module of their own: they come with those screens. */
export const { texts: musicTexts, exchange: setMusicCatalogue } = /* @__PURE__ */ exchangeable(music);

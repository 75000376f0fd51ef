import { likes } from './en/likes.ts';
import { exchangeable } from './exchangeable.ts';

/** Texts of hearts and stars. */
export const { texts: likeTexts, exchange: setLikesCatalogue } = /* @__PURE__ */ exchangeable(likes);

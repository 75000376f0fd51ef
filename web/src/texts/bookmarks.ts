import { bookmarks } from './en/bookmarks.ts';
import { exchangeable } from './exchangeable.ts';

/** Texts of bookmarks. */
export const { texts: bookmarkTexts, exchange: setBookmarksCatalogue } =
  /* @__PURE__ */ exchangeable(bookmarks);

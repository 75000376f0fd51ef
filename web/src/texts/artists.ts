import { artists } from './en/artists.ts';
import { exchangeable } from './exchangeable.ts';

/** Texts of the first screen, of artists and of genres, in a module of their own: they come with those screens. */
export const { texts: artistTexts, exchange: setArtistCatalogue } = /* @__PURE__ */ exchangeable(artists);

import { corrections } from './en/corrections.ts';
import { exchangeable } from './exchangeable.ts';

/** Texts of what administrators correct, in a module of their own: they come with its dialog. */
export const { texts: correctionTexts } = /* @__PURE__ */ exchangeable(corrections);

import { foldText } from '../../platform/text/fold.ts';
import { naturalKey } from '../../platform/text/natural-key.ts';

/** Words that do not count at the beginning of a name, unless people say otherwise. */
export const defaultArticles = 'The El La Los Las Le Les Os As O A An Die Das Der Ein Eine Un Une';

/** How a name is ordered: the bytes of its key, and the letter it stands under. */
interface SortPlace {
  readonly key: Uint8Array;
  readonly letter: string;
}

/** Gives names their place in an order. */
export type PlaceOf = (name: string, sortName: string | null) => SortPlace;

const letterOf = (text: string): string => {
  const first = /[\p{L}\p{N}]/u.exec(foldText(text))?.[0];
  if (first === undefined || /\p{N}/u.test(first)) return '#';
  return first.toUpperCase();
};

/**
 * Makes the order of names: without the article they begin with, unless a sort tag says how.
 * @param articles words separated by blanks
 */
export const createPlaceOf = (articles: string): PlaceOf => {
  const words = new Set(articles.split(/\s+/).map(foldText));
  const withoutArticle = (name: string): string => {
    const match = /^\s*(\S+)\s+(\S.*)$/su.exec(name);
    return match?.[2] !== undefined && words.has(foldText(match[1] ?? '')) ? match[2] : name;
  };
  return (name, sortName) => {
    const text = sortName ?? withoutArticle(name);
    return { key: naturalKey(text), letter: letterOf(text) };
  };
};

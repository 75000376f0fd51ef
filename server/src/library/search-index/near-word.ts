/**
 * Whether a word and a stretch of a text differ by exactly one edit: a letter more, fewer or other, or two neighbours that
 * changed places. Takes no copy: it is asked of every word of a collection.
 */
export const isNear = (word: string, text: string, from: number, to: number): boolean => {
  const length = to - from;
  const difference = length - word.length;
  if (difference > 1 || difference < -1) return false;
  let start = 0;
  const shorter = Math.min(length, word.length);
  while (start < shorter && word.charCodeAt(start) === text.charCodeAt(from + start)) start += 1;
  let end = 0;
  while (end < shorter - start && word.charCodeAt(word.length - 1 - end) === text.charCodeAt(to - 1 - end)) {
    end += 1;
  }
  const left = word.length - start - end;
  const right = length - start - end;
  if (left + right === 0) return false;
  if (left <= 1 && right <= 1) return true;
  return (
    left === 2 &&
    right === 2 &&
    word.charCodeAt(start) === text.charCodeAt(from + start + 1) &&
    word.charCodeAt(start + 1) === text.charCodeAt(from + start)
  );
};

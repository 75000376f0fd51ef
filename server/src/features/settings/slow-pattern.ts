import { AppError } from '../../platform/app-error.ts';

/** The longest name a file can have. */
const nameLength = 255;
const namesTried = 48;

/**
 * Most processor time for all names tried, in milliseconds. Usual patterns take ten the first time and one
 * from then on. Those that keep many half matches alive, such as `(a|x).{300}`, take up to ten for each name:
 * a scan would stand still for a minute over 10,000 of them.
 */
const mostMs = 40;

/** Names in which a pattern finds the beginning of a match everywhere, the same ones each time. */
function* hardNames(pattern: string): Generator<string> {
  const own = [...new Set(pattern.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ''))];
  for (let number = 0; number < namesTried; number += 1) {
    // Each time without another of the pattern's characters: an engine passes names that lack a needed one.
    const left = own.filter((_, index) => own.length < 2 || index !== number % (own.length + 1));
    const characters = [...left, 'a', '.'];
    let seed = number + 1;
    yield Array.from({ length: nameLength }, () => {
      seed = (seed * 1_103_515_245 + 12_345) % 0x80000000;
      return characters[(seed >>> 16) % characters.length];
    }).join('');
  }
}

/**
 * Tries a compiled pattern on hard names before it is saved.
 * @param usedMs processor time of this thread so far, in milliseconds
 * @throws AppError invalid_album_art_pattern when it takes too long
 */
export const assertQuick = (
  pattern: { text: string; matches: (baseName: string) => boolean },
  usedMs: () => number,
): void => {
  const begunMs = usedMs();
  for (const name of hardNames(pattern.text)) {
    pattern.matches(name);
    if (usedMs() - begunMs <= mostMs) continue;
    throw new AppError(
      'invalid_album_art_pattern',
      'This regular expression takes too long. Please enter a simpler one.',
    );
  }
};

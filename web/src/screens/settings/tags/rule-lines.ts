/** What stands for a blank where one would not be seen. */
const shownBlank = '␣';

/** Separators as lines, with blanks that can be seen. */
export const linesOfSeparators = (separators: readonly string[]): string =>
  separators.map((separator) => separator.replaceAll(' ', shownBlank)).join('\n');

/** The separators of such lines; blanks may be typed as they are. */
export const separatorsOf = (lines: string): string[] =>
  [...new Set(lines.split('\n').map((line) => line.replaceAll(shownBlank, ' ')))].filter(
    (line) => line.trim() !== '',
  );

/** Names, one a line. */
export const namesOf = (lines: string): string[] =>
  [...new Set(lines.split('\n').map((line) => line.trim()))].filter((line) => line !== '');

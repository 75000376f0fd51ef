import { RE2JS } from 're2js';
import { AppError } from '../app-error.ts';

/** Longest pattern, in characters. */
const longestPattern = 512;

/**
 * Largest compiled pattern, in instructions: as many as the longest literal text takes. Counted
 * repetitions (`.{900}`) make more, and each costs time for every character of every name.
 */
const largestProgram = 600;

const refusal = (cause?: unknown): AppError =>
  new AppError('invalid_album_art_pattern', 'Please enter a valid regular expression.', { cause });

const tooLarge = (): AppError =>
  new AppError(
    'invalid_album_art_pattern',
    'This regular expression is too large. Please enter a shorter one.',
  );

const compile = (text: string): RE2JS => {
  try {
    return RE2JS.compile(text, RE2JS.CASE_INSENSITIVE);
  } catch (error) {
    throw refusal(error);
  }
};

/**
 * Compiles a user's regular expression for names of picture files: anywhere in the name, in any case, in
 * time that grows only linearly with the name. Look-around and back-references do not exist.
 * @returns whether a base name matches
 * @throws AppError invalid_album_art_pattern
 */
export const compileAlbumArtPattern = (text: string): ((baseName: string) => boolean) => {
  if (text.length > longestPattern) throw tooLarge();
  const pattern = compile(text);
  if (pattern.programSize() > largestProgram) throw tooLarge();
  return (baseName) => pattern.test(baseName);
};

import fc from 'fast-check';

const awkward = fc.constantFrom(
  '__proto__',
  'constructor',
  'toString',
  '50%20off',
  '%',
  '%2F',
  '%00',
  '#1',
  'What?',
  'a+b',
  'A & B',
  "'; DROP TABLE users; --",
  '" OR 1=1',
  '<script>alert(1)</script>',
  '\u202edrowssap',
  'e\u0301t\u00e9',
  '\ud800',
  '\udfff tail',
  '\ufeffbom',
  'line\nbreak',
  'tab\t',
  '-rf',
  'a/b\\c',
  '💿👩‍👩‍👧',
  ' leading',
  'nul\0inside',
  'x'.repeat(2000),
);

/** Any string: plain, of any script, of lone surrogates, and the classics. */
export const anyText = fc.oneof(
  awkward,
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.string({ maxLength: 5 }),
);

/** Addresses cannot hold a part that is only dots: every client takes it for a way up. */
export const isAddressable = (text: string): boolean => text !== '.' && text !== '..' && text !== '';

/** One encoded segment of an address. */
export const segment = (text: string): string => encodeURIComponent(text.toWellFormed());

/** How many strings each parameter gets: `npm run trust -- strings` sends more than the tests of every day. */
export const stringsEach = (count: number): { numRuns: number } => ({
  numRuns: process.env['STRINGS'] === undefined ? count : Number(process.env['STRINGS']),
});

/** A text as it is kept: what is no Unicode is replaced. A careless model shows that a difference is told of. */
export const keptAs = (text: string): string =>
  process.env['STRINGS_MODEL'] === 'careless' ? text : text.toWellFormed();

import { createRemembered } from '../../platform/remembered.ts';

/** How one text that names several is taken apart. */
export interface SplittingRules {
  /** Between names of people, blanks included: `AC/DC` is one name. Compared without case. */
  readonly people: readonly string[];
  /** Between genres, and between moods. */
  readonly genres: readonly string[];
  /** Names that are never taken apart, also as one of several. */
  readonly never: readonly string[];
}

/** What holds until an administrator says otherwise. */
export const defaultSplitting: SplittingRules = {
  people: [' / ', '; ', ' feat. ', ' feat ', ' ft. ', ' ft '],
  genres: [';', ',', '/'],
  never: [],
};

/** Takes apart what one tag says. A field that is a list already stays as it is. */
export interface Splitter {
  people(values: readonly string[]): readonly string[];
  genres(values: readonly string[]): readonly string[];
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

const matcher = (texts: readonly string[]): RegExp | null => {
  const usable = texts.filter((text) => text !== '').toSorted((a, b) => b.length - a.length);
  return usable.length === 0 ? null : new RegExp(usable.map(escaped).join('|'), 'giu');
};

/** Places in a text where one of some names stands by itself: at its ends there is an end or a separator. */
const keptSpans = (text: string, names: RegExp | null, separators: RegExp): [number, number][] => {
  if (names === null) return [];
  const starts = new Set([0]);
  const ends = new Set([text.length]);
  for (const match of text.matchAll(separators)) {
    ends.add(match.index);
    starts.add(match.index + match[0].length);
  }
  return [...text.matchAll(names)]
    .map((match): [number, number] => [match.index, match.index + match[0].length])
    .filter(([start, end]) => starts.has(start) && ends.has(end));
};

const splitOne = (text: string, separators: RegExp, never: RegExp | null): string[] => {
  if (text.search(separators) === -1) return [text];
  const kept = keptSpans(text, never, separators);
  const parts: string[] = [];
  let from = 0;
  for (const match of text.matchAll(separators)) {
    const isKept = kept.some(([start, end]) => match.index >= start && match.index < end);
    if (isKept || match.index < from) continue;
    parts.push(text.slice(from, match.index));
    from = match.index + match[0].length;
  }
  parts.push(text.slice(from));
  const named = parts.map((part) => part.trim()).filter((part) => part !== '');
  return named.length === 0 ? [text] : named;
};

/** How many texts are remembered, of people and of genres: many songs have the same. */
const rememberedTexts = 1_000;

/** Makes a splitter of rules. */
export const createSplitter = (rules: SplittingRules): Splitter => {
  const never = matcher(rules.never);
  const by = (separators: RegExp | null) => {
    const remembered = createRemembered<readonly string[]>(rememberedTexts);
    return (values: readonly string[]): readonly string[] => {
      const [only] = values;
      if (only === undefined || values.length > 1 || separators === null) return values;
      return remembered.of(only, () => [...new Set(splitOne(only, separators, never))]);
    };
  };
  return { people: by(matcher(rules.people)), genres: by(matcher(rules.genres)) };
};

import type { ArtistLink } from '@tonearm/contract';

/** A piece of a text: a name with the id of whom it means, or what stands between names. */
export interface LinkedPart {
  readonly text: string;
  readonly id: string | null;
  /** Where in the whole text it begins. */
  readonly at: number;
}

/**
 * Cuts a text at the names in it, from left to right; of names that overlap the longer one counts. Together the
 * parts are the text. Names that it does not hold, or that mean nobody, are passed over.
 */
export function linkedParts(text: string, names: readonly ArtistLink[]): readonly LinkedPart[] {
  const known = names
    .filter(({ id, name }) => id !== null && name !== '')
    .toSorted((a, b) => b.name.length - a.name.length);
  const parts: LinkedPart[] = [];
  let from = 0;
  for (;;) {
    const next = nextName(text, known, from);
    const end = next?.at ?? text.length;
    if (end > from) parts.push({ text: text.slice(from, end), id: null, at: from });
    if (!next) return parts;
    parts.push(next);
    from = next.at + next.text.length;
  }
}

function nextName(text: string, known: readonly ArtistLink[], from: number): LinkedPart | null {
  let best: LinkedPart | null = null;
  for (const { id, name } of known) {
    const at = text.indexOf(name, from);
    if (at >= 0 && (best === null || at < best.at)) best = { text: name, id, at };
  }
  return best;
}

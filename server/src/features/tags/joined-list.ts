/** What tells how many people a list names that lies in its file as one text. */
interface Beside {
  /** The same people as they are shown: `AC/DC feat. Anna`. */
  readonly shown: readonly string[];
  /** Their identities, as far as the file says them. */
  readonly mbIds: readonly string[];
}

/** Parts of a text, of which those stay together that are shown together. */
const shownParts = (parts: readonly string[], shown: string): string[] => {
  const found: string[] = [];
  for (let at = 0; at < parts.length; ) {
    let end = parts.length;
    while (end > at + 1 && !shown.includes(parts.slice(at, end).join('/'))) end -= 1;
    found.push(parts.slice(at, end).join('/'));
    at = end;
  }
  return found;
};

/**
 * Takes a list of people apart that lies in its file as one text: ID3 before version 2.4 had no other way, and programs put a
 * slash or semicolon between names (`Anna/Bo`). As `AC/DC` is one name, it is done only where as many identities are told as
 * there are names, or where they are told nowhere and the names are shown otherwise (`Anna feat. Bo`).
 * @returns the list as it is where nothing tells that there are several
 */
export const withoutJoints = (list: readonly string[], { shown, mbIds }: Beside): readonly string[] => {
  const [only, ...others] = list;
  if (only === undefined || others.length > 0 || !/[/;]/.test(only)) return list;
  const ids = mbIds.flatMap((id) => id.split(/\s*[;/]\s*/)).length;
  const parts = only.split(/\s*;\s*|\//).map((part) => part.trim());
  if (ids > 1 && parts.length === ids) return parts;
  const text = shown.length === 1 ? (shown[0] ?? '') : '';
  const together = shownParts(parts, text);
  if (ids > 1) return together.length === ids ? together : list;
  const isShownOtherwise = ids === 0 && !text.includes(only) && together.every((part) => text.includes(part));
  return isShownOtherwise ? together : list;
};

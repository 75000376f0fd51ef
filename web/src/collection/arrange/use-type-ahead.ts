import { useEffect, useRef, useState } from 'react';
import { foldText } from '../../lib/fold-text.ts';
import type { ListItem } from '../item-actions/play-target.ts';
import { itemTitle } from '../item-list/item-names.ts';

/** What is typed belongs together as long as no pause is longer. */
const pauseMs = 1_000;

/** Keys that mean something everywhere: a word that begins so is begun with an apostrophe. */
const takenKeys: ReadonlySet<string> = new Set('flmnqs/? ');
const startKey = "'";

interface TypeAheadDeps {
  readonly itemCount: number;
  readonly itemAt: (index: number) => ListItem | undefined;
  readonly goTo: (index: number) => void;
}

/**
 * Typing in a list jumps to the next entry that begins so; the same letter again goes on to the one after.
 * Entries that have not come yet are passed over.
 */
export function useTypeAhead({ itemCount, itemAt, goTo }: TypeAheadDeps): {
  /** Null while nobody types. */
  readonly typed: string | null;
  /** @returns whether the key was taken */
  readonly onKey: (
    event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>,
    index: number,
  ) => boolean;
} {
  const [typed, setTyped] = useState<string | null>(null);
  // Keys may come faster than renderings.
  const latest = useRef<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const set = (text: string | null) => {
    latest.current = text;
    setTyped(text);
    clearTimeout(timer.current);
    if (text !== null) timer.current = setTimeout(() => set(null), pauseMs);
  };
  return {
    typed,
    onKey: ({ key, ctrlKey, metaKey, altKey }, index) => {
      const before = latest.current;
      if (ctrlKey || metaKey || altKey) return false;
      if (before !== null && key === 'Backspace') {
        set(before.slice(0, -1));
        return true;
      }
      if ([...key].length !== 1 || (before === null && takenKeys.has(key.toLowerCase()))) return false;
      const text = before === null && key === startKey ? '' : (before ?? '') + key;
      set(text);
      const target = targetOf(text, index, { itemCount, itemAt });
      if (target !== null) goTo(target);
      return true;
    },
  };
}

/** The next entry that begins with a text: from the one at `index` on, after it when one letter is typed. */
function targetOf(
  text: string,
  index: number,
  { itemCount, itemAt }: Omit<TypeAheadDeps, 'goTo'>,
): number | null {
  const letters = [...foldText(text)];
  if (letters.length === 0) return null;
  const isRepeated = letters.every((letter) => letter === letters[0]);
  const wanted = [letters.join(''), ...(isRepeated ? [letters[0] ?? ''] : [])];
  for (const start of wanted) {
    const skipped = start.length === 1 ? 1 : 0;
    for (let step = skipped; step < itemCount + skipped; step += 1) {
      const place = (index + step) % itemCount;
      const item = itemAt(place);
      if (item && foldText(itemTitle(item)).startsWith(start)) return place;
    }
  }
  return null;
}

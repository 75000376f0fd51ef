import type { LetterPlaces } from '@tonearm/contract';
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { artistTexts } from '../../texts/artists.ts';
import type { ItemListReach } from '../item-list/item-list.tsx';
import { scrollParentOf } from '../item-list/use-window.ts';
import styles from './letter-rail.module.css';

/** While a list scrolls, its letter is looked up no more often than this. */
const lookMs = 120;

/** Where a key goes from the letter that has the keyboard. */
const keySteps: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowRight: (at, last) => Math.min(at + 1, last),
  ArrowDown: (at, last) => Math.min(at + 1, last),
  ArrowLeft: (at) => Math.max(at - 1, 0),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
};

interface LetterRailProps {
  readonly letters: LetterPlaces;
  /** The list that the letters are of. */
  readonly reach: RefObject<ItemListReach>;
}

/**
 * The letters of a long list, above it and in view while it scrolls: a press goes to where one begins.
 * One Tab stop; arrows go from letter to letter.
 */
export function LetterRail({ letters, reach }: LetterRailProps): ReactNode {
  const rail = useRef<HTMLElement>(null);
  const [focused, setFocused] = useState<number | null>(null);
  const here = useLetterInView(rail, { letters, reach });
  const tabStop = Math.min(focused ?? here, letters.length - 1);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const next = keySteps[event.key]?.(tabStop, letters.length - 1);
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    rail.current?.querySelectorAll('button')[next]?.focus();
  };
  return (
    <nav ref={rail} className={styles['rail']} aria-label={artistTexts.letters} onKeyDown={onKeyDown}>
      {letters.map(({ letter, offset }, index) => (
        <button
          key={letter}
          type="button"
          className={styles['letter']}
          tabIndex={index === tabStop ? 0 : -1}
          aria-current={index === here ? 'location' : undefined}
          onFocus={() => setFocused(index)}
          onBlur={() => setFocused(null)}
          onClick={() => reach.current?.bringToTop(offset, rail.current?.offsetHeight ?? 0)}
        >
          {letter}
        </button>
      ))}
    </nav>
  );
}

/** Index of the letter that the entry at the top of the view has. */
function useLetterInView(rail: RefObject<HTMLElement>, { letters, reach }: LetterRailProps): number {
  const [here, setHere] = useState(0);
  useEffect(() => {
    const element = rail.current;
    if (!element) return;
    const scroller = scrollParentOf(element);
    const target = scroller === document.scrollingElement ? window : scroller;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      timer = undefined;
      const top = reach.current?.topItem(element.offsetHeight) ?? 0;
      const index = Math.max(
        0,
        letters.findLastIndex(({ offset }) => offset <= top),
      );
      setHere(index);
    };
    const lookSoon = () => {
      timer ??= setTimeout(look, lookMs);
    };
    lookSoon();
    target.addEventListener('scroll', lookSoon, { passive: true });
    return () => {
      clearTimeout(timer);
      target.removeEventListener('scroll', lookSoon);
    };
  }, [rail, letters, reach]);
  useEffect(() => {
    const element = rail.current;
    const letter = element?.children[here] as HTMLElement | undefined;
    // The rail alone moves: `scrollIntoView` would take the page along.
    if (!element || !letter) return;
    element.scrollLeft = letter.offsetLeft - element.clientWidth / 2;
  }, [rail, here]);
  return here;
}

import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { pageQuery } from '../../api/collection.ts';
import { navigate } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { createPictureHold, type PictureHold } from '../../ui/cover/picture-hold.ts';

/** The address follows when typing pauses for this long; the results do not wait for it. */
const addressDelayMs = 300;

/** A search that follows what is typed. */
export interface LiveSearch {
  readonly text: string;
  /** The last query whose results are there: they stay until those of the next one have come. */
  readonly shown: string;
  /** Nothing can be shown yet. */
  readonly isWaiting: boolean;
  readonly error: unknown;
  /** Covers of what was found wait while somebody types. */
  readonly pictures: PictureHold;
  readonly type: (text: string) => void;
  /** Searches for what is typed now; the address says so at once. */
  readonly find: () => void;
  readonly retry: () => void;
}

/**
 * Keeps field, results and address together. Each key asks at once, and aborts what was asked before;
 * the address is exchanged, not added to, so that Back leads out of the search.
 * @param query of the address
 */
export function useSearch(query: string): LiveSearch {
  const [text, setText] = useState(query);
  const [shown, setShown] = useState('');
  const [pictures] = useState(() => createPictureHold(afterwards));
  const address = useAddress(query, setText);
  const typed = text.trim();
  const { data, error, refetch, isFetching } = useQuery({
    ...pageQuery({ kind: 'search', query: typed }, 0),
    enabled: typed !== '',
  });
  const next = typed === '' ? '' : data ? typed : shown;
  if (next !== shown) setShown(next);
  return {
    text,
    shown: next,
    isWaiting: typed !== '' && next === '' && isFetching,
    error: typed !== '' && !data ? error : null,
    pictures,
    type(changed) {
      pictures.extend();
      setText(changed);
      address.followSoon(changed.trim());
    },
    find: () => address.follow(typed),
    retry: () => void refetch(),
  };
}

const afterwards = (run: () => void, delayMs: number) => {
  const timer = setTimeout(run, delayMs);
  return () => clearTimeout(timer);
};

/** Writes the address after what is typed, and tells when the address changed by itself (Back, a link). */
function useAddress(query: string, onChanged: (query: string) => void) {
  const written = useRef(query);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (query === written.current) return;
    written.current = query;
    clearTimeout(timer.current);
    onChanged(query);
  }, [query, onChanged]);
  const follow = (typed: string) => {
    clearTimeout(timer.current);
    written.current = typed;
    navigate(paths.search(typed), { replace: true });
  };
  return {
    follow,
    followSoon(typed: string) {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => follow(typed), addressDelayMs);
    },
  };
}

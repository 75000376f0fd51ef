import { useQuery } from '@tanstack/react-query';
import type { NameGroups } from '@tonearm/contract';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { pageQuery } from '../../api/collection.ts';
import { nameGroupsQuery } from '../../api/palette.ts';
import { navigate, parseHash } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { createPictureHold, type PictureHold } from '../../ui/cover/picture-hold.ts';

/** The address follows when typing pauses for this long; the results do not wait for it. */
const addressDelayMs = 300;

/** What is shown: a text, and how it was read. */
export interface ShownSearch {
  readonly text: string;
  readonly reading: NameGroups['reading'];
}

const nothingShown: ShownSearch = { text: '', reading: 'words' };

/** A search that follows what is typed. */
export interface LiveSearch {
  readonly text: string;
  /** The last query whose results are there: they stay until those of the next one have come. */
  readonly shown: ShownSearch;
  /** Where and why what is typed is no query; the results are those of before. */
  readonly fault: { readonly at: number; readonly detail: string } | null;
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
  const [shown, setShown] = useState(nothingShown);
  const [pictures] = useState(() => createPictureHold());
  const address = useAddress(query, setText);
  const typed = text.trim();
  const isAsked = typed !== '';
  // Asked for nothing, too: the server gets ready for the first letter then.
  const names = useQuery(nameGroupsQuery(typed));
  const reading = names.data?.reading ?? 'words';
  const fault = faultOf(names.error);
  const { data, error, refetch, isFetching } = useQuery({
    ...pageQuery(
      reading === 'query' ? { kind: 'query', query: typed, exact: false } : { kind: 'search', query: typed },
      0,
    ),
    enabled: isAsked && fault === null,
  });
  const isKnown = data !== undefined && !names.isLoading && fault === null;
  const next = !isAsked ? nothingShown : isKnown ? { text: typed, reading } : shown;
  if (next.text !== shown.text || next.reading !== shown.reading) setShown(next);
  return {
    text,
    shown: next,
    isWaiting: isAsked && next.text === '' && fault === null && (isFetching || names.isLoading),
    error: isAsked && fault === null && !data ? error : null,
    fault: isAsked ? fault : null,
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

/** Any other failure of the groups is not told: the words are searched as ever. */
const faultOf = (error: unknown): LiveSearch['fault'] =>
  error instanceof ApiError && error.code === 'invalid_query'
    ? { at: error.at ?? 0, detail: error.detail }
    : null;

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
    // The field loses the focus when its screen goes: the address is that of another one by then.
    if (parseHash(window.location.hash)[0] !== 'search') return;
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

import type { FolderListing } from '@tonearm/contract';
import { useEffect, useState } from 'react';
import { listFolders } from '../../api/settings.ts';

/** What is known about a folder of the server's machine; `failed` when the server could not be asked. */
export type FolderAnswer = { readonly path: string } & (
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly retry: () => void }
  | { readonly kind: 'listing'; readonly listing: FolderListing }
);

/**
 * Looks at a folder on the server, `delayMs` after `path` last changed; an answer to an older path is
 * dropped. Null asks nothing.
 */
export function useFolderListing(path: string | null, delayMs: number): FolderAnswer | null {
  const [answer, setAnswer] = useState<FolderAnswer | null>(null);
  useEffect(() => {
    if (path === null) {
      setAnswer(null);
      return undefined;
    }
    const controller = new AbortController();
    const ask = () => {
      setAnswer({ path, kind: 'loading' });
      listFolders(path, controller.signal).then(
        (listing) => setAnswer({ path, kind: 'listing', listing }),
        () => {
          if (!controller.signal.aborted) setAnswer({ path, kind: 'failed', retry: ask });
        },
      );
    };
    const timer = setTimeout(ask, delayMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [path, delayMs]);
  return answer?.path === path ? answer : null;
}

import { createContext, useContext, useEffect, useState } from 'react';

/** The picture of an address as the browser still keeps it, without asking the server; null when it keeps none. */
export type KeptPicture = (src: string, signal: AbortSignal) => Promise<Blob | null>;

/** Where covers find what the browser keeps. */
export const KeptPictureContext = createContext<KeptPicture>(() => Promise.resolve(null));

/**
 * An address of the picture as it was when it was last seen, for one that cannot be had now: a server that is away
 * takes no cover with it that was shown before. @returns null while there is none
 */
export function useKeptPicture(src: string | null, isWanted: boolean): string | null {
  const keptPicture = useContext(KeptPictureContext);
  const [kept, setKept] = useState<{ readonly src: string; readonly url: string } | null>(null);
  useEffect(() => {
    if (!isWanted || src === null) return undefined;
    const asking = new AbortController();
    let url: string | null = null;
    void keptPicture(src, asking.signal).then((picture) => {
      if (picture === null || asking.signal.aborted) return;
      url = URL.createObjectURL(picture);
      setKept({ src, url });
    });
    return () => {
      asking.abort();
      if (url !== null) URL.revokeObjectURL(url);
    };
  }, [keptPicture, src, isWanted]);
  return isWanted && kept?.src === src ? kept.url : null;
}

import { useQueries } from '@tanstack/react-query';
import type { FolderFace } from '@tonearm/contract';
import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react';
import { facesPerPage, facesQuery } from '../../api/folder-faces.ts';
import type { ItemSpan } from '../item-list/layout.ts';

type Faces = ReadonlyMap<string, FolderFace>;

const FacesContext = createContext<Faces>(new Map());

/** What the folder of a path holds; undefined while that is on its way, and where nobody asks. */
export const useFolderFace = (path: string): FolderFace | undefined => useContext(FacesContext).get(path);

/** Asks what the folders of a folder hold, as far as they are looked at. */
export function useFolderFaces(path: string, isWanted: boolean) {
  const [pages, setPages] = useState<readonly number[]>([0]);
  const results = useQueries({
    queries: pages.map((page) => ({ ...facesQuery(path, page), enabled: isWanted })),
  });
  const answers = results.flatMap(({ data }) => (data ? [data] : []));
  const key = results.map(({ dataUpdatedAt }) => dataUpdatedAt).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is another at each rendering, what it holds is not
  const faces = useMemo((): Faces => new Map(answers.flat().map((face) => [face.path, face])), [key]);
  const show = useCallback((spans: readonly ItemSpan[]) => {
    setPages((now) => {
      const seen = new Set(now);
      for (const { first, last } of spans) {
        for (let page = Math.floor(first / facesPerPage); page * facesPerPage <= last; page += 1)
          seen.add(page);
      }
      return seen.size > now.length ? [...seen] : now;
    });
  }, []);
  return { faces, show };
}

/** Gives what was found to every row inside. */
export const FolderFaces = ({ faces, children }: { readonly faces: Faces; readonly children: ReactNode }) => (
  <FacesContext.Provider value={faces}>{children}</FacesContext.Provider>
);

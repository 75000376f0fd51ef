import { rememberNewest } from '../../platform/remembered.ts';
import type { OpenedPlaylist } from './playlists.ts';

/**
 * What is worked out of contents of playlists, until songs come, go or change.
 * @param most how many are remembered; those go first that were made first, or used first where use counts
 */
export const createByContent = <Value>(
  { most, isByUse = false }: { most: number; isByUse?: boolean },
  workOut: (playlist: OpenedPlaylist) => Promise<Value>,
) => {
  let remembered = new Map<number, Value>();
  return {
    has: ({ contentId }: Pick<OpenedPlaylist, 'contentId'>): boolean => remembered.has(contentId),
    of: async (playlist: OpenedPlaylist): Promise<Value> => {
      // Songs that come or go meanwhile make another map; what is worked out here is not put into that one.
      const current = remembered;
      const key = playlist.contentId;
      const known = current.get(key);
      if (known !== undefined && !isByUse) return known;
      const value = known ?? (await workOut(playlist));
      rememberNewest(current, { key, value, most });
      return value;
    },
    forget: (): void => {
      remembered = new Map();
    },
    drop: (contentId: number): void => void remembered.delete(contentId),
  };
};

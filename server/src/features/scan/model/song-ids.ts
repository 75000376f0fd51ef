import { naturalSongId, nextSongId } from '../../../library/model/public-id.ts';
import type { SongIds } from '../../../library/write/model/give-ids.ts';
import type { KeptIds } from '../../../state/song-ids.ts';

/**
 * The id of what is at a path: the one kept for it; else made of the path, or, where another song took that id along,
 * of that id.
 */
export const createSongIds = (kept: KeptIds): SongIds => ({
  at: (path, isFree) => {
    const natural = naturalSongId(kept.installation, path);
    const { own, isNaturalTaken } = kept.of(natural);
    if (own !== null && isFree(own)) return own;
    if (!isNaturalTaken && isFree(natural)) return natural;
    let id = nextSongId(natural);
    while (kept.isTaken(id) || !isFree(id)) id = nextSongId(id);
    return id;
  },
});

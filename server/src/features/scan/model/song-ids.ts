import { naturalSongId, nextSongId } from '../../../library/model/public-id.ts';
import type { SongIds } from '../../../library/write/model/give-ids.ts';
import type { ScanReading } from '../../../state/scan-reading.ts';

/**
 * The id of what is at a path: the one kept for it; else made of the path, or, where another song took that id along,
 * of that id.
 */
export const createSongIds = (reading: Pick<ScanReading, 'installation' | 'keptAt' | 'isKept'>): SongIds => ({
  at: (path, isFree) => {
    const natural = naturalSongId(reading.installation, path);
    const { own, isNaturalTaken } = reading.keptAt(natural);
    if (own !== null && isFree(own)) return own;
    if (!isNaturalTaken && isFree(natural)) return natural;
    let id = nextSongId(natural);
    while (reading.isKept(id) || !isFree(id)) id = nextSongId(id);
    return id;
  },
});

import { foldedName, variousArtists } from '../../library/model/folded-name.ts';
import { derivedId, folderId, idText } from '../../library/model/public-id.ts';
import type { KnownArtists } from './node-parts.ts';

/** Artists that no tag names. */
export const knownArtists: KnownArtists = {
  unknown: idText(derivedId('artist', '')),
  various: idText(derivedId('artist', foldedName(variousArtists.name))),
};

/** The id of a folder by its virtual path. */
export const folderIdOf = (path: string): string => idText(folderId(path));

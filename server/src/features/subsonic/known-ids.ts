import { foldedName, variousArtists } from '../../library/model/folded-name.ts';
import { derivedId, folderId, idText } from '../../library/model/public-id.ts';
import type { KnownArtists } from './node-parts.ts';

const made = new Map<string, string>();

/** Of a name as it is compared; made once, when it is first asked for. */
const idOf = (folded: string): string => {
  let id = made.get(folded);
  if (id === undefined) {
    id = idText(derivedId('artist', folded));
    made.set(folded, id);
  }
  return id;
};

/** Artists that no tag names. */
export const knownArtists: KnownArtists = {
  get unknown() {
    return idOf('');
  },
  get various() {
    return idOf(foldedName(variousArtists.name));
  },
};

/** The id of a folder by its virtual path. */
export const folderIdOf = (path: string): string => idText(folderId(path));

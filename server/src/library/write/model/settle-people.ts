import { variousArtists } from '../../model/folded-name.ts';
import { derivedId } from '../../model/public-id.ts';
import { roleNumbers } from '../../model/roles.ts';
import type { PlaceOf } from '../../model/sort-text.ts';
import { most } from './most.ts';
import type { NameRow, NamesStore } from './names-store.ts';

const brainzKey = (mbId: string): string => `mb:${mbId}`;

/** Identities that names of one folded form bear. */
const mbIdsOf = (rows: readonly NameRow[]): Set<string> =>
  new Set(rows.filter(({ uses, mbId }) => uses > 0 && mbId !== '').map(({ mbId }) => mbId));

/**
 * Whose a name is: of the artist with its identity; without one of the only artist of that name who has one; else of
 * the name itself.
 */
const keyOf = ({ mbId, folded }: NameRow, mbIds: ReadonlySet<string>): string => {
  if (mbId !== '') return brainzKey(mbId);
  const [only] = mbIds;
  return mbIds.size === 1 && only !== undefined ? brainzKey(only) : `name:${folded}`;
};

/** Brings the names of one folded form to their artists. @param artists noted here when they changed */
const settleFolded = (names: NamesStore, folded: string, artists: Set<number>): void => {
  const rows = names.byFolded(folded);
  const mbIds = mbIdsOf(rows);
  for (const row of rows) {
    if (row.artistId !== 0) artists.add(row.artistId);
    if (row.uses === 0) {
      names.removeUnused(row.id);
      continue;
    }
    const artistId = names.artistOf(keyOf(row, mbIds));
    artists.add(artistId);
    if (artistId !== row.artistId) names.setArtist(row.id, artistId);
  }
};

/** Known by the name while nobody else bears it: tagging with identities later leaves the id alone. */
const publicIdOf = (names: NamesStore, mbId: string | null, folded: string): Buffer => {
  if (mbId === null) return derivedId('artist', folded);
  const mbIds = mbIdsOf(names.byFolded(folded));
  return mbIds.size === 1 && mbIds.has(mbId) ? derivedId('artist', folded) : derivedId('artist', 'mb', mbId);
};

/** The spelling that is used most, and the sort name most use. */
const shownOf = (rows: readonly NameRow[]): { shown: NameRow; sortName: string | null } | null => {
  const usesOf = ({ uses }: NameRow): number => uses;
  const shown = most(rows, ({ name }) => name, usesOf);
  const withSort = rows.filter(({ sortName }) => sortName !== '');
  const sorted = most(withSort, ({ sortName }) => sortName, usesOf);
  return shown === null ? null : { shown, sortName: sorted?.sortName ?? null };
};

/** Albums that an artist is on and that are not theirs: looked up only where there are both kinds. */
const guestAlbumsOf = (names: NamesStore, id: number, { on, own }: { on: number; own: number }): number =>
  on === 0 || own === 0 ? on : names.guestAlbums(id);

const settleArtist = (names: NamesStore, id: number, placeOf: PlaceOf): void => {
  const found = shownOf(names.byArtist(id));
  if (found === null) {
    names.removeArtist(id);
    return;
  }
  const { shown, sortName } = found;
  const key = names.artistKey(id) ?? '';
  const mbId = key.startsWith('mb:') ? key.slice(3) : null;
  const { key: sortKey, letter } = placeOf(shown.name, sortName);
  const roles = names.counts(id);
  const albumsIn = (role: number): number => roles.find((one) => one.role === role)?.albumCount ?? 0;
  const own = albumsIn(roleNumbers.albumArtist);
  names.updateArtist(
    id,
    {
      publicId: publicIdOf(names, mbId, shown.folded),
      name: shown.name,
      sortName,
      sortKey,
      letter,
      mbId,
      isListed: mbId === variousArtists.mbId ? 0 : 1,
      songCount: Math.max(0, ...roles.map(({ songCount }) => songCount)),
      albumCount: own,
      guestAlbumCount: guestAlbumsOf(names, id, { on: albumsIn(roleNumbers.artist), own }),
      composerAlbumCount: albumsIn(roleNumbers.composer),
      lyricistAlbumCount: albumsIn(roleNumbers.lyricist),
    },
    roles,
  );
};

/**
 * Brings names to their artists, and artists up to date, after these names were used more or less often.
 * Call inside a batch.
 */
export const settlePeople = (names: NamesStore, touched: Iterable<number>, placeOf: PlaceOf): void => {
  const folded = new Set<string>();
  for (const id of touched) {
    const row = names.byId(id);
    if (row !== undefined) folded.add(row.folded);
  }
  const artists = new Set<number>();
  for (const one of folded) settleFolded(names, one, artists);
  for (const id of artists) settleArtist(names, id, placeOf);
};

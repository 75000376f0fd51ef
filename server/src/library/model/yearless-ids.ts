import { derivedId } from './public-id.ts';

/** An album without a year: its songs, and the first of the folder trees they are in. */
interface Yearless {
  readonly songs: readonly { readonly isNew: boolean; readonly yearlessBefore: string | null }[];
  readonly tree: string;
}

/** The id that most of its songs had, and which nobody has taken; null without any. */
const idBefore = ({ songs }: Yearless, isFree: (id: string) => boolean): string | null => {
  const counts = new Map<string, number>();
  for (const { yearlessBefore: id } of songs)
    if (id !== null && isFree(id)) counts.set(id, (counts.get(id) ?? 0) + 1);
  const [best] = [...counts].toSorted(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
  return best?.[0] ?? null;
};

/** An id by identity and folder that nobody has. */
const idByFolder = (identity: string, tree: string, isFree: (id: string) => boolean): Buffer => {
  for (let nth = 1; ; nth += 1) {
    const id = derivedId('album', identity, tree, ...(nth === 1 ? [] : [String(nth)]));
    if (isFree(id.toString('hex'))) return id;
  }
};

/**
 * Ids of albums without a year that share an identity. Each keeps the one that it had. One that has none has that which
 * it would have alone where it came first, and else one of its folder as well. So whoever comes takes nobody's id, and
 * whoever is left when others go keeps its own. While a collection is taken in for the first time, what came first may
 * be met later: it still has the id of the first, so that a library that is made anew has the ids of before.
 * @param identity in hex
 * @param albums what came first stands first
 * @param taken ids in hex that none of them gets
 */
export const yearlessIds = <Album extends Yearless>(
  identity: string,
  albums: readonly Album[],
  taken: ReadonlySet<string | null>,
): Map<Album, Buffer> => {
  const alone = derivedId('album', identity, '');
  const aloneHex = alone.toString('hex');
  const given = new Map<Album, Buffer>();
  const used = new Set<string | null>(taken);
  const give = (album: Album, id: Buffer): void => {
    used.add(id.toString('hex'));
    given.set(album, id);
  };
  const isFree = (id: string): boolean => !used.has(id);
  const [first] = albums;
  const isFirstNew = first?.songs.some((song) => song.isNew) === true && idBefore(first, () => true) === null;
  if (first !== undefined && isFirstNew && isFree(aloneHex)) give(first, alone);
  const ownFirst = albums.toSorted((a, b) => Number(isAtHome(identity, b)) - Number(isAtHome(identity, a)));
  for (const album of ownFirst) {
    const id = given.has(album) ? null : idBefore(album, isFree);
    if (id !== null) give(album, Buffer.from(id, 'hex'));
  }
  if (first !== undefined && !given.has(first) && isFree(aloneHex)) give(first, alone);
  for (const album of albums) if (!given.has(album)) give(album, idByFolder(identity, album.tree, isFree));
  return given;
};

/** Whether what it had is the id of the folder it is in. */
const isAtHome = (identity: string, album: Yearless): boolean =>
  idBefore(album, () => true) === derivedId('album', identity, album.tree).toString('hex');

/** The least and the greatest of the values that songs have, as texts; both null where none has one. */
export interface Range {
  readonly least: string | null;
  readonly greatest: string | null;
}

/** What songs of a folder say of who plays. Lists are JSON. */
export interface SaidArtists {
  readonly albumArtists: Range;
  /** Of the songs without an album artist: all of their artists, and the first of each. */
  readonly artists: Range;
  readonly firstArtists: Range;
}

const only = ({ least, greatest }: Range): string | null => (least === greatest ? least : null);

const partsOf = (list: string): string[] => JSON.parse(list) as string[];

const joined = (list: string | null): string | null => (list === null ? null : partsOf(list).join('; '));

/**
 * The artist that the songs of a folder have in common: the album artist, else the artists. A guest on one
 * song takes nothing away, as then the first artists are compared.
 * @returns several of them joined as on the wire; null where they differ or none is said
 */
export const commonArtist = ({ albumArtists, artists, firstArtists }: SaidArtists): string | null => {
  if (albumArtists.least === null) return joined(only(artists)) ?? only(firstArtists);
  const common = only(albumArtists);
  if (common === null || artists.least === null) return joined(common);
  const [single, ...more] = partsOf(common);
  const isByFirst = more.length === 0 && only(firstArtists) === single;
  return only(artists) === common || isByFirst ? joined(common) : null;
};

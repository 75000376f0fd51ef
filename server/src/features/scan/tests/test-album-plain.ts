/** What one song's tags say of its album, and where it lies. */
export interface PlainSong {
  readonly number: number;
  /** Below the source: `a`, `a/CD 1`. */
  readonly folder: string;
  readonly album: string | null;
  readonly version: string | null;
  readonly albumArtist: string | null;
  readonly artists: readonly string[];
  readonly year: number | null;
  readonly release: string | null;
  readonly isCompilation: boolean;
  /** What no album is told by. */
  readonly comment: string;
}

/** An album as the rules have it. */
export interface PlainAlbum {
  readonly songs: readonly number[];
  /** What its id may depend on; null where several could share it. */
  readonly knownBy: string | null;
}

const fold = (text: string): string => text.toLowerCase().replaceAll(/[\s_'-]/g, '');

const treeOf = ({ folder }: PlainSong): string => folder.replace(/\/CD \d$/, '');

const keyOf = (song: PlainSong): string => {
  if (song.release !== null) return `release ${song.release}`;
  const by = song.albumArtist ?? (song.isCompilation ? 'Various Artists' : song.artists[0]);
  const title = `${fold(song.album ?? '')} (${fold(song.version ?? '')})`;
  return by === undefined ? `folder ${title} in ${treeOf(song)}` : `named ${title} by ${fold(by)}`;
};

/** Joins groups that meet until none do. */
const joined = (songs: readonly PlainSong[], meet: (a: PlainSong, b: PlainSong) => boolean) => {
  let groups = songs.map((song) => [song]);
  for (;;) {
    const pair = groups.flatMap((one, at) =>
      groups
        .slice(at + 1)
        .filter((other) => one.some((a) => other.some((b) => meet(a, b))))
        .map((other) => [one, other] as const),
    )[0];
    if (pair === undefined) return groups;
    const [one, other] = pair;
    groups = [...groups.filter((group) => group !== one && group !== other), [...one, ...other]];
  }
};

/** The year of most songs, the least of several; null without any. */
const yearOf = (songs: readonly PlainSong[]): number | null => {
  const years = songs.map(({ year }) => year).filter((year) => year !== null);
  const count = (year: number) => years.filter((each) => each === year).length;
  return years.toSorted((a, b) => count(b) - count(a) || a - b)[0] ?? null;
};

const numbersOf = (songs: readonly PlainSong[]): number[] =>
  songs.map(({ number }) => number).toSorted((a, b) => a - b);

const albumsOfKey = (key: string, songs: readonly PlainSong[]): PlainAlbum[] => {
  if (!key.startsWith('named')) return [{ songs: numbersOf(songs), knownBy: key }];
  const groups = joined(songs, (a, b) => treeOf(a) === treeOf(b) || (a.year !== null && a.year === b.year));
  const yearless = groups.filter((group) => yearOf(group) === null).length;
  return groups.map((group) => ({
    songs: numbersOf(group),
    knownBy: yearOf(group) === null && yearless > 1 ? null : `${key} of ${yearOf(group)}`,
  }));
};

/** All albums, by the rules in the plainest words: the same release; else names, and a year or a folder tree in common. */
export const albumsPlainly = (songs: readonly PlainSong[]): PlainAlbum[] =>
  [
    ...Map.groupBy(
      songs.filter(({ album }) => album !== null),
      keyOf,
    ),
  ].flatMap(([key, of]) => albumsOfKey(key, of));

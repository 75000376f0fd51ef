import { hash } from 'node:crypto';
import { splitLast } from '../../../platform/paths/virtual-path.ts';
import { idText } from '../../model/public-id.ts';
import { roleNumbers } from '../../model/roles.ts';
import { hexOf } from '../music/music-store.ts';
import type { AppReading } from './app-reading.ts';
import type { AppStore } from './app-store.ts';

/** The song that stands for an album, and its folder. */
interface CoverRow {
  readonly publicId: Buffer;
  readonly name: string;
  readonly hasPicture: 0 | 1;
  readonly path: string;
  readonly picturePath: string | null;
}

interface ArtistAlbumRow extends CoverRow {
  readonly role: number;
}

const pictureOf = ({ name, hasPicture, path, picturePath }: CoverRow): string | null =>
  picturePath ?? (hasPicture === 1 ? `${path}/${name}` : null);

const digits = 8;

/** The folder that all of some are in, themselves among them; '' where sources differ. */
const commonOf = (paths: readonly string[]): string => {
  const [first = '', ...others] = paths.map((path) => path.split('/'));
  if (first === '') return '';
  let length = first.length;
  for (const other of others)
    while (first.slice(0, length).join('/') !== other.slice(0, length).join('/')) length -= 1;
  return first.slice(0, length).join('/');
};

/** Where a picture of an artist may lie: the folder of their albums, which is above that of an only one. */
const foldersOfArtist = (albums: readonly ArtistAlbumRow[]): string[] => {
  const paths = [
    ...new Set(albums.filter(({ role }) => role === roleNumbers.albumArtist).map(({ path }) => path)),
  ];
  const common = commonOf(paths);
  const above = paths.includes(common) ? splitLast(common).folder : '';
  // The folder of a source is nobody's.
  return [common, above].filter((path) => path.includes('/'));
};

const createArtistPictures =
  ({ all }: Pick<AppStore, 'all'>) =>
  (ids: readonly string[]) => {
    const albumsOf = Map.groupBy(all<ArtistAlbumRow>('artistAlbums', hexOf(ids)), ({ publicId }) =>
      idText(publicId),
    );
    const folders = new Map([...albumsOf].map(([id, albums]) => [id, foldersOfArtist(albums)]));
    const wanted = JSON.stringify([...new Set([...folders.values()].flat())]);
    const files = new Map<string, string>();
    for (const { path, name } of all<{ path: string; name: string }>('artistFiles', wanted))
      if (!files.has(path)) files.set(path, `${path}/${name}`);
    return [...albumsOf].flatMap(([id, albums]): [string, string][] => {
      const own = folders.get(id)?.map((path) => files.get(path)) ?? [];
      const covers = albums.map(pictureOf).toReversed();
      const picture = [...own, ...covers].find((path) => path != null);
      return picture == null ? [] : [[id, picture]];
    });
  };

type PictureCalls = 'albumPictures' | 'artistPictures' | 'pictureDigests';

/** Pictures of albums and artists, and what tells one from the one before. */
export const createPictureReading = ({
  together,
  all,
  remembered,
}: AppStore): Pick<AppReading, PictureCalls> => {
  /** Looks for the picture of each item once for each state of the library. */
  const picturesOf =
    (what: string, find: (ids: readonly string[]) => Iterable<[string, string]>) =>
    async (wanted: readonly string[]) =>
      together(() => {
        const known = remembered<string, string | null>(what);
        const unknown = wanted.filter((id) => !known.has(id));
        if (unknown.length > 0) {
          const found = new Map(find(unknown));
          for (const id of unknown) known.set(id, found.get(id) ?? null);
        }
        return new Map(
          wanted.flatMap((id): [string, string][] => {
            const picture = known.get(id) ?? null;
            return picture === null ? [] : [[id, picture]];
          }),
        );
      });
  const digestsOf = (paths: readonly string[]): [string, string][] => {
    const places = paths.map((path) => {
      const { folder, name } = splitLast(path);
      return [folder, name];
    });
    const rows = all<{ at: number; mtimeUs: number | null; sizeBytes: number | null }>(
      'pictureFiles',
      JSON.stringify(places),
    );
    const known = new Map(rows.map(({ at, mtimeUs, sizeBytes }) => [at, `${mtimeUs} ${sizeBytes}`]));
    return paths.map((path, at) => [path, hash('md5', `${path} ${known.get(at) ?? ''}`).slice(0, digits)]);
  };
  return {
    albumPictures: picturesOf('album pictures', (ids) =>
      all<CoverRow>('albumPictures', hexOf(ids)).flatMap((row): [string, string][] => {
        const picture = pictureOf(row);
        return picture === null ? [] : [[idText(row.publicId), picture]];
      }),
    ),
    artistPictures: picturesOf('artist pictures', createArtistPictures({ all })),
    pictureDigests: async (paths) =>
      together(() => {
        const known = remembered<string, string>('picture digests');
        const wanted = [...new Set(paths)];
        const unknown = wanted.filter((path) => !known.has(path));
        if (unknown.length > 0) for (const [path, digest] of digestsOf(unknown)) known.set(path, digest);
        return new Map(wanted.map((path): [string, string] => [path, known.get(path) ?? '']));
      }),
  };
};

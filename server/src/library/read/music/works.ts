import { compareKeys, naturalKey } from '../../../platform/text/natural-key.ts';
import { foldedName } from '../../model/folded-name.ts';
import { idText } from '../../model/public-id.ts';
import type {
  AlbumHeader,
  ArtistLink,
  MusicReading,
  MusicSong,
  WholeWork,
  WorkHeader,
} from './music-reading.ts';
import type { ArtistRow, MusicSongRow } from './music-rows.ts';
import type { MusicStore } from './music-store.ts';

/** How often an album has a spelling of a work. */
interface SpellingRow {
  readonly name: string;
  readonly albumId: number | null;
  readonly songCount: number;
}

/** Those who spell the work in most songs first. */
const spellingsOf = (rows: readonly SpellingRow[]): string[] => {
  const counts = new Map<string, number>();
  for (const { name, songCount } of rows) counts.set(name, (counts.get(name) ?? 0) + songCount);
  return [...counts]
    .toSorted(([one, a], [other, b]) => b - a || (one < other ? -1 : 1))
    .map(([name]) => name);
};

const headerOf = (rows: readonly SpellingRow[]): WorkHeader => ({
  name: spellingsOf(rows)[0] ?? '',
  songCount: rows.reduce((sum, { songCount }) => sum + songCount, 0),
  albumCount: new Set(rows.flatMap(({ albumId }) => (albumId === null ? [] : [albumId]))).size,
});

const linkOf = ({ public_id, name }: ArtistRow): ArtistLink => ({ id: idText(public_id), name });

/** Songs that follow one another and are of one album. */
const recordingsOf = (
  songs: readonly MusicSong[],
  albums: ReadonlyMap<string, AlbumHeader>,
): WholeWork['recordings'] =>
  [...Map.groupBy(songs, ({ albumId }) => albumId)].map(([albumId, ofAlbum]) => ({
    album: albums.get(albumId ?? '') ?? null,
    songs: ofAlbum,
  }));

/** Works of composers, by what songs say of them. */
export const createWorks = (
  store: MusicStore,
  together: <Result>(work: () => Result) => Result,
): Pick<MusicReading, 'works' | 'work'> => {
  const { run } = store;
  const rowsOf = (artist: ArtistRow): ReadonlyMap<string, readonly SpellingRow[]> =>
    Map.groupBy(run.all<SpellingRow>('worksOfArtist', artist.id), ({ name }) => foldedName(name));
  return {
    works: async (artistId) =>
      together(() => {
        const artist = store.artistRow(artistId);
        if (artist === null) return null;
        const works = [...rowsOf(artist).values()]
          .map(headerOf)
          .map((work) => ({ work, key: naturalKey(work.name) }));
        works.sort((a, b) => compareKeys(a.key, b.key));
        return { composer: linkOf(artist), works: works.map(({ work }) => work) };
      }),
    work: async (artistId, name) =>
      together(() => {
        const artist = store.artistRow(artistId);
        const rows = artist === null ? undefined : rowsOf(artist).get(foldedName(name));
        if (artist === null || rows === undefined) return null;
        const spellings = spellingsOf(rows);
        const songs = store.songs(
          run.all<MusicSongRow>('songsOfWork', { artistId: artist.id, spellings: JSON.stringify(spellings) }),
        );
        const numbers = [...new Set(rows.flatMap(({ albumId }) => albumId ?? []))];
        const albums = new Map(store.albumsByIds(numbers).map((album) => [album.id, album]));
        return {
          name: spellings[0] ?? '',
          composer: linkOf(artist),
          recordings: recordingsOf(songs, albums),
        };
      }),
  };
};

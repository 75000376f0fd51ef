import { type Library, metaKeys } from './library.ts';
import { matchMoves } from './match-moves.ts';
import type { ReplacedSong } from './moves-store.ts';
import type { ScanContext, SourceScan } from './scan-context.ts';
import type { SongTrace } from './songs-store.ts';

/** What went: a song's row that has no file any more, or what a file replaced. */
type Origin = ({ readonly kind: 'song' } & SongTrace) | ({ readonly kind: 'replaced' } & ReplacedSong);

const pathOf = (library: Library, song: SongTrace): string =>
  `${library.directories.place(song.directoryId)?.virtualPath ?? ''}/${song.name}`;

const lastSettled = (library: Library): number =>
  Number(library.sources.meta(metaKeys.lastSettledSongId) ?? '0');

const originsOf = (context: ScanContext, sources: readonly SourceScan[]): Origin[][] => {
  const { songs, moves } = context.library;
  const vanished = sources.flatMap(({ vanishedSongs }) => [...vanishedSongs]);
  const vanishedIds = new Set(vanished);
  const asOrigin = (song: SongTrace): Origin => ({ kind: 'song', ...song });
  const now = vanished.map((id) => songs.trace(id)).filter((song) => song !== null);
  const replaced = moves.replaced().map((song): Origin => ({ kind: 'replaced', ...song }));
  const before = songs.missing().filter(({ id }) => !vanishedIds.has(id));
  return [[...now.map(asOrigin), ...replaced], before.map(asOrigin)];
};

/**
 * Follows songs that went to where they are now: the new row gets the old one's date, the old row goes, and
 * the move is noted for playlists. Vanished songs that are found are taken out of their sources' lists.
 */
export const followMoves = (context: ScanContext, sources: readonly SourceScan[]): void => {
  const { library, refresh, firstSeen } = context;
  const groups = originsOf(context, sources);
  if (groups.every((group) => group.length === 0)) return;
  const matches = matchMoves(groups, library.songs.after(lastSettled(library)));
  const touched = new Set<number>();
  for (const { origin, target } of matches) {
    library.batch.begin(2);
    const to = pathOf(library, target);
    library.moves.add(origin.kind === 'song' ? pathOf(library, origin) : origin.path, to);
    library.songs.setAddedAt(target.id, origin.addedAt);
    firstSeen.move(to, origin.addedAt);
    touched.add(target.directoryId);
    if (origin.kind !== 'song') continue;
    library.songs.remove(origin.id);
    library.search.removeSong(origin.id);
    for (const { vanishedSongs } of sources) vanishedSongs.delete(origin.id);
    touched.add(origin.directoryId);
  }
  library.batch.begin(1);
  library.moves.clearReplaced();
  for (const directoryId of touched) {
    library.batch.begin(1);
    refresh.songs(directoryId, null);
  }
  library.batch.commit();
};

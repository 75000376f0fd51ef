import { type Library, metaKeys } from '../../../library/write/library.ts';
import type { TakenId } from '../../../library/write/model/give-ids.ts';
import type { ReplacedSong } from '../../../library/write/moves-store.ts';
import type { SongTrace, TraceKeys } from '../../../library/write/songs-store.ts';
import type { ScanContext, SourceScan } from '../scan-context.ts';
import { type Match, matchMoves, type Traced } from './match-moves.ts';
import { dropEmptied, isRatherAway } from './settle-source.ts';

/** What went: a song's row that has no file any more, or what a file replaced. */
type Origin = ({ readonly kind: 'song' } & SongTrace) | ({ readonly kind: 'replaced' } & ReplacedSong);

type Followed = Match<Origin, SongTrace>;

const pathOf = (library: Library, song: SongTrace): string =>
  `${library.directories.place(song.directoryId)?.virtualPath ?? ''}/${song.name}`;

const sourceNameOf = (path: string): string => path.split('/', 1)[0] ?? '';

/** The last song that was there when the scan before this one ended. */
export const lastSettled = (library: Library): number =>
  Number(library.sources.meta(metaKeys.lastSettledSongId) ?? '0');

const vanishedIn = (sources: readonly SourceScan[]): Set<number> =>
  new Set(sources.flatMap(({ vanishedSongs }) => [...vanishedSongs]));

/** What went now, the likeliest first, and what had gone before. */
const originsOf = (context: ScanContext, vanished: ReadonlySet<number>): [Origin[], Origin[], Origin[]] => {
  const { library } = context;
  const { songs, moves } = library;
  const asOrigin = (song: SongTrace): Origin => ({ kind: 'song', ...song });
  const now = [...vanished].map((id) => songs.trace(id)).filter((song) => song !== null);
  const replaced = moves.replaced().map((song): Origin => ({ kind: 'replaced', ...song }));
  const before = songs.missing().filter(({ id }) => !vanished.has(id));
  // Where a scan that was stopped met a song on its way, the song came from somewhere else.
  const settledId = lastSettled(library);
  const [settled, passing] = [
    now.filter(({ id }) => id <= settledId),
    now.filter(({ id }) => id > settledId),
  ];
  return [[...settled.map(asOrigin), ...replaced], passing.map(asOrigin), before.map(asOrigin)];
};

const hexOf = (keys: readonly (Uint8Array | null)[]): string[] =>
  keys.filter((key) => key !== null).map((key) => Buffer.from(key).toString('hex'));

const keysOf = (origins: readonly Traced[]): TraceKeys => ({
  content: hexOf(origins.map(({ contentKey }) => contentKey)),
  sound: hexOf(origins.map(({ soundKey }) => soundKey)),
});

/**
 * Finds, for what just went and is nowhere among what is new, the one song with the same content that was
 * there already: a move is a copy first, and a scan may have come between. What a source lost that is
 * rather away stays as it is.
 */
const findCopies = (
  context: ScanContext,
  left: readonly Origin[],
  sources: readonly SourceScan[],
): Followed[] => {
  const { library } = context;
  const vanished = vanishedIn(sources);
  const lost = vanishedIn(sources.filter((source) => !source.staysAway && !isRatherAway(context, source)));
  const mayGo = (origin: Origin): boolean => origin.kind === 'replaced' || lost.has(origin.id);
  if (!left.some(mayGo)) return [];
  const targets = library.songs.withKeys(0, keysOf(left)).filter(({ id }) => !vanished.has(id));
  return matchMoves([left], targets).filter(({ origin }) => mayGo(origin));
};

/** Counts songs of folders from or to which some moved; a missing one that is empty now goes. */
const refreshAll = (context: ScanContext, folders: ReadonlySet<number>): void => {
  for (const id of folders) {
    context.library.batch.begin(1);
    context.refresh.songs(id, null);
  }
  dropEmptied(context, folders);
};

/**
 * Follows songs that went to where they are now: the new row gets the old one's date, the old row goes, and
 * the move is noted for playlists, unless they mean another by that path. Vanished songs that are found are
 * taken out of their sources' lists.
 * @returns the songs that moved within their source
 */
export const followMoves = (context: ScanContext, sources: readonly SourceScan[]): Set<number> => {
  const { library, firstSeen } = context;
  const vanished = vanishedIn(sources);
  const groups = originsOf(context, vanished);
  const stayed = new Set<number>();
  if (groups.every((group) => group.length === 0)) return stayed;
  const touched = new Set<number>();

  const taken: TakenId[] = [];

  const replacedPaths = new Set(library.moves.replaced().map(({ path }) => path));

  /** By the path of a replaced song that one is meant, also where a scan that was stopped met another there. */
  const isMeantBy = (origin: Origin, path: string): boolean =>
    origin.kind === 'replaced' || !replacedPaths.has(path);

  const follow = ({ origin, target }: Followed, addedAt: number): void => {
    library.batch.begin(2);
    const from = origin.kind === 'song' ? pathOf(library, origin) : origin.path;
    const to = pathOf(library, target);
    if (isMeantBy(origin, from)) {
      library.moves.add(from, to);
      taken.push({ id: origin.publicId, from, target: target.id });
    }
    library.songs.setAddedAt(target.id, addedAt);
    const isNewcomer = origin.kind === 'song' && sources.some(({ newcomers }) => newcomers.has(origin.id));
    if (!isNewcomer && sourceNameOf(from) === sourceNameOf(to)) stayed.add(target.id);
    firstSeen.move(to, addedAt);
    touched.add(target.directoryId);
    if (origin.kind !== 'song') return;
    firstSeen.forget(from);
    library.songs.remove(origin.id);
    library.search.removeSong(origin.id);
    for (const { vanishedSongs } of sources) vanishedSongs.delete(origin.id);
    // Its folder may be waited for, and be back as it was with a song that is to be found again. One that was looked
    // into gets its digest when what vanished is settled.
    if (vanished.has(origin.id)) library.directories.setEntriesKey(origin.directoryId, null);
    touched.add(origin.directoryId);
  };

  // What a scan that was stopped found, and this one did not, is new as well and yet nowhere.
  const targets = library.songs.withKeys(lastSettled(library), keysOf(groups.flat()));
  const isThere = ({ id }: SongTrace): boolean => !vanished.has(id);
  const fresh = matchMoves(groups, targets.filter(isThere));
  for (const match of fresh) follow(match, match.origin.addedAt);
  const followed = new Set(fresh.map(({ origin }) => origin));
  const left = [...groups[0], ...groups[1]].filter((origin) => !followed.has(origin));
  for (const match of findCopies(context, left, sources)) {
    follow(match, Math.min(match.origin.addedAt, match.target.addedAt));
  }
  library.batch.begin(1);
  library.model.takeIds(taken);
  library.moves.clearReplaced();
  refreshAll(context, touched);
  return stayed;
};

import { type BitSet, hasBit, idsOf } from '../search-index/bit-set.ts';
import type { HitsStore } from './hits-store.ts';
import type { ListPage } from './list-page.ts';

/** Tiers of up to this many ids are always sorted. */
const alwaysSorted = 2_000;
/** Above this many, sorting would hold others up for too long. */
const neverSorted = 50_000;
/** What it costs to sort one id, as against meeting one song on the walk through all of them. */
const sortingCost = 6;
/** Folders passed on the walk at once. */
const foldersAtOnce = 200;
/** Songs of one folder passed at once. */
const songsAtOnce = 1_000;
/** Ids given at once. */
const idsAtOnce = 250;

/** Ids of one kind that match equally well. */
export interface Tier {
  readonly kind: 'directory' | 'song';
  readonly ids: BitSet;
  readonly count: number;
}

/** The same, to be given in the natural order of their paths. */
export interface HitGroup {
  readonly kind: Tier['kind'];
  readonly count: number;
  /** As a set, or as a list where it is short. */
  ids: BitSet | readonly number[];
  isSorted: boolean;
}

/** The group of a tier. */
export const groupOf = ({ kind, ids, count }: Tier): HitGroup => ({
  kind,
  count,
  ids: count <= alwaysSorted ? idsOf(ids) : ids,
  isSorted: false,
});

/** Songs of a folder by name, some at a time. */
function* songIdsOf(
  store: HitsStore,
  folder: { id: number; song_count: number },
): Generator<readonly number[]> {
  if (folder.song_count === 0) return;
  if (folder.song_count <= songsAtOnce) {
    yield store.songIdsOf(folder.id);
    return;
  }
  for (let after: Buffer = Buffer.alloc(0); ; ) {
    const songs = store.songIdsAfter(folder.id, after, songsAtOnce);
    yield songs.map(({ id }) => id);
    const last = songs.at(-1);
    if (last === undefined || songs.length < songsAtOnce) return;
    after = last.sort_key;
  }
}

/** All ids of a kind in order, some at a time: folders of the walk, or the songs in them. */
function* walkedIds(store: HitsStore, kind: HitGroup['kind']): Generator<readonly number[]> {
  for (let after: Buffer = Buffer.alloc(0); ; ) {
    const folders = store.walk(after, foldersAtOnce);
    if (kind === 'directory') yield folders.map(({ id }) => id);
    else for (const folder of folders) yield* songIdsOf(store, folder);
    const last = folders.at(-1);
    if (last === undefined) return;
    after = last.walk_key;
  }
}

/** Meets the ids of a large set by walking through all folders, which are in order already. */
function* walked(store: HitsStore, group: HitGroup, page: ListPage): Generator<number[]> {
  const ids = group.ids as BitSet;
  let { offset, limit } = page;
  let met: number[] = [];
  for (const candidates of walkedIds(store, group.kind)) {
    for (const id of candidates) {
      if (!hasBit(ids, id)) continue;
      if (offset > 0) offset -= 1;
      else if (limit > 0) {
        met.push(id);
        limit -= 1;
      }
    }
    if (limit <= 0) break;
    // Given often, even if empty: between two runs others get their turn.
    if (met.length > 0 && met.length < idsAtOnce) continue;
    yield met;
    met = [];
  }
  yield met;
}

const sorted = (store: HitsStore, group: HitGroup): readonly number[] => {
  const ids = group.ids instanceof Uint32Array ? idsOf(group.ids) : group.ids;
  if (group.isSorted) return ids;
  group.ids = group.kind === 'song' ? store.sortSongs(ids) : store.sortDirectories(ids);
  group.isSorted = true;
  return group.ids;
};

/**
 * Runs of a group's ids in order.
 * @param setSize how many ids of its kind there are in all
 */
export function* orderedIds(
  store: HitsStore,
  group: HitGroup,
  options: { page: ListPage; setSize: number },
): Generator<readonly number[]> {
  const { page, setSize } = options;
  const wanted = Math.min(page.offset + page.limit, group.count);
  const walkingCost = (wanted / group.count) * setSize;
  const isWalkCheaper = group.count > neverSorted || walkingCost < group.count * sortingCost;
  if (group.ids instanceof Uint32Array && isWalkCheaper) {
    yield* walked(store, group, page);
    return;
  }
  const ids = sorted(store, group).slice(page.offset, page.offset + page.limit);
  for (let at = 0; at < ids.length; at += idsAtOnce) yield ids.slice(at, at + idsAtOnce);
}

import type { PlaylistEdit } from '@tonearm/contract';

type Entries = Extract<PlaylistEdit, { kind: 'remove' }>['entries'];

/** The entries after an edit; null when the edit is of another list than this one. */
export const applyEdit = (tracks: readonly string[], edit: PlaylistEdit): readonly string[] | null => {
  switch (edit.kind) {
    case 'remove':
      return areThere(tracks, edit.entries) ? without(tracks, edit.entries) : null;
    case 'move':
      return areThere(tracks, edit.entries) && edit.gap <= tracks.length ? moved(tracks, edit) : null;
    case 'put':
      return put(tracks, edit.entries);
    case 'order':
      return ordered(tracks, edit.order);
    default:
      return edit satisfies never;
  }
};

/** Each once, and what it is said to be. */
const areThere = (tracks: readonly string[], entries: Entries): boolean =>
  new Set(entries.map(({ at }) => at)).size === entries.length &&
  entries.every(({ at, path }) => tracks[at] === path);

const placesOf = (entries: Entries): ReadonlySet<number> => new Set(entries.map(({ at }) => at));

const without = (tracks: readonly string[], entries: Entries): readonly string[] => {
  const gone = placesOf(entries);
  return tracks.filter((_, at) => !gone.has(at));
};

/** They keep the order in which they stood. */
const moved = (
  tracks: readonly string[],
  { entries, gap }: { entries: Entries; gap: number },
): readonly string[] => {
  const taken = placesOf(entries);
  const of = (from: number, to: number, isTaken: boolean) =>
    tracks.slice(from, to).filter((_, offset) => taken.has(from + offset) === isTaken);
  return [...of(0, gap, false), ...of(0, tracks.length, true), ...of(gap, tracks.length, false)];
};

const put = (tracks: readonly string[], entries: Entries): readonly string[] | null => {
  const added = new Map(entries.map(({ at, path }) => [at, path]));
  const length = tracks.length + added.size;
  if (added.size !== entries.length || entries.some(({ at }) => at >= length)) return null;
  const rest = tracks.values();
  return Array.from({ length }, (_, at) => added.get(at) ?? rest.next().value ?? '');
};

const ordered = (tracks: readonly string[], order: readonly number[]): readonly string[] | null => {
  const isWhole = order.length === tracks.length && new Set(order).size === order.length;
  if (!isWhole || order.some((at) => at >= tracks.length)) return null;
  return order.map((at) => tracks[at] ?? '');
};

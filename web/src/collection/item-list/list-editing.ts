/**
 * What can be changed in a list that is somebody's own, such as a playlist. Places are those shown. Each answers
 * false when it has to wait for an edit that is under way, or does nothing.
 */
export interface ListEditing {
  /** Puts items before the one that stands at `gap` now, in the order in which they stood. */
  readonly move: (indexes: readonly number[], gap: number) => boolean;
  readonly remove: (indexes: readonly number[]) => boolean;
  /** Puts songs before the one that stands at `gap`. */
  readonly insert: (paths: readonly string[], gap: number) => boolean;
}

/** Where the first of some items stands after they were moved to a gap. */
export const placeAfterMove = (indexes: readonly number[], gap: number): number =>
  gap - indexes.filter((index) => index < gap).length;

/** A value that is an attribute in XML. */
export type Scalar = string | number | boolean;

/** An object of an answer: keys stand in the order in which they go out, what is undefined is left out. */
export interface Node {
  readonly [key: string]: Tree | undefined;
}

const runsMark = Symbol('runs');

/** A list that is made while it is sent, in runs. */
export interface Runs {
  readonly [runsMark]: AsyncIterable<readonly Node[]>;
}

/** What an answer is made of. Lists hold either objects or scalars. Nothing is ever null. */
export type Tree = Scalar | Node | readonly Node[] | readonly Scalar[] | Runs;

/** A list that is made while it is sent. */
export const inRuns = (runs: AsyncIterable<readonly Node[]>): Runs => ({ [runsMark]: runs });

/** The runs of a list that is made while it is sent, else null. */
export const runsOf = (tree: Tree): AsyncIterable<readonly Node[]> | null =>
  typeof tree === 'object' && runsMark in tree ? tree[runsMark] : null;

/** Whether all of it is there already. */
export const isWhole = (tree: Tree): boolean => {
  if (typeof tree !== 'object') return true;
  if (runsOf(tree) !== null) return false;
  // Lists of objects never hold runs: only an answer's own lists are made so.
  if (Array.isArray(tree)) return true;
  return Object.values(tree).every((value) => value === undefined || isWhole(value));
};

/** A value that is an attribute in XML. */
export type Scalar = string | number | boolean;

/** An object of an answer: keys stand in the order in which they go out, what is undefined is left out. */
export interface Node {
  readonly [key: string]: Tree | undefined;
}

const runsMark = Symbol('runs');

const entriesMark = Symbol('entries');

/**
 * A list of objects of which the JSON is put together of texts that many of them have in common; as objects they are
 * made only where those are wanted.
 */
export interface Entries {
  readonly [entriesMark]: {
    /** One after the other: objects of all of them at once would take much memory. */
    readonly nodes: () => Iterable<Node>;
    /** As JSON, one or several of them at a time: what stands between the brackets of a list, without commas between. */
    readonly texts: () => Iterable<string>;
    /** The same as UTF-8 with the commas between, where that is at hand. */
    readonly bytes?: () => Buffer;
    /** All of them as XML in UTF-8, where that is at hand or kept. */
    readonly elements?: () => Promise<Buffer>;
  };
}

/** A list of which the JSON is made apart from its objects; both have to be the same. */
export const entries = (both: Entries[typeof entriesMark]): Entries => ({ [entriesMark]: both });

/** Such a list in both forms, else null. */
export const entriesOf = (tree: Tree | Run): Entries[typeof entriesMark] | null =>
  typeof tree === 'object' && entriesMark in tree ? tree[entriesMark] : null;

/** Such lists one behind the other. */
export const together = (lists: readonly Entries[]): Entries => {
  const all = lists.map((list) => list[entriesMark]);
  return entries({
    nodes: function* () {
      for (const { nodes } of all) yield* nodes();
    },
    texts: function* () {
      for (const { texts } of all) yield* texts();
    },
  });
};

/** A part of a list. */
export type Run = readonly Node[] | Entries;

/** Objects of a part of a list, one after the other. */
export const eachOf = (run: Run): Iterable<Node> => entriesOf(run)?.nodes() ?? (run as readonly Node[]);

/** A part of a list as objects. */
export const nodesOf = (run: Run): readonly Node[] => Array.from(eachOf(run));

/** A list that is made while it is sent, in runs. */
export interface Runs {
  readonly [runsMark]: AsyncIterable<Run>;
}

/** What an answer is made of. Lists hold either objects or scalars. Nothing is ever null. */
export type Tree = Scalar | Node | readonly Node[] | readonly Scalar[] | Runs | Entries;

/** A list that is made while it is sent. */
export const inRuns = (runs: AsyncIterable<Run>): Runs => ({ [runsMark]: runs });

/** The runs of a list that is made while it is sent, else null. */
export const runsOf = (tree: Tree): AsyncIterable<Run> | null =>
  typeof tree === 'object' && runsMark in tree ? tree[runsMark] : null;

/** Whether some of it, where that is tested for what lies in no list. */
const holds = (tree: Tree, isWanted: (tree: Tree) => boolean): boolean => {
  if (typeof tree !== 'object') return false;
  if (isWanted(tree)) return true;
  // Lists of objects never hold lists of these kinds: only an answer's own lists are made so.
  if (Array.isArray(tree) || entriesOf(tree) !== null) return false;
  return Object.values(tree).some((value) => value !== undefined && holds(value, isWanted));
};

/** Whether all of it is there already. */
export const isWhole = (tree: Tree): boolean => !holds(tree, (each) => runsOf(each) !== null);

/** Whether it is made of nothing but plain objects, lists and scalars. */
export const isPlain = (tree: Tree): boolean =>
  !holds(tree, (each) => runsOf(each) !== null || entriesOf(each) !== null);

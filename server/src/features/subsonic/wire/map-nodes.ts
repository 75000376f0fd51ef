import { shapeTable } from './shapes.ts';
import { eachOf, entriesOf, inRuns, type Node, type Run, runsOf, type Tree } from './tree.ts';

type Change = (node: Node, shape: string) => Node;

async function* changedRuns(
  runs: AsyncIterable<Run>,
  changed: (node: Node) => Node,
): AsyncGenerator<readonly Node[]> {
  for await (const run of runs) yield Array.from(eachOf(run), changed);
}

/** Makes others of the objects of an answer, which is of a shape: of each first, then of what is left in it. */
export const mapNodes = (shape: string, tree: Tree, change: Change): Tree => {
  if (typeof tree !== 'object') return tree;
  const changed = (node: Node): Node => {
    const children = shapeTable[shape]?.children ?? {};
    return Object.fromEntries(
      Object.entries(change(node, shape)).map(([key, value]) => [
        key,
        value === undefined ? value : mapNodes(children[key] ?? 'Scalar', value, change),
      ]),
    );
  };
  const runs = runsOf(tree);
  if (runs !== null) return inRuns(changedRuns(runs, changed));
  const entries = entriesOf(tree);
  if (entries !== null) return Array.from(entries.nodes(), changed);
  if (Array.isArray(tree))
    return (tree as readonly (Node | string)[]).map((entry) =>
      typeof entry === 'object' ? changed(entry) : entry,
    ) as Tree;
  return changed(tree as Node);
};

import { type CompiledQuery, type OperationNode, SelectQueryNode, WithNode } from 'kysely';

const withOf = (node: OperationNode): WithNode | undefined =>
  'with' in node && WithNode.is(node.with as OperationNode) ? (node.with as WithNode) : undefined;

/** The statements that one consists of: those that stand before it under names of their own, and itself. */
export const partsOf = ({ query }: Pick<CompiledQuery, 'query'>): readonly OperationNode[] => [
  ...(withOf(query)?.expressions ?? []).map(({ expression }) => expression),
  query,
];

/** Whether a statement writes nothing, as far as the builder knows. */
export const onlyReads = (query: Pick<CompiledQuery, 'query'>): boolean =>
  partsOf(query).every((part) => SelectQueryNode.is(part));

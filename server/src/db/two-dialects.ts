import { ExpressionWrapper, type RawBuilder, RawNode } from 'kysely';

/** What PostgreSQL is told in place of a piece of SQL. */
const forPostgres = new WeakMap<object, RawNode>();

const nodeOf = (said: RawBuilder<unknown>): RawNode => {
  const node = said.toOperationNode();
  if (!RawNode.is(node)) throw new Error('Only plain pieces of SQL are said in two ways.');
  return node;
};

/** A value that both kinds of database have words for, each its own. */
export const saidTwice = <Value>({
  sqlite,
  postgres,
}: {
  sqlite: RawBuilder<Value>;
  postgres: RawBuilder<Value>;
}): ExpressionWrapper<never, never, Value> => {
  const node = nodeOf(sqlite);
  forPostgres.set(node, nodeOf(postgres));
  return new ExpressionWrapper(node);
};

/** For the compiler of PostgreSQL's statements. */
export const saidToPostgres = (node: RawNode): RawNode => forPostgres.get(node) ?? node;

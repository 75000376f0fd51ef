import ts from 'typescript';

/** A small change of a source that a test should notice. */
export interface Mutant {
  /** Below the project's folder. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly start: number;
  readonly end: number;
  readonly before: string;
  readonly after: string;
}

/** Operators, and what each becomes: boundaries and their opposites. */
const operators: Readonly<Partial<Record<ts.SyntaxKind, readonly string[]>>> = {
  [ts.SyntaxKind.LessThanToken]: ['<=', '>='],
  [ts.SyntaxKind.LessThanEqualsToken]: ['<', '>'],
  [ts.SyntaxKind.GreaterThanToken]: ['>=', '<='],
  [ts.SyntaxKind.GreaterThanEqualsToken]: ['>', '<'],
  [ts.SyntaxKind.EqualsEqualsEqualsToken]: ['!=='],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken]: ['==='],
  [ts.SyntaxKind.PlusToken]: ['-'],
  [ts.SyntaxKind.MinusToken]: ['+'],
  [ts.SyntaxKind.AsteriskToken]: ['/'],
  [ts.SyntaxKind.SlashToken]: ['*'],
  [ts.SyntaxKind.PercentToken]: ['*'],
  [ts.SyntaxKind.AmpersandAmpersandToken]: ['||'],
  [ts.SyntaxKind.BarBarToken]: ['&&'],
  [ts.SyntaxKind.PlusEqualsToken]: ['-='],
  [ts.SyntaxKind.MinusEqualsToken]: ['+='],
};

/** Methods, and what each becomes. */
const methods: ReadonlyMap<string, string> = new Map([
  ['some', 'every'],
  ['every', 'some'],
  ['min', 'max'],
  ['max', 'min'],
]);

/** What is only written to the log is nobody's promise. */
const isLogged = (text: string): boolean => /^(?:deps\.)?log\.|^log\(/.test(text);

const isText = (node: ts.Expression): boolean =>
  ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);

type Change = readonly [node: ts.Node, after: string];

const ofCondition = (condition: ts.Expression): Change[] => {
  if (condition.kind === ts.SyntaxKind.TrueKeyword) return [];
  return [
    [condition, 'true'],
    [condition, 'false'],
  ];
};

const ofBinary = (node: ts.BinaryExpression): Change[] => {
  const kind = node.operatorToken.kind;
  const isJoin = kind === ts.SyntaxKind.PlusToken && (isText(node.left) || isText(node.right));
  return isJoin ? [] : (operators[kind] ?? []).map((after) => [node.operatorToken, after] as const);
};

const ofStatement = (node: ts.ExpressionStatement): Change[] => {
  const { expression } = node;
  const isEffect =
    ts.isCallExpression(expression) ||
    ts.isAwaitExpression(expression) ||
    ts.isDeleteExpression(expression) ||
    ts.isBinaryExpression(expression);
  return isEffect && !isLogged(expression.getText()) ? [[node, ';']] : [];
};

const ofReturn = (node: ts.ReturnStatement): Change[] => {
  const value = node.expression;
  if (value === undefined) return [];
  const text = value.getText();
  if (['undefined', 'null', 'false', 'true'].includes(text)) return [];
  return [[value, 'undefined']];
};

/** Every change of one node, not of what is in it. */
const changesOf = (node: ts.Node): Change[] => {
  if (ts.isIfStatement(node)) return ofCondition(node.expression);
  if (ts.isConditionalExpression(node)) return ofCondition(node.condition);
  // A loop that never ends is found by its deadline, which says little and takes long.
  if (ts.isWhileStatement(node)) return [[node.expression, 'false']];
  if (ts.isBinaryExpression(node)) return ofBinary(node);
  if (ts.isExpressionStatement(node)) return ofStatement(node);
  if (ts.isReturnStatement(node)) return ofReturn(node);
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken) {
    return [[node, node.operand.getText()]];
  }
  if (node.kind === ts.SyntaxKind.TrueKeyword && !ts.isLiteralTypeNode(node.parent)) return [[node, 'false']];
  if (node.kind === ts.SyntaxKind.FalseKeyword && !ts.isLiteralTypeNode(node.parent)) return [[node, 'true']];
  if (ts.isPropertyAccessExpression(node) && ts.isCallExpression(node.parent)) {
    const other = methods.get(node.name.text);
    return other === undefined ? [] : [[node.name, other]];
  }
  return [];
};

/** Whether nothing of a node is executed. */
const isOnlyTyped = (node: ts.Node): boolean =>
  ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node);

/** All changes of a file, in order. */
export const mutantsOf = (file: string, source: string): Mutant[] => {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const mutants: Mutant[] = [];
  const visit = (node: ts.Node): void => {
    if (isOnlyTyped(node)) return;
    for (const [changed, after] of changesOf(node)) {
      const start = changed.getStart();
      const line = tree.getLineAndCharacterOfPosition(start).line + 1;
      mutants.push({ file, line, start, end: changed.end, before: changed.getText(), after });
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return mutants;
};

/** A source with one change made. */
export const mutated = (source: string, { start, end, after }: Mutant): string =>
  `${source.slice(0, start)}${after}${source.slice(end)}`;

import type { ASTNodeUnion, ExprNode, Located, Module, StmtNode } from 'py-ast';

/** Any node of a Python syntax tree, in the shape of CPython's own `ast` module. */
export type PythonNode = ASTNodeUnion;

/** The name of a kind of node: `Call`, `FunctionDef`. */
export type PythonNodeType = PythonNode['nodeType'];

/** The node of one kind: `NodeOf<'Call'>`. */
export type NodeOf<Type extends PythonNodeType> = Extract<PythonNode, { readonly nodeType: Type }>;

/** A statement. */
export type PythonStatement = StmtNode;

/** An expression. */
export type PythonExpression = ExprNode;

/** A whole source. */
export type PythonModule = Module;

/** A node that has a place in the source. */
export type LocatedNode = PythonNode & Located;

/** A function of either kind. */
export type PythonFunction = NodeOf<'FunctionDef'> | NodeOf<'AsyncFunctionDef'>;

/** A comprehension of any kind, generator expressions included. */
export type PythonComprehension =
  | NodeOf<'ListComp'>
  | NodeOf<'SetComp'>
  | NodeOf<'DictComp'>
  | NodeOf<'GeneratorExp'>;

/** Whether `node` carries a place in the source. */
export function isLocated(node: PythonNode): node is LocatedNode {
  return node.lineno !== undefined && node.end_lineno !== undefined;
}

/** Whether `node` is a string literal; f-strings and bytes are not. */
export function isStringLiteral(node: PythonNode | null | undefined): node is NodeOf<'Constant'> {
  return node?.nodeType === 'Constant' && node.quote_style !== undefined && !/b/i.test(node.quote_style);
}

/** The text of a string literal, f-strings and bytes excluded; null for any other node. */
export function stringValue(node: PythonNode | null | undefined): string | null {
  if (!isStringLiteral(node)) return null;
  const value: unknown = node.value;
  return typeof value === 'string' ? value : null;
}

/** The value of a `True` or `False`; null for any other node. */
export function booleanValue(node: PythonNode | null | undefined): boolean | null {
  if (node?.nodeType !== 'Constant') return null;
  const value: unknown = node.value;
  return typeof value === 'boolean' ? value : null;
}

/** The value of a number literal that is no complex number; null for any other node. */
export function numberValue(node: PythonNode | null | undefined): number | bigint | null {
  if (node?.nodeType !== 'Constant') return null;
  const value: unknown = node.value;
  return typeof value === 'number' || typeof value === 'bigint' ? value : null;
}

/** The identifier of a plain name; null for any other node. */
export function nameOf(node: PythonNode | null | undefined): string | null {
  return node?.nodeType === 'Name' ? node.id : null;
}

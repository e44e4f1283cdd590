import type { PythonNode } from './nodes.js';

/** Fields of each kind of node that hold nodes, in the order of evaluation or of the text. */
const CHILD_FIELDS: Readonly<Record<string, readonly string[]>> = {
  Module: ['body'],
  Interactive: ['body'],
  Expression: ['body'],
  FunctionType: ['argtypes', 'returns'],
  FunctionDef: ['decorator_list', 'type_params', 'args', 'returns', 'body'],
  AsyncFunctionDef: ['decorator_list', 'type_params', 'args', 'returns', 'body'],
  ClassDef: ['decorator_list', 'type_params', 'bases', 'keywords', 'body'],
  Return: ['value'],
  Delete: ['targets'],
  Assign: ['targets', 'value'],
  TypeAlias: ['name', 'type_params', 'value'],
  AugAssign: ['target', 'value'],
  AnnAssign: ['target', 'annotation', 'value'],
  For: ['target', 'iter', 'body', 'orelse'],
  AsyncFor: ['target', 'iter', 'body', 'orelse'],
  While: ['test', 'body', 'orelse'],
  If: ['test', 'body', 'orelse'],
  With: ['items', 'body'],
  AsyncWith: ['items', 'body'],
  Match: ['subject', 'cases'],
  Raise: ['exc', 'cause'],
  Try: ['body', 'handlers', 'orelse', 'finalbody'],
  TryStar: ['body', 'handlers', 'orelse', 'finalbody'],
  Assert: ['test', 'msg'],
  Import: ['names'],
  ImportFrom: ['names'],
  Expr: ['value'],
  BoolOp: ['values'],
  NamedExpr: ['target', 'value'],
  BinOp: ['left', 'right'],
  UnaryOp: ['operand'],
  Lambda: ['args', 'body'],
  IfExp: ['body', 'test', 'orelse'],
  Dict: ['keys', 'values'],
  Set: ['elts'],
  ListComp: ['elt', 'generators'],
  SetComp: ['elt', 'generators'],
  DictComp: ['key', 'value', 'generators'],
  GeneratorExp: ['elt', 'generators'],
  Await: ['value'],
  Yield: ['value'],
  YieldFrom: ['value'],
  Compare: ['left', 'comparators'],
  Call: ['func', 'args', 'keywords'],
  FormattedValue: ['value', 'format_spec'],
  Interpolation: ['value', 'format_spec'],
  JoinedStr: ['values'],
  TemplateStr: ['values'],
  Attribute: ['value'],
  Subscript: ['value', 'slice'],
  Starred: ['value'],
  List: ['elts'],
  Tuple: ['elts'],
  Slice: ['lower', 'upper', 'step'],
  Comprehension: ['target', 'iter', 'ifs'],
  ExceptHandler: ['type', 'body'],
  Arguments: ['posonlyargs', 'args', 'vararg', 'kwonlyargs', 'kwarg', 'defaults', 'kw_defaults'],
  Arg: ['annotation'],
  Keyword: ['value'],
  WithItem: ['context_expr', 'optional_vars'],
  MatchCase: ['pattern', 'guard', 'body'],
  MatchValue: ['value'],
  MatchSequence: ['patterns'],
  MatchMapping: ['keys', 'patterns'],
  MatchClass: ['cls', 'patterns', 'kwd_patterns'],
  MatchAs: ['pattern'],
  MatchOr: ['patterns'],
  TypeVar: ['bound', 'default_value'],
  ParamSpec: ['default_value'],
  TypeVarTuple: ['default_value'],
};

/** Calls `visit` with each direct child of `node`, in order. Operators and contexts (`Load`, `Add`) are no children. */
export function eachChild(node: PythonNode, visit: (child: PythonNode) => void): void {
  const fields = CHILD_FIELDS[node.nodeType];
  if (fields === undefined) return;
  const record = node as unknown as Readonly<
    Record<string, PythonNode | (PythonNode | null)[] | null | undefined>
  >;
  for (const field of fields) {
    const value = record[field];
    if (value === undefined || value === null) continue;
    if (!Array.isArray(value)) visit(value);
    else for (const item of value) if (item !== null) visit(item);
  }
}

import { type PythonNode, parsePython } from '../../python/index.js';
import type { PythonTree } from '../../python/internal.js';

/**
 * A Python expression as a plain tree: what rules match and rewrite. `data` holds what the kind needs beside its parts: a
 * name, the source of a constant, an operator, the brackets of a comprehension.
 */
export interface Term {
  readonly kind: TermKind;
  readonly data: string;
  readonly parts: readonly Term[];
}

/**
 * Kinds of terms and their parts: `attribute` value · `call` function, arguments · `keyword` value · `star` value ·
 * `subscript` value, index · `slice` lower, upper, step (`absent` where not written) · `binary` left, right · `unary`
 * operand · `compare` left, right · `bool` operands · `list`, `tuple`, `set` items · `dict` keys and values in turn ·
 * `conditional` value, test, other value · `comprehension` item, clauses · `clause` target, iterable, tests ·
 * `lambda` body · `fstring` constants and fields · `field` value.
 */
export type TermKind =
  | 'name'
  | 'constant'
  | 'absent'
  | 'attribute'
  | 'call'
  | 'keyword'
  | 'star'
  | 'subscript'
  | 'slice'
  | 'binary'
  | 'unary'
  | 'compare'
  | 'bool'
  | 'list'
  | 'tuple'
  | 'set'
  | 'dict'
  | 'conditional'
  | 'comprehension'
  | 'clause'
  | 'lambda'
  | 'fstring'
  | 'field';

/** A term. */
export function term(kind: TermKind, data = '', ...parts: readonly Term[]): Term {
  return { kind, data, parts };
}

/** What is not written: a bound of a slice. */
const ABSENT: Term = term('absent');

/** A whole number. */
export function numberTerm(value: number): Term {
  const digits = term('constant', String(Math.abs(value)));
  return value < 0 ? term('unary', '-', digits) : digits;
}

/** The whole number that a term is; null for any other term. */
export function wholeNumber({ kind, data, parts }: Term): number | null {
  if (kind === 'unary' && data === '-' && parts[0]?.kind === 'constant') {
    const value = wholeNumber(parts[0]);
    return value === null ? null : -value;
  }
  return kind === 'constant' && /^[0-9]{1,15}$/.test(data) ? Number(data) : null;
}

/** A text that is equal for equal terms alone. */
export function termKey(one: Term): string {
  return `${one.kind}:${JSON.stringify(one.data)}(${one.parts.map(termKey).join()})`;
}

/** Whether the name stands anywhere in the term. */
export function mentions(one: Term, name: string): boolean {
  return (one.kind === 'name' && one.data === name) || one.parts.some((part) => mentions(part, name));
}

/** The names that the term uses and does not bind itself. */
export function freeNames(one: Term): ReadonlySet<string> {
  if (one.kind === 'name') return new Set([one.data]);
  const names = new Set<string>();
  const bound = new Set<string>(one.kind === 'lambda' ? one.data.split(', ') : []);
  const add = (part: Term): void => {
    for (const name of freeNames(part)) if (!bound.has(name)) names.add(name);
  };
  if (one.kind !== 'comprehension') {
    for (const part of one.parts) add(part);
    return names;
  }
  const [item, ...clauses] = one.parts;
  for (const { parts } of clauses) {
    const [target, iterable, ...tests] = parts;
    if (iterable !== undefined) add(iterable);
    for (const name of target === undefined ? [] : boundNames(target)) bound.add(name);
    for (const test of tests) add(test);
  }
  if (item !== undefined) add(item);
  return names;
}

/** How many constants, names and operators the term has. */
export function termSize(one: Term): number {
  return one.parts.reduce((sum, part) => sum + termSize(part), one.kind === 'absent' ? 0 : 1);
}

/** The names that a target of a loop binds. */
export function boundNames(target: Term): readonly string[] {
  return target.kind === 'name' ? [target.data] : target.parts.flatMap(boundNames);
}

/** Reads an expression; null where it has something that terms have no kind for. */
export function parseTerm(source: string): Term | null {
  const parse = parsePython(`(${source}\n)\n`);
  if (!parse.ok) return null;
  const [statement] = parse.tree.module.body;
  if (parse.tree.module.body.length !== 1 || statement?.nodeType !== 'Expr') return null;
  return convert(statement.value, parse.tree);
}

const OPERATORS: Readonly<Record<string, string>> = {
  Add: '+',
  Sub: '-',
  Mult: '*',
  Div: '/',
  FloorDiv: '//',
  Mod: '%',
  Pow: '**',
  USub: '-',
  Not: 'not',
  Eq: '==',
  NotEq: '!=',
  Lt: '<',
  LtE: '<=',
  Gt: '>',
  GtE: '>=',
  In: 'in',
  NotIn: 'not in',
  Is: 'is',
  IsNot: 'is not',
  And: 'and',
  Or: 'or',
};

function convert(node: PythonNode, tree: PythonTree): Term | null {
  const all = (
    kind: TermKind,
    data: string,
    nodes: readonly (PythonNode | null | undefined)[],
  ): Term | null => {
    const parts: Term[] = [];
    for (const one of nodes) {
      const part = one === undefined || one === null ? ABSENT : convert(one, tree);
      if (part === null) return null;
      parts.push(part);
    }
    return { kind, data, parts };
  };
  const operation = (kind: TermKind, sign: PythonNode, nodes: readonly PythonNode[]): Term | null => {
    const data = OPERATORS[sign.nodeType];
    return data === undefined ? null : all(kind, data, nodes);
  };
  switch (node.nodeType) {
    case 'Name':
      return term('name', node.id);
    case 'Constant':
      return term('constant', tree.text(node));
    case 'Attribute':
      return all('attribute', node.attr, [node.value]);
    case 'Call':
      return all('call', '', [node.func, ...node.args, ...node.keywords]);
    case 'Keyword':
      return node.arg === undefined ? null : all('keyword', node.arg, [node.value]);
    case 'Starred':
      return all('star', '', [node.value]);
    case 'Subscript':
      return all('subscript', '', [node.value, node.slice]);
    case 'Slice':
      return all('slice', '', [node.lower, node.upper, node.step]);
    case 'BinOp':
      return operation('binary', node.op, [node.left, node.right]);
    case 'UnaryOp':
      return operation('unary', node.op, [node.operand]);
    case 'BoolOp':
      return operation('bool', node.op, node.values);
    case 'Compare': {
      const [sign] = node.ops;
      const [right] = node.comparators;
      if (node.ops.length !== 1 || sign === undefined || right === undefined) return null;
      return operation('compare', sign, [node.left, right]);
    }
    case 'List':
      return all('list', '', node.elts);
    case 'Tuple':
      return all('tuple', '', node.elts);
    case 'Set':
      return all('set', '', node.elts);
    case 'Dict':
      return all(
        'dict',
        '',
        node.keys.flatMap((key, index) => [key, node.values[index]]),
      );
    case 'IfExp':
      return all('conditional', '', [node.body, node.test, node.orelse]);
    case 'ListComp':
      return all('comprehension', 'list', [node.elt, ...node.generators]);
    case 'GeneratorExp':
      return all('comprehension', 'generator', [node.elt, ...node.generators]);
    case 'Comprehension':
      return all('clause', '', [node.target, node.iter, ...node.ifs]);
    case 'Lambda':
      return all('lambda', node.args.args.map(({ arg }) => arg).join(', '), [node.body]);
    default:
      return null;
  }
}

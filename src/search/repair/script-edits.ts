import type { Json } from '../../core/index.js';
import { type LocatedNode, nameOf, type PythonNode, parsePython } from '../../python/index.js';
import {
  booleanValue,
  descendants,
  isLocated,
  isStringLiteral,
  numberValue,
  type PythonTree,
} from '../../python/internal.js';
import { pythonString } from '../language/python-source.js';
import type { ScriptEdit } from './script-edit.js';
import { statementEdits } from './statement-edits.js';

/** Longest script that is edited. */
const LONGEST_SCRIPT = 20_000;

/**
 * Small changes of a script, one place each, the likeliest mistakes first: another number, comparison, operator, name or
 * text; a step around an expression, or one fewer; statements dropped, swapped or guarded. The statement repair operators
 * of genetic improvement, at the level of the syntax tree, so that nearly every result is Python.
 *
 * @returns nothing for what is no Python or is too long.
 */
export function scriptEdits(script: string, constants: readonly (string | number)[]): ScriptEdit[] {
  if (script.length > LONGEST_SCRIPT) return [];
  const parsed = parsePython(script);
  if (!parsed.ok) return [];
  const { tree } = parsed;
  const nodes = [...descendants(tree.module)].filter((node) => isLocated(node) && isInFunction(tree, node));
  const names = namesOf(nodes);
  const ranks: ScriptEdit[][] = [[], [], [], []];
  for (const node of nodes as LocatedNode[]) {
    const { start, end } = { start: tree.start(node), end: tree.end(node) };
    const put =
      (rank: number) =>
      (text: string): void => {
        if (text !== script.slice(start, end)) ranks[rank]?.push({ start, end, text });
      };
    for (const text of literalEdits(node, constants)) put(0)(text);
    for (const edit of operatorEdits(node, tree)) ranks[0]?.push(edit);
    for (const text of nameEdits(node, names, tree)) put(1)(text);
    for (const text of fewerSteps(node, tree)) put(1)(text);
    for (const text of moreSteps(node, tree)) put(2)(text);
    for (const edit of statementEdits(node, tree)) ranks[3]?.push(edit);
  }
  return ranks.flat();
}

/** What the examples' outputs are made of, as constants that a script may lack. */
export function constantsOf(outputs: readonly Json[]): (string | number)[] {
  const found = new Set<string | number>([0, 1, 2, 3, 10, '', ' ', ', ', '-']);
  for (const output of outputs) {
    if (typeof output === 'number') found.add(output);
    if (typeof output === 'string') for (const run of output.match(/[^\p{L}\p{N}]+/gu) ?? []) found.add(run);
  }
  return [...found].slice(0, 24);
}

function isInFunction(tree: PythonTree, node: PythonNode): boolean {
  for (let one = tree.index.parent(node); one !== undefined; one = tree.index.parent(one)) {
    if (one.nodeType === 'FunctionDef' || one.nodeType === 'Lambda') return true;
  }
  return false;
}

function namesOf(nodes: readonly PythonNode[]): readonly string[] {
  const found = new Set<string>();
  for (const node of nodes) {
    if (node.nodeType === 'Arg') found.add(node.arg);
    if (node.nodeType === 'Name' && node.ctx.nodeType === 'Store') found.add(node.id);
  }
  return [...found].slice(0, 8);
}

function literalEdits(node: LocatedNode, constants: readonly (string | number)[]): string[] {
  const number = numberValue(node);
  if (typeof number === 'number') {
    const others = constants.filter((constant) => typeof constant === 'number');
    return [number + 1, number - 1, -number, number * 2, number / 2, number * 10, ...others]
      .filter((one) => Number.isFinite(one) && one !== number)
      .map((one) => (one < 0 ? `(${one})` : String(one)));
  }
  if (isStringLiteral(node)) {
    return constants.filter((constant) => typeof constant === 'string').map(pythonString);
  }
  const truth = booleanValue(node);
  return truth === null ? [] : [truth ? 'False' : 'True'];
}

const COMPARISONS = ['<', '<=', '>', '>=', '==', '!=', 'in', 'not in'];
const ARITHMETIC = ['+', '-', '*', '//', '/', '%', '**'];

/** Other signs between two operands. */
function operatorEdits(node: LocatedNode, tree: PythonTree): ScriptEdit[] {
  if (node.nodeType === 'Compare') {
    return between(tree, [node.left, ...node.comparators], COMPARISONS);
  }
  if (node.nodeType === 'BinOp') {
    const swapped = {
      start: tree.start(node),
      end: tree.end(node),
      text: signSwapped(tree, node.left, node.right),
    };
    return [...between(tree, [node.left, node.right], ARITHMETIC), swapped];
  }
  if (node.nodeType === 'BoolOp') return between(tree, node.values, ['and', 'or']);
  if (node.nodeType === 'AugAssign') {
    return between(tree, [node.target, node.value], ['+=', '-=', '*=', '//=', '=']);
  }
  return [];
}

function between(tree: PythonTree, operands: readonly PythonNode[], signs: readonly string[]): ScriptEdit[] {
  return operands.slice(1).flatMap((right, index) => {
    const left = operands[index];
    if (left === undefined || !isLocated(left) || !isLocated(right)) return [];
    const [from, to] = [tree.end(left), tree.start(right)];
    const gap = tree.code.slice(from, to);
    const sign = /^([\s)]*)(not\s+in|is\s+not|[^\s()]+)([\s(]*)$/.exec(gap);
    if (sign === null) return [];
    return signs
      .filter((other) => other !== sign[2])
      .map((other) => ({ start: from, end: to, text: `${sign[1]}${other}${sign[3]}` }));
  });
}

/** Both operands the other way around. */
function signSwapped(tree: PythonTree, left: PythonNode, right: PythonNode): string {
  if (!isLocated(left) || !isLocated(right)) return '';
  const gap = tree.code.slice(tree.end(left), tree.start(right));
  return `${tree.text(right)}${gap}${tree.text(left)}`;
}

const FAMILIES: readonly (readonly string[])[] = [
  ['max', 'min', 'sum', 'len'],
  ['any', 'all'],
  ['int', 'float', 'str', 'round'],
  ['sorted', 'list', 'set', 'reversed'],
  ['upper', 'lower', 'title', 'capitalize', 'swapcase'],
  ['strip', 'lstrip', 'rstrip'],
  ['split', 'rsplit', 'partition', 'rpartition'],
  ['startswith', 'endswith'],
  ['find', 'rfind', 'index', 'count'],
  ['append', 'extend', 'remove'],
  ['isdigit', 'isalpha', 'isalnum', 'isupper', 'islower', 'isspace'],
  ['ljust', 'rjust', 'center', 'zfill'],
];

function relatives(name: string): readonly string[] {
  return FAMILIES.find((family) => family.includes(name))?.filter((other) => other !== name) ?? [];
}

/** Another variable, function or method. */
function nameEdits(node: LocatedNode, names: readonly string[], tree: PythonTree): string[] {
  const name = nameOf(node);
  if (name !== null && node.nodeType === 'Name' && node.ctx.nodeType === 'Load') {
    return [...relatives(name), ...(names.includes(name) ? names : [])].filter((other) => other !== name);
  }
  if (node.nodeType === 'Attribute' && isLocated(node.value)) {
    const owner = tree.text(node.value);
    return relatives(node.attr).map((other) => `${owner}.${other}`);
  }
  return [];
}

/** The expression without one of its steps. */
function fewerSteps(node: LocatedNode, tree: PythonTree): string[] {
  const texts = (...nodes: readonly PythonNode[]): string[] =>
    nodes.filter(isLocated).map((one) => `(${tree.text(one)})`);
  switch (node.nodeType) {
    case 'Call':
      return texts(
        ...(node.func.nodeType === 'Attribute' ? [node.func.value] : []),
        ...node.args.slice(0, 1),
      );
    case 'Subscript':
      return texts(node.value);
    case 'BinOp':
      return texts(node.left, node.right);
    case 'UnaryOp':
      return texts(node.operand);
    case 'BoolOp':
      return texts(...node.values);
    case 'IfExp':
      return [...texts(node.body, node.orelse)];
    default:
      return [];
  }
}

const STEPS: readonly string[] = [
  '({})[::-1]',
  '({})[1:]',
  '({})[:-1]',
  '({})[0]',
  '({})[-1]',
  'sorted({})',
  'sorted({}, reverse=True)',
  'list(dict.fromkeys({}))',
  'len({})',
  'sum({})',
  'max({})',
  'min({})',
  'abs({})',
  '-({})',
  'not ({})',
  '({}) + 1',
  '({}) - 1',
  '({}) * 2',
  '({}) // 2',
  'round({})',
  'round({}, 2)',
  'int({})',
  'float({})',
  'str({})',
  'list({})',
  '({}).strip()',
  '({}).lower()',
  '({}).upper()',
  '({}).title()',
  '({}).split()',
  "''.join({})",
  "' '.join({})",
  "({}).replace(' ', '')",
];

/** The expression with a step around it. */
function moreSteps(node: LocatedNode, tree: PythonTree): string[] {
  const isWhole = [
    'Name',
    'Call',
    'Subscript',
    'BinOp',
    'ListComp',
    'Compare',
    'IfExp',
    'JoinedStr',
  ].includes(node.nodeType);
  const parent = tree.index.parent(node);
  // What is called or assigned to is no value.
  if (!isWhole || (parent?.nodeType === 'Call' && parent.func === node)) return [];
  if (node.nodeType === 'Name' && node.ctx.nodeType !== 'Load') return [];
  if (node.nodeType === 'Subscript' && node.ctx.nodeType !== 'Load') return [];
  return STEPS.map((step) => step.replace('{}', () => tree.text(node)));
}

import type { Json } from '../../core/index.js';
import { type LocatedNode, nameOf } from '../../python/index.js';
import { isLocated, numberValue, type PythonTree } from '../../python/internal.js';
import { type Change, signedNumber, spanOf } from './detail-change.js';

/** How often the most frequent item of a list is there. */
const MOST_FREQUENT =
  /^max\(\(?(?<list>\w+)\.count\((?<item>\w+)\) for \k<item> in \k<list>\)?(, default=0)?\)$/;

/**
 * What often comes to the same on lists: the largest or smallest, and the first or last; different items, and items that
 * differ from the one before; how often the most frequent one is there, and how often in a row; the shorter half, and the longer one; of items that come first by a key, the first, and the
 * smallest; how often one item is found, and the most frequent one; all but the first or last, and what is above the first or
 * below the last.
 */
export function listChanges(node: LocatedNode, tree: PythonTree): Change[] {
  return [
    ...extremeChanges(node, tree),
    ...placeChanges(node, tree),
    ...repeatChanges(node, tree),
    ...runChanges(node, tree),
    ...halfChanges(node, tree),
    ...keyChanges(node, tree),
    ...frequencyChanges(node, tree),
    ...restChanges(node, tree),
  ];
}

function extremeChanges(node: LocatedNode, tree: PythonTree): Change[] {
  const of = argumentOf(node, ['max', 'min'], tree);
  if (of === null) return [];
  return [0, -1].map((place) => ({ at: spanOf(node, tree), text: `list(${of})[${place}]` }));
}

/** The item at a place: the largest and the smallest of those on its side of the list. */
function placeChanges(node: LocatedNode, tree: PythonTree): Change[] {
  if (node.nodeType !== 'Subscript' || node.slice.nodeType === 'Slice' || !isLocated(node.value)) return [];
  const place = signedNumber(node.slice);
  if (place === null || !Number.isInteger(place)) return [];
  const list = tree.text(node.value);
  const side = place < -1 ? `[:${place + 1}]` : place > 0 ? `[${place}:]` : '';
  return ['max', 'min'].map((choose) => ({ at: spanOf(node, tree), text: `${choose}(${list}${side})` }));
}

/** Different items, where equal ones stand together in every example. */
function repeatChanges(node: LocatedNode, tree: PythonTree): Change[] {
  const of = argumentOf(node, ['set', 'fromkeys'], tree);
  if (of === null) return [];
  const text = `[n for n, _ in itertools.groupby(${of})]`;
  return [{ at: spanOf(node, tree), text, needs: 'itertools', show: [withFirstAgain] }];
}

/** The longest run of equal items, where equal ones stand together in every example. */
function runChanges(node: LocatedNode, tree: PythonTree): Change[] {
  const list = MOST_FREQUENT.exec(tree.text(node))?.groups?.list;
  if (node.nodeType !== 'Call' || list === undefined) return [];
  const text = `max((len(list(run)) for _, run in itertools.groupby(${list})), default=0)`;
  return [{ at: spanOf(node, tree), text, needs: 'itertools', show: [withFirstAgain] }];
}

/** Half of a length that is odd. */
function halfChanges(node: LocatedNode, tree: PythonTree): Change[] {
  if (node.nodeType !== 'BinOp' || node.op.nodeType !== 'FloorDiv' || numberValue(node.right) !== 2)
    return [];
  if (!isLocated(node.left) || argumentOf(node.left, ['len'], tree) === null) return [];
  return [
    { at: spanOf(node.left, tree), text: `(${tree.text(node.left)} + 1)`, around: node, show: [withoutLast] },
  ];
}

/** Which one it is of several that are, say, as frequent. */
function keyChanges(node: LocatedNode, tree: PythonTree): Change[] {
  if (node.nodeType !== 'Call' || !['max', 'min'].includes(nameOf(node.func) ?? '')) return [];
  const [items] = node.args;
  const isKeyed = node.keywords.length === 1 && node.keywords[0]?.arg === 'key';
  if (!isKeyed || node.args.length !== 1 || items === undefined || !isLocated(items)) return [];
  return [{ at: spanOf(items, tree), text: `sorted(${tree.text(items)})`, around: node }];
}

/** How often an item is found that is the most frequent one in every example. */
function frequencyChanges(node: LocatedNode, tree: PythonTree): Change[] {
  if (node.nodeType !== 'Call' || node.func.nodeType !== 'Attribute' || !isLocated(node.func.value))
    return [];
  if (argumentOf(node, ['count'], tree) === null) return [];
  const list = tree.text(node.func.value);
  return [{ at: spanOf(node, tree), text: `max((${list}.count(n) for n in ${list}), default=0)` }];
}

/** What is left without the first or last, where all of it is above or below that. */
function restChanges(node: LocatedNode, tree: PythonTree): Change[] {
  if (node.nodeType !== 'Subscript' || node.slice.nodeType !== 'Slice' || !isLocated(node.slice)) return [];
  if (!isLocated(node.value)) return [];
  const ends = new Map([
    ['1:', '[0]'],
    [':-1', '[-1]'],
  ]);
  const end = ends.get(tree.text(node.slice).replaceAll(' ', ''));
  if (end === undefined) return [];
  const list = tree.text(node.value);
  const at = spanOf(node, tree);
  return ['>', '<'].map((sign) => ({ at, text: `[n for n in ${list} if n ${sign} ${list}${end}]` }));
}

/** Python of the only argument of a call of one of these functions or methods. */
function argumentOf(node: LocatedNode, names: readonly string[], tree: PythonTree): string | null {
  if (node.nodeType !== 'Call' || node.args.length !== 1 || node.keywords.length > 0) return null;
  const [argument] = node.args;
  const name = node.func.nodeType === 'Attribute' ? node.func.attr : nameOf(node.func);
  return argument !== undefined && isLocated(argument) && names.includes(name ?? '')
    ? tree.text(argument)
    : null;
}

function withFirstAgain(input: Json): Json {
  return Array.isArray(input)
    ? [...(input as readonly Json[]), ...(input as readonly Json[]).slice(0, 1)]
    : input;
}

function withoutLast(input: Json): Json {
  return Array.isArray(input) ? (input as readonly Json[]).slice(0, -1) : input;
}

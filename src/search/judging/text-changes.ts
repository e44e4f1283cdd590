import type { Json } from '../../core/index.js';
import { type LocatedNode, type NodeOf, nameOf, type PythonNode } from '../../python/index.js';
import { isLocated, numberValue, type PythonTree } from '../../python/internal.js';
import { countChanges } from './count-changes.js';
import { type Change, signedNumber, spanOf } from './detail-change.js';
import { wordChanges } from './word-changes.js';

/**
 * What often comes to the same on texts: a cut of a text, and one of a word; a number as it is, with a zero before it, and
 * without the zeros that it has; {@link countChanges}; and {@link wordChanges}.
 */
export function textChanges(node: LocatedNode, tree: PythonTree): Change[] {
  return [
    ...cutChanges(node, tree),
    ...paddingChanges(node, tree),
    ...digitChanges(node, tree),
    ...countChanges(node, tree),
    ...wordChanges(node, tree),
  ];
}

/** Each cut of a text as a cut of one of its words, which stays where it is when the words before it grow. */
function cutChanges(node: LocatedNode, tree: PythonTree): Change[] {
  if (node.nodeType !== 'Subscript' || node.slice.nodeType !== 'Slice' || !isLocated(node.value)) return [];
  const words = `re.findall(r'[^\\W_]+', ${tree.text(node.value)})`;
  return wordCuts(node.slice).map((cut) => ({
    at: spanOf(node, tree),
    text: `${words}${cut}`,
    needs: 're',
  }));
}

/** What comes behind the words of a text to take as much of one of them as a cut takes of the text. */
function wordCuts({ lower, upper }: NodeOf<'Slice'>): readonly string[] {
  const [low, high] = [lower, upper].map((end) => numberValue(end));
  const length = typeof high === 'number' && high > 0 ? high - Number(low ?? 0) : null;
  const parts = length === null ? ['', '[1:]', '[2:]'] : ['', `[:${length}]`, `[-${length}:]`];
  return ['[0]', '[1]', '[-1]'].flatMap((place) => parts.map((part) => `${place}${part}`));
}

/** A part of a text that is a number of two digits in every example, and never starts with a zero: a day before the 10th. */
function paddingChanges(node: LocatedNode, tree: PythonTree): Change[] {
  if (node.nodeType !== 'Subscript' || node.slice.nodeType === 'Slice') return [];
  if (signedNumber(node.slice) === null) return [];
  const part = tree.text(node);
  // Where it is no number, None fails the example, and with it the change.
  const text = `(${part}[1:] if ${part}.startswith('0') else ${part}.zfill(2) if ${part}.isdigit() else None)`;
  return [{ at: spanOf(node, tree), text, told: `${part}.zfill(2)`, show: [withoutDigits] }];
}

/** One digit for each number of two. */
function withoutDigits(input: Json): Json {
  return typeof input === 'string' ? input.replace(/(?<![0-9])[0-9]([0-9])(?![0-9])/g, '$1') : input;
}

/** A number that is read and written again, `str(int(text))`, as the text that it is: they differ by zeros before it. */
function digitChanges(node: LocatedNode, tree: PythonTree): Change[] {
  const whole = node.nodeType === 'FormattedValue' ? node.value : onlyArgument(node, 'str');
  const text = whole === null ? null : onlyArgument(whole, 'int');
  if (whole === null || text === null || !isLocated(whole) || !isLocated(text)) return [];
  if (node.nodeType === 'FormattedValue' && (node.format_spec ?? null) !== null) return [];
  const around = node.nodeType === 'FormattedValue' ? whole : node;
  return [{ at: spanOf(around, tree), text: tree.text(text), around, show: [withZeros] }];
}

/** The argument of a call with one; null for anything else. */
function onlyArgument(node: PythonNode, name: string): PythonNode | null {
  if (node.nodeType !== 'Call' || nameOf(node.func) !== name) return null;
  return node.args.length === 1 && node.keywords.length === 0 ? (node.args[0] ?? null) : null;
}

/** A zero before each number. */
function withZeros(input: Json): Json {
  return typeof input === 'string' ? input.replace(/(?<![0-9])(?=[0-9])/g, '0') : input;
}

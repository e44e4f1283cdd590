import { canonicalJson, type Json } from '../../core/index.js';
import {
  descendants,
  isLocated,
  type LocatedNode,
  type NodeOf,
  numberValue,
  type PythonTree,
  parsePython,
} from '../../python/index.js';
import { type Example, makeExamples, type Outcome, type TrainingQuestion } from '../../training/index.js';
import type { ConfidenceVerdict } from './confidence.js';
import { editScript, type ScriptEdit } from './repair/script-edit.js';

/** Most other details of one script that are tried: each is a run on all examples. */
const MOST_EDITS = 40;

/** Inputs that a number of the script is put into. */
const MOST_PLACED = 6;

/** Places at which a text or list may be cut: where all have one length, those from either end do the same. */
const ENDS = [-4, -3, -2, -1, 1, 2, 3, 4];

/** Signs that differ where both sides are equal. */
const NEIGHBOURS: ReadonlyMap<string, string> = new Map([
  ['Lt', '<='],
  ['LtE', '<'],
  ['Gt', '>='],
  ['GtE', '>'],
]);

/** A detail of a script that could be another one for all that the examples say. */
export interface UnprovenDetail {
  /** Python of the expression with the detail, and with the other one. */
  readonly here: string;
  readonly there: string;
  /** An input on which it matters, and what either script gives for it. */
  readonly input: Json;
  readonly output: Json;
  readonly otherOutput: Json;
  /** The script with the other detail. */
  readonly otherScript: string;
}

/** A verdict, lowered for a detail. */
export function doubted({ reasons }: ConfidenceVerdict, { here, there }: UnprovenDetail): ConfidenceVerdict {
  return {
    confidence: 'medium',
    reasons: [...reasons, `no example tells \`${here}\` from \`${there}\``],
  };
}

/** The input on which the detail matters, as a question. */
export function questionOf(script: string, detail: UnprovenDetail | null): TrainingQuestion | null {
  if (detail === null) return null;
  const { input, output, otherOutput, otherScript } = detail;
  return {
    input,
    answers: [
      { output, script },
      { output: otherOutput, script: otherScript },
    ],
  };
}

interface DetailEdit extends ScriptEdit {
  /** Where it is a number: that and the other one. */
  readonly numbers: readonly number[];
  /** Whether the other one needs the module `re`. */
  readonly needsPatterns: boolean;
  readonly here: string;
  readonly there: string;
}

/**
 * The first number or comparison of a script that the examples don't pin down: with the next number, or the comparison that
 * counts equal ones too, the script still does what every example says, and on an input near them something else.
 *
 * @param inputs - inputs near those of the examples
 */
export async function findUnprovenDetail(options: {
  readonly script: string;
  readonly examples: readonly Example[];
  readonly inputs: readonly Json[];
  readonly evaluate: (script: string, examples: readonly Example[]) => Promise<readonly Outcome[]>;
}): Promise<UnprovenDetail | null> {
  const { script, examples, inputs, evaluate } = options;
  const isText = examples.some(({ input }) => typeof input === 'string');
  for (const edit of detailEdits(script, isText).slice(0, MOST_EDITS)) {
    const edited = editScript(script, edit);
    const otherScript =
      edit.needsPatterns && !/^import re$/m.test(script) ? `import re\n\n\n${edited}` : edited;
    const outcomes = await evaluate(otherScript, examples);
    if (!outcomes.every(({ reward }) => reward === 1)) continue;
    const telling = edit.numbers.flatMap((number) => inputs.slice(0, MOST_PLACED).map(placed(number)));
    const near = makeExamples([...inputs, ...telling].map((input) => ({ input, output: null })));
    const own = await evaluate(script, near);
    const others = await evaluate(otherScript, near);
    for (const [index, { output }] of own.entries()) {
      const otherOutput = others[index]?.output;
      const input = near[index]?.input;
      if (output === undefined || otherOutput === undefined || input === undefined) continue;
      if (canonicalJson(output) === canonicalJson(otherOutput)) continue;
      return { here: edit.here, there: edit.there, input, output, otherOutput, otherScript };
    }
  }
  return null;
}

/**
 * Each whole number one more and one less; each comparison of order with and without equality; each cut of a text also as a
 * cut of one of its words, which stays where it is when the words before it grow.
 */
function detailEdits(script: string, isText: boolean): DetailEdit[] {
  const parsed = parsePython(script);
  if (!parsed.ok) return [];
  const { tree } = parsed;
  const edits: DetailEdit[] = [];
  const add = (
    [start, end]: readonly [number, number],
    text: string,
    [from, to]: readonly [number, number],
    numbers: readonly number[],
    needsPatterns = false,
  ): void => {
    const there = script.slice(from, start) + text + script.slice(end, to);
    edits.push({ start, end, text, here: script.slice(from, to), there, numbers, needsPatterns });
  };
  for (const node of descendants(tree.module)) {
    if (!isLocated(node)) continue;
    const number = numberValue(node);
    if (typeof number === 'number' && Number.isSafeInteger(number)) {
      const parent = tree.index.parent(node);
      const around = parent !== undefined && isLocated(parent) ? parent : node;
      const others = parent?.nodeType === 'Slice' ? ENDS : [number - 1, number + 1];
      for (const other of others) {
        if (other === number) continue;
        add(spanOf(node, tree), String(other), spanOf(around, tree), [number, other]);
      }
    }
    if (isText && node.nodeType === 'Subscript' && node.slice.nodeType === 'Slice' && isLocated(node.value)) {
      const words = `re.findall(r'[^\\W_]+', ${tree.text(node.value)})`;
      const span = spanOf(node, tree);
      for (const cut of wordCuts(node.slice)) add(span, `${words}${cut}`, span, [], true);
    }
    if (node.nodeType !== 'Compare' || node.ops.length !== 1) continue;
    const [operator] = node.ops;
    const [right] = node.comparators;
    const sign = NEIGHBOURS.get(operator?.nodeType ?? '');
    if (sign === undefined || right === undefined || !isLocated(node.left) || !isLocated(right)) continue;
    if (numberValue(right) !== null) continue;
    add([tree.end(node.left), tree.start(right)], ` ${sign} `, spanOf(node, tree), []);
  }
  return edits;
}

/** What comes behind the words of a text to take as much of one of them as a cut takes of the text. */
function wordCuts({ lower, upper }: NodeOf<'Slice'>): readonly string[] {
  const [low, high] = [lower, upper].map((end) => numberValue(end));
  const length = typeof high === 'number' && high > 0 ? high - Number(low ?? 0) : null;
  const parts = length === null ? [''] : ['', `[:${length}]`, `[-${length}:]`];
  return ['[0]', '[1]', '[-1]'].flatMap((place) => parts.map((part) => `${place}${part}`));
}

function spanOf(node: LocatedNode, tree: PythonTree): readonly [number, number] {
  return [tree.start(node), tree.end(node)];
}

/** Puts a number where a number is: comparisons with it show there. */
function placed(number: number): (input: Json) => Json {
  return (input) => {
    if (typeof input === 'number') return number;
    if (!Array.isArray(input)) return input;
    const items: readonly Json[] = input;
    const at = Math.floor(items.length / 2);
    return typeof items[at] === 'number' ? items.with(at, number) : items;
  };
}

import { leafOperator, type Operator } from '../language/operator.js';
import { BINDING, pythonString } from '../language/python-source.js';
import type { SearchProblem } from '../problem.js';
import { isText, outputsOf, valuesOf } from './outputs-of.js';

/** What stands between numbers. */
const MARKS = ['.', ':', '-', '/', ' ', ','] as const;

/** Numbers side by side, `1.12.3`, with zeros before those that are short, where the outputs have them: `01.12.03`. */
export function paddedParts(problem: SearchProblem, leaves: readonly Operator[]): Operator[] {
  const outputs = outputsOf(problem, isText);
  if (outputs === null) return [];
  return leaves
    .filter(({ result, cost }) => result === 'text' && cost === 1)
    .flatMap((leaf) => {
      const texts = valuesOf(leaf, problem, isText);
      const padding = texts === null ? null : paddingOf(texts, outputs);
      return padding === null ? [] : [paddedLeaf(leaf, padding)];
    });
}

interface Padding {
  readonly mark: string;
  readonly width: number;
}

/** By what some of the texts are longer in the outputs; null where that is more than zeros before their numbers. */
export function paddingOf(texts: readonly string[], outputs: readonly string[]): Padding | null {
  const mark = MARKS.find((one) => texts[0]?.includes(one));
  if (mark === undefined || texts.every((text, index) => text === outputs[index])) return null;
  const parts = texts.map((text) => text.split(mark));
  if (!parts.every((row) => row.length > 1 && row.every(isDigits))) return null;
  const width = Math.min(...outputs.flatMap((output) => output.split(mark).map((part) => part.length)));
  const fits = texts.every((text, index) => padded(text, { mark, width }) === outputs[index]);
  return width > 1 && fits ? { mark, width } : null;
}

function isDigits(text: string): boolean {
  return /^[0-9]{1,9}$/.test(text);
}

function padded(text: string, { mark, width }: Padding): string {
  return text
    .split(mark)
    .map((part) => part.padStart(width, '0'))
    .join(mark);
}

function paddedLeaf(leaf: Operator, padding: Padding): Operator {
  const mark = pythonString(padding.mark);
  const write = (text: string): string =>
    `${mark}.join(part.zfill(${padding.width}) for part in ${text}.split(${mark}))`;
  return leafOperator({
    python: write(leaf.name),
    result: 'text',
    cost: 1,
    variable: 'padded',
    read: (input) => {
      const text = leaf.leaf?.(input);
      const isNumbers = typeof text === 'string' && text.split(padding.mark).every(isDigits);
      return isNumbers ? padded(text, padding) : undefined;
    },
    of: [leaf],
    render: () => ({ text: write(leaf.render([]).text), binding: BINDING.primary }),
  });
}

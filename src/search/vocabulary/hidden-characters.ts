import { leafOperator, type Operator } from '../language/operator.js';
import { pythonString } from '../language/python-source.js';
import { hasPlainWords, LETTER, LETTER_OR_DIGIT, nativePattern } from '../language/python-text.js';
import type { SearchProblem } from '../problem.js';
import { isText, outputsOf, valuesOf } from './outputs-of.js';

/** What is hidden behind a mark, as Python writes it. */
const HIDDEN = ['[0-9]', LETTER, LETTER_OR_DIGIT] as const;
/** Marks that stand for what is hidden. */
const MARK = /[#*•_?xX0@.-]/g;

/** Texts with a mark in the place of each digit or letter, `AB-####`, where the outputs have such in them. */
export function hiddenCharacters(problem: SearchProblem, leaves: readonly Operator[]): Operator[] {
  const outputs = outputsOf(problem, isText);
  if (outputs === null) return [];
  const marks = new Set(outputs[0]?.match(MARK) ?? []);
  return leaves
    .filter(({ result, cost }) => result === 'text' && cost === 1)
    .flatMap((leaf) => {
      const texts = valuesOf(leaf, problem, isText);
      if (texts === null || !texts.every(hasPlainWords)) return [];
      return HIDDEN.flatMap((set) =>
        [...marks].flatMap((mark) => {
          const hidden = texts.map((text) => hide(text, set, mark));
          const isSeen = hidden.every((text, index) => text !== '' && outputs[index]?.includes(text));
          const isChange = hidden.some((text, index) => text !== texts[index]);
          return isSeen && isChange ? [hidingLeaf(leaf, set, mark)] : [];
        }),
      ).slice(0, 1);
    });
}

function hide(text: string, set: string, mark: string): string {
  return text.replace(nativePattern(set, 'g'), mark);
}

function hidingLeaf(leaf: Operator, set: string, mark: string): Operator {
  const write = (text: string): string => `re.sub(r'${set}', ${pythonString(mark)}, ${text})`;
  return leafOperator({
    python: write(leaf.name),
    result: 'text',
    cost: 1,
    variable: 'hidden',
    read: (input) => {
      const text = leaf.leaf?.(input);
      return typeof text === 'string' && hasPlainWords(text) ? hide(text, set, mark) : undefined;
    },
    of: [leaf],
    imports: ['re'],
    render: () => ({ text: write(leaf.render([]).text), binding: 10 }),
  });
}

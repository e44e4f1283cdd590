import { leafOperator, type Operator } from '../language/operator.js';
import { BINDING, fillTemplate, pythonString } from '../language/python-source.js';
import { textLength, textSlice } from '../language/python-text.js';
import type { SearchProblem } from '../problem.js';
import { isText, outputsOf, valuesOf } from './outputs-of.js';

/** What stands for the rest of a text. */
const MARKS = [' ...', '...', ' …', '…', '..'];
/** Fewest texts that are cut: of one, the length may be chance. */
const FEWEST_CUT = 2;

/** Texts that are cut short where they are long, `Travel plan of th...`, if the outputs are these. */
export function shortenedTexts(problem: SearchProblem, leaves: readonly Operator[]): Operator[] {
  const outputs = outputsOf(problem, isText);
  if (outputs === null) return [];
  return leaves
    .filter(({ result, readsInput }) => result === 'text' && readsInput)
    .flatMap((leaf) => {
      const texts = valuesOf(leaf, problem, isText);
      if (texts === null) return [];
      const places = texts.map((_text, index) => index);
      const cut = places.filter((index) => texts[index] !== outputs[index]);
      const mark = MARKS.find((one) => cut.every((index) => outputs[index]?.endsWith(one)));
      if (cut.length < FEWEST_CUT || mark === undefined) return [];
      const lengths = new Set(cut.map((index) => textLength(outputs[index] ?? '') - mark.length));
      const [kept = 0, ...others] = lengths;
      const isCut = cut.every((index) => textSlice(texts[index] ?? '', 0, kept) + mark === outputs[index]);
      if (kept < 1 || others.length > 0 || !isCut) return [];
      const whole = places
        .filter((index) => !cut.includes(index))
        .map((index) => textLength(texts[index] ?? ''));
      const long = cut.map((index) => textLength(texts[index] ?? ''));
      const most = [kept, kept + mark.length]
        .filter((limit) => whole.every((length) => length <= limit) && long.every((length) => length > limit))
        .sort((left, right) => Number(left % 5 !== 0) - Number(right % 5 !== 0))[0];
      return most === undefined ? [] : [shortened(leaf, most, kept, mark)];
    });
}

function shortened(leaf: Operator, most: number, kept: number, mark: string): Operator {
  const source = fillTemplate(
    `{0} if len({0}) <= ${most} else {0!}[:${kept}] + ${pythonString(mark)}`,
    BINDING.conditional,
    [leaf.render([])],
  );
  return leafOperator({
    python: source.text,
    result: 'text',
    cost: 1,
    variable: 'short',
    read: (input) => {
      const text = leaf.leaf?.(input);
      if (typeof text !== 'string') return undefined;
      return textLength(text) <= most ? text : textSlice(text, 0, kept) + mark;
    },
    of: [leaf],
    render: () => source,
  });
}

import { isJsonObject, type Json } from '../../core/index.js';
import { leafOperator, type Operator } from '../language/operator.js';
import { pythonString } from '../language/python-source.js';
import { commonType, type Value } from '../language/value-type.js';
import { readingFormats } from '../library/date-formats.js';
import type { SearchProblem } from '../problem.js';
import { isNumber, isText, outputsOf, valuesOf } from './outputs-of.js';

/** Fewest and most numbers that are taken together. */
const FEWEST = 3;
const MOST = 12;
/** Most different marks and words between the numbers of texts. */
const MOST_MARKS = 3;
/** Longest run of digits. */
const LONGEST = 15;

/**
 * Numbers that a person takes together where one is wanted: those of a record of three columns or more, and those written
 * in a text, `20 x 30 x 35 cm`. Their sum, product or largest is one step then, which no column can be left out of by chance.
 */
export function numberRows(problem: SearchProblem, leaves: readonly Operator[]): Operator[] {
  if (outputsOf(problem, isNumber) === null) return [];
  return [...columnsTogether(problem), ...numbersOfTexts(problem, leaves)];
}

function columnsTogether({ train, variable }: SearchProblem): Operator[] {
  const records = train.map(({ input }) => input).filter(isJsonObject);
  const [first] = records;
  if (first === undefined || records.length < train.length) return [];
  const keys = Object.keys(first).filter((key) => records.every((record) => typeof record[key] === 'number'));
  if (keys.length < FEWEST || keys.length > MOST) return [];
  const isWhole =
    commonType(records.flatMap((record) => keys.map((key) => record[key] as Json))) === 'integer';
  return [
    leafOperator({
      python: `[${keys.map((key) => `${variable}[${pythonString(key)}]`).join(', ')}]`,
      result: isWhole ? 'integers' : 'numbers',
      cost: 1,
      variable: 'figures',
      read: (input) => {
        if (!isJsonObject(input)) return undefined;
        const values = keys.map((key) => (Object.hasOwn(input, key) ? input[key] : undefined));
        const isRow = values.every(
          (value) => typeof value === 'number' && (!isWhole || Number.isSafeInteger(value)),
        );
        return isRow ? (values as Value) : undefined;
      },
    }),
  ];
}

function numbersOfTexts(problem: SearchProblem, leaves: readonly Operator[]): Operator[] {
  return leaves
    .filter(({ result, cost }) => result === 'text' && cost === 1)
    .flatMap((leaf) => {
      const texts = valuesOf(leaf, problem, isText);
      if (texts === null || !texts.every((text) => numbersIn(text).length >= FEWEST - 1)) return [];
      if (!areLists(texts)) return [];
      // The parts of a date are no numbers to be taken together.
      if (readingFormats(texts).length > 0) return [];
      const write = (text: string): string => `[int(number) for number in re.findall(r'[0-9]+', ${text})]`;
      return [
        leafOperator({
          python: write(leaf.name),
          result: 'integers',
          cost: 2,
          variable: 'numbers',
          read: (input) => {
            const text = leaf.leaf?.(input);
            if (typeof text !== 'string') return undefined;
            const numbers = numbersIn(text);
            return numbers.some((number) => number.length > LONGEST) ? undefined : numbers.map(Number);
          },
          of: [leaf],
          imports: ['re'],
          render: () => ({ text: write(leaf.render([]).text), binding: 10 }),
        }),
      ];
    });
}

/** Whether texts are numbers with the same few marks and words between them, as in `3 x 4 cm`: other texts hold each for itself. */
function areLists(texts: readonly string[]): boolean {
  const between = texts.flatMap((text) => text.split(/[0-9]+/).filter((mark) => mark.trim() !== ''));
  return new Set(between).size <= MOST_MARKS;
}

function numbersIn(text: string): readonly string[] {
  return text.match(/[0-9]+/g) ?? [];
}

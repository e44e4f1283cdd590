import { isJsonObject } from '../../core/index.js';
import { leafOperator, type Operator } from '../language/operator.js';
import { pythonString } from '../language/python-source.js';
import type { SearchProblem } from '../problem.js';

/** Most columns of a record. */
const MOST = 12;

/** The texts of a record of which some are empty now and then: those that aren't, in order, as the lines of an address. */
export function filledTexts({ train, variable }: SearchProblem): Operator[] {
  const records = train.map(({ input }) => input).filter(isJsonObject);
  const [first] = records;
  if (first === undefined || records.length < train.length) return [];
  const keys = Object.keys(first).filter((key) => records.every((record) => typeof record[key] === 'string'));
  const hasGaps = records.some((record) => keys.some((key) => record[key] === ''));
  if (keys.length < 2 || keys.length > MOST || !hasGaps) return [];
  const list = keys.map((key) => `${variable}[${pythonString(key)}]`).join(', ');
  return [
    leafOperator({
      python: `[text for text in [${list}] if text]`,
      result: 'texts',
      cost: 1,
      variable: 'texts',
      read: (input) => {
        if (!isJsonObject(input)) return undefined;
        const texts = keys.map((key) => (Object.hasOwn(input, key) ? input[key] : undefined));
        return texts.every((text) => typeof text === 'string')
          ? texts.filter((text) => text !== '')
          : undefined;
      },
    }),
  ];
}

import { applied, type Expression } from '../language/expression.js';
import type { Operator } from '../language/operator.js';
import { pythonString } from '../language/python-source.js';
import { marksPattern, runsOf } from '../language/text-runs.js';
import { unaryOperator } from '../language/unary-operator.js';
import { FIRST_MATCH, firstMatch } from '../vocabulary/first-match.js';
import { MONTHS } from './date-text.js';

/** Marks between the fields of a line. */
const SEPARATORS = [',', ';', '\t', '|'];
/** Most fields of a line that are looked at. */
const MOST_FIELDS = 12;

/** Parts of longer texts that may be dates: the fields of a line, or the only stretch that looks like a date. */
export function partsOfLines(column: Expression, texts: readonly string[]): readonly Expression[] {
  const stretch = stretchOf(column, texts);
  return [...fieldsOf(column, texts), ...(stretch === null ? [] : [stretch])];
}

function fieldsOf(column: Expression, texts: readonly string[]): readonly Expression[] {
  return SEPARATORS.flatMap((separator) => {
    const counts = texts.map((text) => text.split(separator).length);
    const [count = 0] = counts;
    if (count < 2 || count > MOST_FIELDS || counts.some((other) => other !== count)) return [];
    return Array.from({ length: count }, (_field, place) =>
      applied(fieldOperator(separator, place), [column]),
    );
  });
}

function fieldOperator(separator: string, place: number): Operator {
  return unaryOperator({
    name: `field(${JSON.stringify(separator)}, ${place})`,
    hole: 'text',
    result: 'text',
    apply: (text) => text.split(separator)[place],
    python: ({ text }) => `${text}.split(${pythonString(separator)})[${place}]`,
  });
}

const NAME = `(?:${[...new Set(MONTHS.flatMap((name) => [name, name.slice(0, 3)]))].join('|')})`;
const DAY = [
  '[0-9]{4}[-/.][0-9]{1,2}[-/.][0-9]{1,2}',
  '[0-9]{1,2}[-/.][0-9]{1,2}[-/.][0-9]{4}',
  `[0-9]{1,2}[- ]${NAME}[- ][0-9]{4}`,
  `${NAME} [0-9]{1,2},? [0-9]{4}`,
].join('|');
const CLOCK = '[0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?(?: ?[AP]M)?';
const STRETCH = new RegExp(`(?<![0-9A-Za-z])(?:${DAY})(?:[T ]${CLOCK})?(?![0-9A-Za-z])`, 'gi');

/** What looks like a date in each of the texts, where that is one stretch in each, of one shape; null where it is not. */
function stretchOf(column: Expression, texts: readonly string[]): Expression | null {
  const found = texts.map((text) => text.match(STRETCH) ?? []);
  if (found.some(({ length }) => length !== 1)) return null;
  const stretches = found.flat();
  const pattern = patternOf(stretches);
  if (pattern === null) return null;
  const expression = applied(searchOperator(pattern), [column]);
  return stretches.every((stretch, index) => expression.values[index] === stretch) ? expression : null;
}

function patternOf(stretches: readonly string[]): string | null {
  const runs = runsOf(stretches);
  if (runs === null) return null;
  return runs
    .map(({ kind, texts }) => {
      const [first = ''] = texts;
      if (kind === 'marks') return marksPattern(first);
      if (kind === 'digits')
        return texts.every((text) => text.length > 2) ? `[0-9]{${first.length}}` : '[0-9]{1,2}';
      return texts.every((text) => text === first) && first.length === 1 ? first : '[A-Za-z]+';
    })
    .join('');
}

function searchOperator(pattern: string): Operator {
  const regex = new RegExp(pattern);
  return unaryOperator({
    name: `search(${pattern})`,
    hole: 'text',
    result: 'text',
    imports: ['re'],
    helpers: [FIRST_MATCH],
    apply: (text) => regex.exec(text)?.[0],
    python: ({ text }) => firstMatch(pattern, text),
  });
}

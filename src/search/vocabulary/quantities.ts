import { leafOperator, type Operator } from '../language/operator.js';
import { pythonString } from '../language/python-source.js';
import { LETTER } from '../language/python-text.js';
import { finiteNumber } from '../language/size-guards.js';
import type { SearchProblem } from '../problem.js';
import { isNumber, isText, outputsOf, valuesOf } from './outputs-of.js';

type Units = Readonly<Record<string, number>>;

/** Units that one column may mix, and what they are worth in the first of them. */
const SCALES: readonly Units[] = [
  { '': 1, k: 1e3, K: 1e3, M: 1e6, B: 1e9 },
  { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 },
  { sec: 1, min: 60, h: 3600, hr: 3600, hrs: 3600, d: 86_400 },
  { second: 1, seconds: 1, minute: 60, minutes: 60, hour: 3600, hours: 3600, day: 86_400, days: 86_400 },
  { day: 1, days: 1, week: 7, weeks: 7 },
  { month: 1, months: 1, year: 12, years: 12 },
  { mg: 0.001, g: 1, kg: 1000, t: 1_000_000 },
  { oz: 1, lb: 16, lbs: 16 },
  { mm: 1, cm: 10, dm: 100, m: 1000, km: 1_000_000 },
  { in: 1, ft: 12, yd: 36 },
  { '"': 1, "'": 12 },
  { ml: 1, cl: 10, dl: 100, l: 1000 },
  { mL: 1, L: 1000 },
];
const AMOUNT = /([0-9]+(?:[.][0-9]+)?) ?(['"]|[\p{L}\p{Nl}]*)/gu;
const AMOUNTS =
  /^[0-9]{1,9}(?:\.[0-9]{1,4})? ?(?:['"]|\p{L}*)(?:[ ,]*[0-9]{1,9}(?:\.[0-9]{1,4})? ?(?:['"]|\p{L}+))*$/u;
/** Digits after the point, beyond which floats are noise: fewer for what is large. */
const DIGITS = 9;
const DIGITS_OF_LARGE = 4;
const LARGE = 1e5;
/** Thousands and millions, of which also a single one is a unit that others stand beside elsewhere. */
const COUNTS = /^[kKMB]$/;

const QUANTITY = `def quantity(text, units):
    """The sum of amounts such as 1 h 30 min, each times what its unit is worth"""
    amounts = re.findall(r'''([0-9]+(?:[.][0-9]+)?) ?(['"]|${LETTER}*)''', text)
    total = sum(float(number) * units[unit] for number, unit in amounts)
    return round(total, ${DIGITS_OF_LARGE} if total > ${LARGE} else ${DIGITS})`;

/**
 * Amounts in units that differ from text to text, or stand side by side, `2.5 kg` and `300 g`, `1h 30m`: as numbers in one of the
 * units, where the outputs are these.
 */
export function quantityLeaves(problem: SearchProblem, leaves: readonly Operator[]): Operator[] {
  const outputs = outputsOf(problem, isNumber);
  if (outputs === null) return [];
  return leaves
    .filter(({ result, cost }) => result === 'text' && cost === 1)
    .flatMap((leaf) => {
      const texts = valuesOf(leaf, problem, isText);
      const units = texts === null ? null : scaleOf(texts);
      if (texts === null || units === null) return [];
      const targets = [...new Set(Object.values(units))];
      const target = targets.find((worth) => {
        const relative = inUnit(units, worth);
        return texts.every((text, index) => quantity(text, relative) === outputs[index]);
      });
      return target === undefined ? [] : [quantityLeaf(leaf, inUnit(units, target))];
    });
}

/** The scale whose units the texts have; null where they have a single one that stands for no count, as a plain number would do then. */
function scaleOf(texts: readonly string[]): Units | null {
  if (!texts.every((text) => AMOUNTS.test(text))) return null;
  const found = texts.map((text) => [...text.matchAll(AMOUNT)].map(([, , unit = '']) => unit));
  const different = new Set(found.flat());
  if (different.size < 2 && ![...different].every((unit) => COUNTS.test(unit))) return null;
  return SCALES.find((units) => [...different].every((unit) => Object.hasOwn(units, unit))) ?? null;
}

function inUnit(units: Units, worth: number): Units {
  return Object.fromEntries(Object.entries(units).map(([unit, one]) => [unit, one / worth]));
}

function quantity(text: string, units: Units): number | undefined {
  if (!AMOUNTS.test(text)) return undefined;
  let total = 0;
  for (const [, number, unit = ''] of text.matchAll(AMOUNT)) {
    if (!Object.hasOwn(units, unit)) return undefined;
    total += Number(number) * (units[unit] ?? 0);
  }
  const rounded = Number(total.toFixed(total > LARGE ? DIGITS_OF_LARGE : DIGITS));
  // Engines add up the last digits of fractions in their own ways.
  const most = Number.isInteger(rounded) ? 1e12 : LARGE;
  return total < most ? finiteNumber(rounded) : undefined;
}

function quantityLeaf(leaf: Operator, units: Units): Operator {
  const table = Object.entries(units).map(([unit, worth]) => `${pythonString(unit)}: ${worth}`);
  const write = (text: string): string => `quantity(${text}, {${table.join(', ')}})`;
  return leafOperator({
    python: write(leaf.name),
    result: 'number',
    cost: 1,
    read: (input) => {
      const text = leaf.leaf?.(input);
      return typeof text === 'string' ? quantity(text, units) : undefined;
    },
    variable: 'amount',
    of: [leaf],
    imports: ['re'],
    helpers: [QUANTITY],
    render: () => ({ text: write(leaf.render([]).text), binding: 10 }),
  });
}

import type { BudgetMeter } from '../../training/internal.js';
import { SizeMeter, sizeOf } from '../enumeration/evaluation-size.js';
import type { Expression } from '../language/expression.js';
import type { Operator } from '../language/operator.js';
import { hashValues } from '../language/value-hash.js';
import type { Value } from '../language/value-type.js';
import type { Vocabulary } from '../problem.js';

/** Entries of the library that take one field out of a text, wherever it stands and however long it is, the plainest first. */
const FIELDS = [
  'word',
  'split_part',
  'number_in_text',
  'alphanumeric_word',
  'letter_run',
  'decimal_in_text',
  'before_last',
  'after_first',
];
/** Most fields that parts are taken of. */
const MOST_FIELDS = 150;

/**
 * Parts of fields: `value.split(', ')[1]`, and what one more operator makes of such a field, `….upper()` or `…[:3]`. The
 * enumeration comes to them late, when cuts at fixed places of the whole text, which fit few examples by their lengths
 * alone, have long been taken.
 *
 * @param inputs - what the pieces are computed on; they have a value on the first `required`
 */
export function tokenPieces(options: {
  readonly vocabulary: Vocabulary;
  readonly inputs: readonly unknown[];
  readonly required: number;
  readonly meter: BudgetMeter;
}): readonly Expression[] {
  const { vocabulary, inputs, required, meter } = options;
  const onText = vocabulary.operators
    .filter(
      ({ holes, columns, result }) =>
        columns === undefined && holes.length === 1 && holes[0] === 'text' && result === 'text',
    )
    .sort((left, right) => left.cost - right.cost);
  const fieldOperators = FIELDS.flatMap((name) => onText.filter((operator) => entryName(operator) === name));
  const sizes = new SizeMeter(inputs, meter);
  const seen = new Set<number>();
  const found: Expression[] = [];
  const add = (operator: Operator, args: readonly Expression[]): Expression | null => {
    if (meter.evaluationsLeft <= 0) return null;
    meter.spend(1);
    const values = inputs.map((input, index) => valueAt(operator, args, input, index));
    if (sizes.isOn) {
      const read = args.length === 0 ? values : args.flatMap(({ values: all }) => all);
      sizes.spend([...read, ...values].reduce<number>((sum, value) => sum + sizeOf(value), 0));
    }
    if (values.slice(0, required).some((value) => typeof value !== 'string' || value === '')) return null;
    const signature = hashValues(values);
    if (seen.has(signature)) return null;
    seen.add(signature);
    const cost = args.reduce((sum, argument) => sum + argument.cost, operator.cost);
    const piece = {
      operator,
      args,
      type: 'text',
      cost,
      readsInput: true,
      values: values as Value[],
    } as const;
    found.push(piece);
    return piece;
  };
  const leaves = vocabulary.leaves
    .filter(({ result }) => result === 'text')
    .flatMap((leaf) => add(leaf, []) ?? []);
  const fields = leaves.flatMap((leaf) => fieldOperators.flatMap((operator) => add(operator, [leaf]) ?? []));
  const byCost = fields.sort((left, right) => left.cost - right.cost).slice(0, MOST_FIELDS);
  for (const operator of onText) for (const field of byCost) add(operator, [field]);
  return found;
}

function entryName({ name }: Operator): string {
  return name.slice(0, name.indexOf('('));
}

function valueAt(
  operator: Operator,
  args: readonly Expression[],
  input: unknown,
  index: number,
): Value | undefined {
  if (operator.leaf !== undefined) return operator.leaf(input);
  const values = args.map(({ values: all }) => all[index]);
  return values.includes(undefined) ? undefined : operator.apply(values as Value[]);
}

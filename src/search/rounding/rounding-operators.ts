import type { Operator } from '../language/operator.js';
import { BINDING, bracketed, type PythonSource } from '../language/python-source.js';
import { exactInteger, finiteNumber } from '../language/size-guards.js';
import { unaryOperator } from '../language/unary-operator.js';
import type { StepRule } from './step-rules.js';

/** What is added so that the noise of floats doesn't part a multiple of a step from itself. */
const NOISE = 1e-9;
/** Numbers above have no digits to spare for a fraction. */
const LARGEST = 1e12;

/** Rounding of whole numbers to a multiple of a whole step: `number // 20 * 20`. */
export function roundingWhole({ step, offset, mode }: StepRule): Operator {
  const round = mode === 'up' ? Math.ceil : Math.floor;
  const added = (mode === 'nearest' ? Math.floor(step / 2) : 0) - offset;
  return unaryOperator({
    name: `round_whole(${mode}, ${step}, ${offset})`,
    hole: 'integer',
    result: 'integer',
    ...endingIn(step, offset),
    apply: (value) =>
      Math.abs(value) > LARGEST ? undefined : exactInteger(round((value + added) / step) * step + offset + 0),
    python: (number) => {
      const multiple =
        mode === 'up'
          ? `-(-${operand(number, added, BINDING.primary)} // ${step}) * ${step}`
          : `${operand(number, added)} // ${step} * ${step}`;
      return offset === 0 ? multiple : `${multiple} + ${offset}`;
    },
  });
}

/** Rounding of any numbers: `math.floor(number / 5) * 5`, or `math.floor(number * 20 + 1e-9) / 20` to a twentieth. */
export function roundingNumber({ step, offset, mode }: StepRule): Operator {
  const parts = Math.round(1 / step);
  const isPart = step < 1 && Math.abs(parts * step - 1) < NOISE;
  const noise = isPart && !Number.isInteger(Math.log2(parts)) ? NOISE : 0;
  const half = mode === 'nearest' ? 0.5 : 0;
  const isUp = mode === 'up';
  const round = (count: number): number =>
    isUp ? Math.ceil(count - noise) : Math.floor(count + half + noise);
  const isWhole = Number.isInteger(step) && Number.isInteger(offset);
  return unaryOperator({
    name: `round_number(${mode}, ${step}, ${offset})`,
    hole: 'number',
    result: isWhole ? 'integer' : 'number',
    imports: ['math'],
    ...endingIn(step, offset),
    apply: (value) => {
      if (Math.abs(value) > LARGEST) return undefined;
      const from = value - offset;
      const count = exactInteger(round(isPart ? from * parts : from / step) + 0);
      if (count === undefined) return undefined;
      return finiteNumber((isPart ? count / parts : count * step) + offset);
    },
    python: (number) => {
      const from = operand(number, -offset);
      const count = isPart
        ? `${from} * ${parts}`
        : step === 1
          ? summed(number, -offset)
          : `${from} / ${step}`;
      const guard = noise === 0 ? '' : ` ${isUp ? '-' : '+'} ${noise}`;
      const rounded = `math.${isUp ? 'ceil' : 'floor'}(${count}${half === 0 ? '' : ` + ${half}`}${guard})`;
      const back = step === 1 ? rounded : isPart ? `${rounded} / ${parts}` : `${rounded} * ${step}`;
      return offset === 0 ? back : `${back} + ${offset}`;
    },
  });
}

/** What an operator has that ends in a multiple of a step, or in an offset that is added to it. */
function endingIn(step: number, offset: number): { constants: readonly number[]; binding: number } {
  return offset === 0
    ? { constants: [step], binding: BINDING.product }
    : { constants: [step, offset], binding: BINDING.sum };
}

/** A number that is so much more. */
export function adding(amount: number, type: 'integer' | 'number'): Operator {
  return unaryOperator({
    name: `add(${amount})`,
    hole: type,
    result: type === 'integer' && Number.isInteger(amount) ? 'integer' : 'number',
    constants: [amount],
    apply: (value) => finiteNumber(value + amount),
    python: (number) => summed(number, amount),
    binding: BINDING.sum,
  });
}

/** A number times what a smaller unit is worth, or divided by what a larger one is. */
export function scaling(factor: number): Operator {
  const isLess = factor < 1;
  const by = isLess ? Math.round(1 / factor) : factor;
  return unaryOperator({
    name: `scale(${factor})`,
    hole: 'number',
    result: 'number',
    constants: [by],
    apply: (value) => finiteNumber(isLess ? value / by : value * by),
    python: (number) => `${bracketed(number, BINDING.product)} ${isLess ? '/' : '*'} ${by}`,
    binding: BINDING.product,
  });
}

/** A number that is so much more, where something that binds as tightly may stand. */
function operand(number: PythonSource, added: number, needed: number = BINDING.product): string {
  return added === 0 ? bracketed(number, needed) : `(${summed(number, added)})`;
}

function summed(number: PythonSource, amount: number): string {
  if (amount === 0) return number.text;
  return `${bracketed(number, BINDING.sum)} ${amount < 0 ? '-' : '+'} ${Math.abs(amount)}`;
}

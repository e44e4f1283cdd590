import type { Operator } from '../language/operator.js';
import { BINDING, type PythonSource } from '../language/python-source.js';
import { exactInteger, finiteNumber } from '../language/size-guards.js';
import { unaryOperator } from '../language/unary-operator.js';
import type { RoundingMode, StepRule } from './step-rules.js';

/** What is added so that the noise of floats doesn't part a multiple of a step from itself. */
const NOISE = 1e-9;
/** Numbers above have no digits to spare for a fraction. */
const LARGEST = 1e12;

/** Rounding of whole numbers to a multiple of a whole step: `number // 20 * 20`. */
export function roundingWhole({ step, offset, mode }: StepRule): Operator {
  const half = Math.floor(step / 2);
  const floor = (value: number): number => Math.floor((value - offset) / step) * step + offset;
  const apply = (value: number): number => {
    if (mode === 'nearest') return floor(value + half);
    return mode === 'down' ? floor(value) : -Math.floor(-(value - offset) / step) * step + offset + 0;
  };
  return unaryOperator({
    name: `round_whole(${mode}, ${step}, ${offset})`,
    hole: 'integer',
    result: 'integer',
    constants: [step, ...(offset === 0 ? [] : [offset])],
    apply: (value) => (Math.abs(value) > LARGEST ? undefined : exactInteger(apply(value))),
    python: (number) => {
      const added = (mode === 'nearest' ? half : 0) - offset;
      const from = added === 0 ? tight(number) : `(${summed(number, added)})`;
      const least = offset === 0 ? '' : ` + ${offset}`;
      return mode === 'up'
        ? `-(-${primary(from, number, added)} // ${step}) * ${step}${least}`
        : `${from} // ${step} * ${step}${least}`;
    },
    binding: offset === 0 ? BINDING.product : BINDING.sum,
  });
}

/** Rounding of any numbers: `math.floor(number / 5) * 5`, or `math.floor(number * 20 + 1e-9) / 20` to a twentieth. */
export function roundingNumber({ step, offset, mode }: StepRule): Operator {
  const parts = Math.round(1 / step);
  const isPart = step < 1 && Math.abs(parts * step - 1) < NOISE;
  const noise = isPart && !Number.isInteger(Math.log2(parts)) ? NOISE : 0;
  const round = ROUNDERS[mode];
  const isWhole = Number.isInteger(step) && Number.isInteger(offset);
  return unaryOperator({
    name: `round_number(${mode}, ${step}, ${offset})`,
    hole: 'number',
    result: isWhole ? 'integer' : 'number',
    imports: ['math'],
    constants: [step, ...(offset === 0 ? [] : [offset])],
    apply: (value) => {
      if (Math.abs(value) > LARGEST) return undefined;
      const from = offset === 0 ? value : value - offset;
      const count = exactInteger(round(isPart ? from * parts : step === 1 ? from : from / step, noise) + 0);
      if (count === undefined) return undefined;
      const rounded = isPart ? count / parts : count * step;
      return finiteNumber((offset === 0 ? rounded : rounded + offset) + 0);
    },
    python: (number) => {
      const from = offset === 0 ? tight(number) : `(${summed(number, -offset)})`;
      const count = isPart
        ? `${from} * ${parts}`
        : step === 1
          ? offset === 0
            ? number.text
            : summed(number, -offset)
          : `${from} / ${step}`;
      const half = mode === 'nearest' ? ' + 0.5' : '';
      const guard = noise === 0 ? '' : mode === 'up' ? ` - ${NOISE_TEXT}` : ` + ${NOISE_TEXT}`;
      const rounded = `math.${mode === 'up' ? 'ceil' : 'floor'}(${count}${half}${guard})`;
      const back = step === 1 ? rounded : isPart ? `${rounded} / ${parts}` : `${rounded} * ${step}`;
      return offset === 0 ? back : `${back} + ${offset}`;
    },
    binding: offset === 0 ? BINDING.product : BINDING.sum,
  });
}
const NOISE_TEXT = '1e-9';

const ROUNDERS: Readonly<Record<RoundingMode, (count: number, noise: number) => number>> = {
  nearest: (count, noise) => Math.floor(count + 0.5 + noise),
  down: (count, noise) => Math.floor(count + noise),
  up: (count, noise) => Math.ceil(count - noise),
};

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
    python: (number) => `${tight(number)} ${isLess ? '/' : '*'} ${by}`,
    binding: BINDING.product,
  });
}

function tight({ text, binding }: PythonSource): string {
  return binding < BINDING.product ? `(${text})` : text;
}

function primary(from: string, { text, binding }: PythonSource, added: number): string {
  return added === 0 && binding < BINDING.primary ? `(${text})` : from;
}

function summed({ text, binding }: PythonSource, amount: number): string {
  const left = binding < BINDING.sum ? `(${text})` : text;
  return amount < 0 ? `${left} - ${-amount}` : `${left} + ${amount}`;
}

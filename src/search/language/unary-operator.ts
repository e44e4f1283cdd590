import { type Operator, PLAIN_OPERATOR } from './operator.js';
import { BINDING, type PythonSource } from './python-source.js';
import type { Value, ValueType } from './value-type.js';

/** What an argument of a type is. */
interface Arguments {
  readonly text: string;
  readonly integer: number;
  readonly number: number;
}

/** An operator of one computed argument that a search makes for the examples at hand. It has no value of other arguments. */
export function unaryOperator<Hole extends keyof Arguments>(options: {
  readonly name: string;
  readonly hole: Hole;
  readonly result: ValueType;
  /** Numbers in it, each of which could have been another. */
  readonly constants?: readonly number[];
  readonly imports?: readonly string[];
  readonly helpers?: readonly string[];
  readonly variable?: string;
  readonly apply: (argument: Arguments[Hole]) => Value | undefined;
  readonly python: (argument: PythonSource) => string;
  /** How tightly the Python binds. Default: as a call. */
  readonly binding?: number;
}): Operator {
  const { name, hole, result, constants = [], apply, python, binding = BINDING.primary } = options;
  const kind = hole === 'text' ? 'string' : 'number';
  return {
    ...PLAIN_OPERATOR,
    name,
    holes: [hole],
    result,
    choices: constants.length,
    constants,
    imports: options.imports ?? [],
    helpers: options.helpers ?? [],
    variable: options.variable,
    apply: ([argument]) => (typeof argument === kind ? apply(argument as Arguments[Hole]) : undefined),
    render: ([argument = { text: '', binding: 0 }]) => ({ text: python(argument), binding }),
  };
}

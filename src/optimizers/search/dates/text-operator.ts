import type { Operator } from '../language/operator.js';
import { BINDING, type PythonSource } from '../language/python-source.js';
import type { Value } from '../language/value-type.js';

/** An operator from a text, or a packed moment, to another one. */
export function textOperator(options: {
  readonly name: string;
  readonly imports?: readonly string[];
  readonly helpers?: readonly string[];
  readonly variable?: string;
  readonly apply: (text: string) => string | undefined;
  readonly python: (argument: string) => string;
}): Operator {
  const { name, imports = [], helpers = [], variable, apply, python } = options;
  return {
    name,
    holes: ['text'],
    result: 'text',
    cost: 1,
    literals: 0,
    readsInput: false,
    imports,
    helpers,
    variable,
    commutative: false,
    needsFraction: false,
    apply: ([text]: readonly Value[]) => (typeof text === 'string' ? apply(text) : undefined),
    render: ([argument]: readonly PythonSource[]) => ({
      text: python(argument?.text ?? ''),
      binding: BINDING.primary,
    }),
  };
}

import { BINDING } from '../language/python-source.js';
import type { Term } from './term.js';

/** How tightly each operator holds its operands; `**` is above the sign. */
const OPERATOR_BINDING: Readonly<Record<string, number>> = {
  '+': BINDING.sum,
  '-': BINDING.sum,
  '*': BINDING.product,
  '/': BINDING.product,
  '//': BINDING.product,
  '%': BINDING.product,
  '**': 9,
};
const LAMBDA = 0;

/** The Python source of a term. */
export function printTerm(one: Term): string {
  return print(one).text;
}

function print(one: Term): { readonly text: string; readonly binding: number } {
  const { kind, data, parts } = one;
  const primary = (text: string): { text: string; binding: number } => ({ text, binding: BINDING.primary });
  switch (kind) {
    case 'name':
    case 'constant':
      return primary(data);
    case 'absent':
      return primary('');
    case 'attribute': {
      const value = at(parts, 0);
      const isNumber = value.kind === 'constant' && /^[0-9]/.test(value.data);
      return primary(`${isNumber ? `(${value.data})` : held(value, BINDING.primary)}.${data}`);
    }
    case 'call': {
      const [callee, ...args] = parts;
      const [only] = args;
      const isGenerator = args.length === 1 && only?.kind === 'comprehension' && only.data === 'generator';
      const inside = isGenerator ? comprehension(only) : args.map(printTerm).join(', ');
      return primary(`${held(callee ?? one, BINDING.primary)}(${inside})`);
    }
    case 'keyword':
      return primary(`${data}=${printTerm(at(parts, 0))}`);
    case 'star':
      return primary(`*${held(at(parts, 0), BINDING.primary)}`);
    case 'subscript':
      return primary(`${held(at(parts, 0), BINDING.primary)}[${printTerm(at(parts, 1))}]`);
    case 'slice': {
      const [lower, upper, step] = parts.map(printTerm);
      return primary(`${lower ?? ''}:${upper ?? ''}${step === undefined || step === '' ? '' : `:${step}`}`);
    }
    case 'binary': {
      const binding = OPERATOR_BINDING[data] ?? BINDING.sum;
      // A power holds its left side more tightly than its right one; all others group from the left.
      const [left, right] = data === '**' ? [binding + 1, binding] : [binding, binding + 1];
      return { text: `${held(at(parts, 0), left)} ${data} ${held(at(parts, 1), right)}`, binding };
    }
    case 'unary': {
      const binding = data === 'not' ? BINDING.not : BINDING.sign;
      return { text: `${data === 'not' ? 'not ' : data}${held(at(parts, 0), binding)}`, binding };
    }
    case 'compare': {
      const sides = parts.map((part) => held(part, BINDING.comparison + 1));
      return { text: sides.join(` ${data} `), binding: BINDING.comparison };
    }
    case 'bool': {
      const binding = data === 'and' ? BINDING.and : BINDING.or;
      return { text: parts.map((part) => held(part, binding + 1)).join(` ${data} `), binding };
    }
    case 'list':
      return primary(`[${parts.map(printTerm).join(', ')}]`);
    case 'tuple':
      return primary(`(${parts.map(printTerm).join(', ')}${parts.length === 1 ? ',' : ''})`);
    case 'set':
      return primary(`{${parts.map(printTerm).join(', ')}}`);
    case 'dict':
      return primary(`{${dictMembers(one).join(', ')}}`);
    case 'conditional': {
      const [value, test] = parts.slice(0, 2).map((part) => held(part, BINDING.conditional + 1));
      const text = `${value} if ${test} else ${held(at(parts, 2), BINDING.conditional)}`;
      return { text, binding: BINDING.conditional };
    }
    case 'comprehension':
      return primary(data === 'list' ? `[${comprehension(one)}]` : `(${comprehension(one)})`);
    case 'clause': {
      const [target, iterable, ...tests] = parts;
      const names = printTerm(target ?? one).replace(/^\((.*)\)$/, '$1');
      const filters = tests.map((test) => ` if ${held(test, BINDING.or)}`).join('');
      return primary(`for ${names} in ${held(iterable ?? one, BINDING.or)}${filters}`);
    }
    case 'lambda':
      return { text: `lambda${data === '' ? '' : ` ${data}`}: ${printTerm(at(parts, 0))}`, binding: LAMBDA };
    case 'fstring': {
      const inside = parts.map(printTerm).join('');
      return primary(inside.includes("'") ? `f"${inside}"` : `f'${inside}'`);
    }
    case 'field':
      return primary(`{${printTerm(at(parts, 0))}${data === '' ? '' : `:${data}`}}`);
  }
}

/** The members of a dict as `key: value`. */
export function dictMembers({ parts }: Term): readonly string[] {
  return parts.flatMap((key, index) =>
    index % 2 === 1 ? [] : [`${printTerm(key)}: ${printTerm(at(parts, index + 1))}`],
  );
}

function comprehension({ parts }: Term): string {
  return parts
    .map((part, index) => (index === 0 ? held(part, BINDING.conditional) : printTerm(part)))
    .join(' ');
}

/** The source of a term that stands where one that holds together so tightly is wanted. */
function held(one: Term, needed: number): string {
  const { text, binding } = print(one);
  return binding < needed ? `(${text})` : text;
}

function at(parts: readonly Term[], index: number): Term {
  return parts[index] ?? { kind: 'absent', data: '', parts: [] };
}

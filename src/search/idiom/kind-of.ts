import { itemType, listType, type ValueType } from '../language/value-type.js';
import { boundNames, type Term, termKey } from './term.js';

/** What is known of the values of names, and of expressions by their {@link termKey}. */
export interface Kinds {
  readonly names: ReadonlyMap<string, ValueType>;
  readonly terms: ReadonlyMap<string, ValueType>;
}

const METHODS: Readonly<Record<string, ValueType>> = Object.fromEntries([
  ...'upper lower title capitalize strip lstrip rstrip replace removeprefix removesuffix zfill ljust rjust join format'
    .split(' ')
    .map((name) => [name, 'text'] as const),
  ...['split', 'rsplit', 'partition'].map((name) => [name, 'texts'] as const),
  ...['count', 'index', 'find'].map((name) => [name, 'integer'] as const),
  ...['startswith', 'endswith', 'isdigit', 'isalpha', 'isupper', 'islower'].map(
    (name) => [name, 'boolean'] as const,
  ),
]);

const FUNCTIONS: Readonly<Record<string, ValueType>> = {
  len: 'integer',
  int: 'integer',
  float: 'number',
  str: 'text',
  range: 'integers',
  any: 'boolean',
  all: 'boolean',
  'math.gcd': 'integer',
  're.sub': 'text',
  're.findall': 'texts',
  're.split': 'texts',
};

/** Names of functions whose value is of the type of their argument, as a list. */
const SAME_ITEMS: ReadonlySet<string> = new Set(['sorted', 'list', 'dict.fromkeys', 'itertools.accumulate']);
/** Names of functions whose value is an item of their argument. */
const ONE_ITEM: ReadonlySet<string> = new Set(['sum', 'max', 'min', 'math.prod']);

/** The type of a term's values; null where it is not known. */
export function kindOf(one: Term, kinds: Kinds): ValueType | null {
  const known = kinds.terms.get(termKey(one));
  if (known !== undefined) return known;
  const { kind, data, parts } = one;
  const of = (index: number): ValueType | null => {
    const part = parts[index];
    return part === undefined ? null : kindOf(part, kinds);
  };
  switch (kind) {
    case 'name':
      return kinds.names.get(data) ?? null;
    case 'constant':
      if (/^r?['"]/.test(data)) return 'text';
      if (/^[0-9]+$/.test(data)) return 'integer';
      if (/^[0-9]/.test(data)) return 'number';
      return data === 'True' || data === 'False' ? 'boolean' : null;
    case 'fstring':
      return 'text';
    case 'call':
      return kindOfCall(one, kinds);
    case 'subscript': {
      const value = of(0);
      if (value === null || parts[1]?.kind === 'slice' || value === 'text') return value;
      return value === 'grid' ? 'integers' : itemType(value);
    }
    case 'binary':
      return kindOfBinary(data, of(0), of(1));
    case 'unary':
      return data === 'not' ? 'boolean' : of(0);
    case 'compare':
      return 'boolean';
    case 'bool':
      return parts.every((_part, index) => of(index) === 'boolean') ? 'boolean' : null;
    case 'conditional':
      return of(0) === of(2) ? of(0) : null;
    case 'list': {
      const first = of(0);
      return first !== null && parts.every((_part, index) => of(index) === first) ? listType(first) : null;
    }
    case 'comprehension': {
      let inner = kinds;
      for (const clause of parts.slice(1)) inner = withClause(inner, clause);
      const item = parts[0] === undefined ? null : kindOf(parts[0], inner);
      return item === null ? null : listType(item);
    }
    default:
      return null;
  }
}

/** What is known inside a comprehension, behind one of its clauses. */
export function withClause(kinds: Kinds, { parts: [target, iterable] }: Term): Kinds {
  if (target === undefined || iterable === undefined) return kinds;
  const names = new Map(kinds.names);
  for (const name of boundNames(target)) names.delete(name);
  const set = (name: Term | undefined, type: ValueType | null): void => {
    if (name?.kind === 'name' && type !== null) names.set(name.data, type);
  };
  const itemOf = (list: Term | undefined): ValueType | null => {
    const type = list === undefined ? null : kindOf(list, kinds);
    return type === null ? null : type === 'grid' ? 'integers' : type === 'text' ? 'text' : itemType(type);
  };
  const called = iterable.kind === 'call' && iterable.parts[0]?.kind === 'name' ? iterable.parts[0].data : '';
  if (target.kind === 'name') set(target, itemOf(iterable));
  else if (called === 'enumerate') {
    set(target.parts[0], 'integer');
    set(target.parts[1], itemOf(iterable.parts[1]));
  } else if (called === 'zip') {
    for (const [index, name] of target.parts.entries()) set(name, itemOf(iterable.parts[index + 1]));
  }
  return { ...kinds, names };
}

function kindOfCall({ parts }: Term, kinds: Kinds): ValueType | null {
  const [callee, argument] = parts;
  if (callee === undefined) return null;
  const name = callee.kind === 'name' ? callee.data : calledOf(callee);
  const fixed = FUNCTIONS[name];
  if (fixed !== undefined) return fixed;
  const of = (one: Term | undefined): ValueType | null => (one === undefined ? null : kindOf(one, kinds));
  if (name === 'round') return parts.length === 2 ? 'integer' : 'number';
  if (name === 'abs') return of(argument);
  if (SAME_ITEMS.has(name)) {
    const type = of(argument);
    return type === 'text' ? 'texts' : type;
  }
  if (ONE_ITEM.has(name) && parts.filter(({ kind }) => kind !== 'keyword').length === 2) {
    const type = of(argument);
    return type === null ? null : itemType(type);
  }
  if (callee.kind === 'attribute') return METHODS[callee.data] ?? null;
  return null;
}

/** `math.gcd` of the attribute `gcd` of the name `math`. */
function calledOf({ data, parts: [value] }: Term): string {
  return value?.kind === 'name' ? `${value.data}.${data}` : '';
}

function kindOfBinary(sign: string, left: ValueType | null, right: ValueType | null): ValueType | null {
  if (left === null || right === null) return null;
  const isNumber = (type: ValueType): boolean => type === 'integer' || type === 'number';
  if (isNumber(left) && isNumber(right)) {
    return sign !== '/' && left === 'integer' && right === 'integer' ? 'integer' : 'number';
  }
  if (sign === '+') return left === right ? left : null;
  if (sign === '*') return isNumber(left) ? right : left;
  return null;
}

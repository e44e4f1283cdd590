import type { ConstantRole, LibraryEntry } from './library-entry.js';
import { BINDING, fillTemplate, type PythonSource, pythonLiteral } from './python-source.js';
import type { Value, ValueType } from './value-type.js';

/** A library entry whose constants are filled in, or a leaf: what expressions are made of. */
export interface Operator {
  /** Unique among the operators of one search; decides ties, so that a search repeats exactly. */
  readonly name: string;
  /** Types of the computed arguments. */
  readonly holes: readonly ValueType[];
  /** Leaves that are arguments behind the holes: columns of the input that fill an entry's constants. */
  readonly columns?: readonly Operator[];
  readonly result: ValueType;
  readonly cost: number;
  /** Characters of literal text and digits it brings in: many of them are a sign of over-fitting. */
  readonly literals: number;
  /** Constants in it that are no obvious ones, as 0, 1, 2 and the last place are: each could have been another. Default 0. */
  readonly choices?: number;
  /** The constants that fill a library entry. */
  readonly constants?: readonly (string | number)[];
  /** Whether it is a leaf that depends on the input. */
  readonly readsInput: boolean;
  readonly imports: readonly string[];
  /** Python definitions that the rendered source calls. */
  readonly helpers: readonly string[];
  readonly variable: string | undefined;
  /** See {@link LibraryEntry.commutative}. */
  readonly commutative: boolean;
  /** See {@link LibraryEntry.needsFraction}. */
  readonly needsFraction: boolean;
  /** See {@link LibraryEntry.needsComputed}. */
  readonly needsComputed?: boolean;
  /** See {@link LibraryEntry.alike}. */
  readonly alike?: LibraryEntry['alike'];
  /** Colours without which a grid stays as it is: see {@link LibraryEntry.idleWithout}. */
  readonly idleWithout?: readonly number[] | undefined;
  /** Whether the result has the narrower type of the first argument: what is kept of whole numbers is whole. */
  readonly narrows?: boolean;
  /** The value for values of the holes' types. */
  readonly apply: (values: readonly Value[]) => Value | undefined;
  /** Python for arguments in Python. */
  readonly render: (args: readonly PythonSource[]) => PythonSource;
  /** For operators without holes: the value on one input. */
  readonly leaf?: (input: unknown) => Value | undefined;
}

/** A mined constant and how unlikely it is: 0 for the obvious ones. */
export interface MinedConstant {
  readonly value: string | number;
  readonly cost: number;
}

/** Mined constants by role. */
export type ConstantPool = Readonly<Record<ConstantRole, readonly MinedConstant[]>>;

/** Where nothing was mined. */
export const NO_CONSTANTS: ConstantPool = {
  delimiter: [],
  joiner: [],
  fragment: [],
  letter: [],
  index: [],
  width: [],
  count: [],
  times: [],
  divisor: [],
  colour: [],
};

/** What operators have that are no library entry: they are as cheap as any, and nothing is special about them. */
export const PLAIN_OPERATOR: Omit<Operator, 'name' | 'holes' | 'result' | 'apply' | 'render'> = {
  cost: 1,
  literals: 0,
  readsInput: false,
  imports: [],
  helpers: [],
  variable: undefined,
  commutative: false,
  needsFraction: false,
};

/** An operator without holes that reads something from the input, perhaps through the leaves that it is made of. */
export function leafOperator(options: {
  /** Its name, and its Python where it does not `render` itself. */
  readonly python: string;
  readonly result: ValueType;
  readonly cost: number;
  readonly read: (input: unknown) => Value | undefined;
  readonly variable?: string;
  /** Leaves in its Python: what they import and the helpers that they call come with it. */
  readonly of?: readonly Operator[];
  readonly imports?: readonly string[];
  readonly helpers?: readonly string[];
  readonly render?: () => PythonSource;
}): Operator {
  const { python, result, cost, variable, of = [], imports = [], helpers = [] } = options;
  return {
    ...PLAIN_OPERATOR,
    name: python,
    holes: [],
    result,
    cost,
    readsInput: true,
    imports: [...imports, ...of.flatMap((leaf) => leaf.imports)],
    helpers: [...of.flatMap((leaf) => leaf.helpers), ...helpers],
    variable,
    apply: () => undefined,
    render: options.render ?? (() => ({ text: python, binding: BINDING.primary })),
    leaf: options.read,
  };
}

/** An operator without holes that is the same value for every input. */
export function constantOperator(value: Value, type: ValueType, cost: number): Operator {
  const source = pythonLiteral(value);
  return {
    ...PLAIN_OPERATOR,
    name: source.text,
    holes: [],
    result: type,
    cost,
    literals: source.text.length,
    choices: 1,
    apply: () => value,
    render: () => source,
    leaf: () => value,
  };
}

/** Every way to fill an entry's constant parameters from the pool. */
export function instantiate(entry: LibraryEntry, pool: ConstantPool): Operator[] {
  let fillings: { readonly constants: readonly MinedConstant[] }[] = [{ constants: [] }];
  for (const parameter of entry.parameters) {
    if (!('constant' in parameter)) continue;
    const choices = pool[parameter.constant];
    fillings = fillings.flatMap(({ constants }) =>
      choices.map((choice) => ({ constants: [...constants, choice] })),
    );
  }
  return fillings.map(({ constants }) => fill(entry, constants));
}

function fill(entry: LibraryEntry, constants: readonly MinedConstant[]): Operator {
  const apply = entry.apply as (...args: Value[]) => Value | undefined;
  const binding = entry.binding ?? BINDING.primary;
  const holes: ValueType[] = [];
  const slots: Slot[] = [];
  let next = 0;
  for (const parameter of entry.parameters) {
    if ('constant' in parameter) {
      slots.push({ constant: constants[next]?.value ?? '' });
      next++;
    } else {
      slots.push({ hole: holes.length });
      holes.push(parameter.type);
    }
  }
  const name = `${entry.name}(${constants.map(({ value }) => JSON.stringify(value)).join(', ')})`;
  return {
    name,
    holes,
    result: entry.result,
    cost: entry.cost + constants.reduce((sum, { cost }) => sum + cost, 0),
    literals: constants.reduce((sum, { value }) => sum + String(value).length, 0),
    choices: constants.filter(({ cost }) => cost > 0).length,
    constants: constants.map(({ value }) => value),
    readsInput: false,
    imports: entry.imports ?? [],
    helpers: entry.helpers ?? [],
    variable: entry.variable,
    commutative: entry.commutative ?? false,
    needsFraction: entry.needsFraction ?? false,
    needsComputed: entry.needsComputed ?? false,
    alike: entry.alike,
    idleWithout:
      entry.idleWithout === undefined
        ? undefined
        : constants.slice(0, entry.idleWithout).map(({ value }) => Number(value)),
    apply: applier(apply, slots),
    render: (args) =>
      fillTemplate(
        entry.python,
        binding,
        slots.map((slot) =>
          'hole' in slot ? (args[slot.hole] ?? { text: '', binding: 0 }) : pythonLiteral(slot.constant),
        ),
      ),
  };
}

type Slot = { readonly hole: number } | { readonly constant: string | number };

/** Calls an entry with its constants in place; the shapes that most entries have avoid building a list per call. */
function applier(
  apply: (...args: Value[]) => Value | undefined,
  slots: readonly Slot[],
): (values: readonly Value[]) => Value | undefined {
  const [first, second, third] = slots;
  if (slots.length === 1 && first !== undefined && 'hole' in first) {
    return (values) => apply(values[0] as Value);
  }
  if (slots.length === 2 && first !== undefined && 'hole' in first && second !== undefined) {
    if ('hole' in second) return (values) => apply(values[0] as Value, values[1] as Value);
    return (values) => apply(values[0] as Value, second.constant);
  }
  if (slots.length === 3 && first !== undefined && 'hole' in first) {
    if (second !== undefined && !('hole' in second) && third !== undefined && !('hole' in third)) {
      return (values) => apply(values[0] as Value, second.constant, third.constant);
    }
  }
  return (values) =>
    apply(...slots.map((slot) => ('hole' in slot ? (values[slot.hole] as Value) : slot.constant)));
}

/**
 * A Python value as JavaScript holds it. Every engine gives the same JavaScript value for the same Python
 * value, but for what comes as a {@link PythonObject}: its type and text may differ.
 *
 * | Python | JavaScript out of the sandbox | into the sandbox |
 * |---|---|---|
 * | None, bool, str | null, boolean, string | the same; undefined is None |
 * | int | number when safe, else bigint | safe integral number, or bigint |
 * | float | number | any other number (fractions, NaN, infinities, -0), or {@link PythonFloat} |
 * | bytes, bytearray | Uint8Array | becomes bytes |
 * | list, tuple, namedtuple, deque | array | list; tuple in a set or as a key |
 * | dict, Counter, defaultdict, OrderedDict | plain object when every key is a str, else Map | the same |
 * | set, frozenset | Set | set; frozenset in a set or as a key |
 * | anything else | {@link PythonObject} | refused |
 *
 * A generator, map, zip, filter, enumerate or reversed is used up and comes as an array, except that Monty has a
 * {@link PythonObject} for those it keeps lazy. Lone surrogates become U+FFFD in Monty.
 *
 * Plain objects list integer-like keys first, as JavaScript has it. Two names of one list become two arrays.
 * A container that holds itself shows as a {@link PythonObject} of type `cycle` at the point of return.
 */
export type PythonValue =
  | null
  | boolean
  | number
  | bigint
  | string
  | Uint8Array
  | PythonFloat
  | PythonObject
  | readonly PythonValue[]
  | ReadonlySet<PythonValue>
  | ReadonlyMap<PythonValue, PythonValue>
  | { readonly [key: string]: PythonValue };

/** How deep containers may nest in a value that crosses into the sandbox, the outermost included. */
export const MAX_VALUE_DEPTH = 32;

/** A number that Python must see as a float even when it is integral. Only for the way in. */
export class PythonFloat {
  readonly value: number;

  constructor(value: number) {
    this.value = value;
  }
}

/**
 * A Python object that has no JavaScript counterpart. Only on the way out.
 *
 * `repr` is how Python prints it, without addresses in memory: `datetime.date(2024, 5, 1)`, `PosixPath('/a')`,
 * `ValueError('no')`, `<class 'int'>`, `<function f>`, `range(0, 3)`. An instance of a class that the code defined
 * prints as `<Point object>`, whatever its `__repr__`, and has its attributes.
 */
export class PythonObject {
  /** The class name, unqualified: `date`, `function`, `Point`. */
  readonly type: string;
  readonly repr: string;
  /** Attributes of an instance of a class that the code defined, else null. */
  readonly attributes: Readonly<Record<string, PythonValue>> | null;

  constructor(type: string, repr: string, attributes: Readonly<Record<string, PythonValue>> | null = null) {
    this.type = type;
    this.repr = repr;
    this.attributes = attributes;
  }
}

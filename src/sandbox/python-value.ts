/**
 * A Python value as JavaScript holds it.
 *
 * | Python | JavaScript out of the sandbox | into the sandbox |
 * |---|---|---|
 * | None, bool, str | null, boolean, string | the same |
 * | int | number when safe, else bigint | integral number or bigint |
 * | float | number | number with a fraction, NaN, infinities, or {@link PythonFloat} |
 * | bytes | Uint8Array | the same |
 * | list, tuple, generator | array | array becomes list |
 * | dict | plain object when every key is a str, else Map | the same |
 * | set, frozenset | Set | the same |
 * | anything else | {@link PythonObject} | refused |
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

/** A number that Python must see as a float even when it is integral. Only for the way in. */
export class PythonFloat {
  readonly value: number;

  constructor(value: number) {
    this.value = value;
  }
}

/** A Python object that has no JavaScript counterpart: its class name and how Python prints it. Only on the way out. */
export class PythonObject {
  readonly type: string;
  readonly repr: string;

  constructor(type: string, repr: string) {
    this.type = type;
    this.repr = repr;
  }
}

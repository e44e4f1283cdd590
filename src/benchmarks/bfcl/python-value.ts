import type { Json } from '../../core/index.js';

/** A number of which it is known whether it was written as a float: `5.0` and `5e0` are, `5` is not. */
class WrittenNumber {
  readonly value: number;
  readonly isFloat: boolean;
  readonly text: string;

  constructor(text: string, isFloat: boolean = /[.eE]/.test(text)) {
    this.text = text;
    this.value = Number(text);
    this.isFloat = isFloat;
  }
}

/** A value as Python's `json` reads it. A plain number that is whole may be an int or a float: how it was written is lost. */
export type PythonValue =
  | null
  | boolean
  | string
  | number
  | WrittenNumber
  | readonly PythonValue[]
  | { readonly [name: string]: PythonValue };

/** The types that the rules know. `number` is an int or a float. */
export type PythonType = 'str' | 'int' | 'float' | 'bool' | 'list' | 'dict' | 'none' | 'number';

/** Stands for a number while the text around it is parsed. No JSON text of Python's has such a name. */
const NUMBER = '\u0000number';

/** Reads JSON text and keeps how its numbers are written. @throws {SyntaxError} for what is no JSON. */
export function parseWritten(text: string): PythonValue {
  JSON.parse(text);
  const marked = text.replace(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g, (token) =>
    token.startsWith('"') ? token : `{${JSON.stringify(NUMBER)}:"${token}"}`,
  );
  return JSON.parse(marked, (_, value: unknown) =>
    typeof value === 'object' && value !== null && NUMBER in value
      ? new WrittenNumber(String(value[NUMBER as keyof typeof value]))
      : value,
  ) as PythonValue;
}

/** The int or the float of a text such as `5` or `2.5`. */
export function pythonNumber(text: string, type: 'int' | 'float'): PythonValue {
  return new WrittenNumber(text, type === 'float');
}

const INT = /^[+-]?\d+(?:_\d+)*$/;
const FLOAT = /^[+-]?(?:\d+(?:_\d+)*(?:\.(?:\d+(?:_\d+)*)?)?|\.\d+(?:_\d+)*)(?:[eE][+-]?\d+(?:_\d+)*)?$/;

/** What Python's `int` makes of a text, else its `float`, else the text. */
export function numberOrText(text: string): PythonValue {
  const plain = text.trim();
  const digits = plain.replaceAll('_', '');
  if (INT.test(plain)) return pythonNumber(digits, 'int');
  if (FLOAT.test(plain)) return pythonNumber(digits, 'float');
  const [, sign = '', word = ''] = /^([+-]?)(inf|infinity|nan)$/i.exec(plain) ?? [];
  if (word === '') return text;
  return pythonNumber(/^n/i.test(word) ? 'NaN' : `${sign}Infinity`, 'float');
}

/** The JSON text of a value, with its numbers as they were written. */
export function writtenText(value: PythonValue): string {
  if (value instanceof WrittenNumber) return value.text;
  if (Array.isArray(value)) return `[${value.map((each) => writtenText(each as PythonValue)).join(',')}]`;
  if (!isDict(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}:${writtenText(each)}`);
  return `{${members.join(',')}}`;
}

/** JSON whose numbers may be ints or floats. */
export function unwritten(value: Json): PythonValue {
  return value as PythonValue;
}

/** The type of a value, as Python's `type` has it. */
export function typeOf(value: PythonValue): PythonType {
  if (value === null) return 'none';
  if (typeof value === 'string') return 'str';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'number') return Number.isInteger(value) ? 'number' : 'float';
  if (value instanceof WrittenNumber) return value.isFloat ? 'float' : 'int';
  return Array.isArray(value) ? 'list' : 'dict';
}

/** Whether two types may be the same. */
export function isType(type: PythonType, wanted: PythonType): boolean {
  if (type === wanted) return true;
  return type === 'number'
    ? wanted === 'int' || wanted === 'float'
    : wanted === 'number' && (type === 'int' || type === 'float');
}

/** Whether a value is a dict. */
export function isDict(value: PythonValue | undefined): value is { readonly [name: string]: PythonValue } {
  return value !== undefined && typeOf(value) === 'dict';
}

/** Whether two values are equal as Python's `==` has it: `1 == 1.0 == True`. */
export function pythonEqual(left: PythonValue, right: PythonValue): boolean {
  if (isLargeInt(left) && isLargeInt(right)) return BigInt(left.text) === BigInt(right.text);
  const [one, other] = [numberOf(left), numberOf(right)];
  if (one !== null || other !== null) return one === other;
  if (Array.isArray(left)) {
    return (
      Array.isArray(right) &&
      left.length === right.length &&
      left.every((item, index) => pythonEqual(item as PythonValue, right[index] as PythonValue))
    );
  }
  if (isDict(left)) {
    if (!isDict(right)) return false;
    const names = Object.keys(left);
    return (
      names.length === Object.keys(right).length &&
      names.every(
        (name) =>
          Object.hasOwn(right, name) && pythonEqual(left[name] as PythonValue, right[name] as PythonValue),
      )
    );
  }
  return left === right;
}

/** Whether a number is an int that no JavaScript number holds exactly. */
function isLargeInt(value: PythonValue): value is WrittenNumber {
  return value instanceof WrittenNumber && !value.isFloat && !Number.isSafeInteger(value.value);
}

function numberOf(value: PythonValue): number | null {
  if (typeof value === 'boolean') return Number(value);
  if (value instanceof WrittenNumber) return value.value;
  return typeof value === 'number' ? value : null;
}

import { isType, type PythonType, type PythonValue, typeOf } from './python-value.js';

/** The types of BFCL's schemas as Python's. */
const PYTHON_TYPES: Readonly<Record<string, PythonType>> = {
  string: 'str',
  integer: 'int',
  float: 'float',
  boolean: 'bool',
  array: 'list',
  tuple: 'list',
  dict: 'dict',
  any: 'str',
};

/** The Python type of a schema's `type`; null for one that the rules don't know. */
export function pythonTypeOf(name: unknown): PythonType | null {
  return typeof name === 'string' && Object.hasOwn(PYTHON_TYPES, name) ? (PYTHON_TYPES[name] ?? null) : null;
}

/** Whether a value has a type that is allowed. */
export interface TypeFinding {
  readonly valid: boolean;
  /** The answer stands for a variable: it has another type than the schema. */
  readonly isVariable: boolean;
}

/**
 * Whether a value has the schema's type, or that of the accepted answers. Items of lists are checked one level deep.
 *
 * The rules are those of `type_checker` of BFCL v4 (`eval_checker/ast_eval/ast_checker.py`).
 */
export function checkType(
  value: PythonValue,
  answers: readonly PythonValue[],
  wanted: PythonType,
  items: PythonType | null,
): TypeFinding {
  const answer = answers.find((each) => each !== '');
  const answerType = answer === undefined ? null : typeOf(answer);
  const type = typeOf(value);
  const isVariable = answerType !== null && !isType(answerType, wanted);
  if (isType(type, wanted)) {
    if (items === null) return { valid: true, isVariable };
    const fits = answers.some(
      (each) =>
        !Array.isArray(each) ||
        (value as readonly PythonValue[]).every((item) => checkType(item, each, items, null).valid),
    );
    return { valid: fits, isVariable };
  }
  return answerType !== null && isType(type, answerType)
    ? { valid: true, isVariable: true }
    : { valid: false, isVariable: false };
}

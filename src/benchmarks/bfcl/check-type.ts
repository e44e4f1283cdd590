import { isType, type PythonType, type PythonValue, typeOf } from './python-value.js';

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

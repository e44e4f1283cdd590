import type { Operator } from './operator.js';
import type { Value, ValueType } from './value-type.js';

/** A candidate: an operator applied to candidates, with its value on every working input. */
export interface Expression {
  readonly operator: Operator;
  readonly args: readonly Expression[];
  readonly type: ValueType;
  /** Sum of the operators' costs: what the search is ordered by. */
  readonly cost: number;
  /** Whether it depends on the input. */
  readonly readsInput: boolean;
  /** One value per working input. */
  readonly values: readonly Value[];
}

/** Operators in the expression. */
export function expressionSize(expression: Expression): number {
  return expression.args.reduce((sum, argument) => sum + expressionSize(argument), 1);
}

/** The expression's value on the input that `leafIndex` stands for in leaves, or undefined when it has none there. */
export function evaluateExpression(expression: Expression, input: unknown): Value | undefined {
  if (expression.operator.leaf !== undefined) return expression.operator.leaf(input);
  const values: Value[] = [];
  for (const argument of expression.args) {
    const value = evaluateExpression(argument, input);
    if (value === undefined) return undefined;
    values.push(value);
  }
  return expression.operator.apply(values);
}

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

/** The operators in the expression, from the last one on: the same for expressions that are alike. */
export function expressionName({ operator, args }: Expression): string {
  return args.length === 0 ? operator.name : `${operator.name}(${args.map(expressionName).join(', ')})`;
}

/** Constants in the expression that could have been others; see {@link Operator.choices}. */
export function choicesIn(expression: Expression): number {
  return expression.args.reduce(
    (sum, argument) => sum + choicesIn(argument),
    expression.operator.choices ?? 0,
  );
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

/** The same expression with its values at hand, where a candidate would compute them each time. */
export function withValues({ operator, args, type, cost, readsInput, values }: Expression): Expression {
  return { operator, args, type, cost, readsInput, values };
}

/** An operator without arguments, with its value on each working input. */
export function leafExpression(operator: Operator, values: readonly Value[]): Expression {
  const { result, cost, readsInput } = operator;
  return { operator, args: [], type: result, cost, readsInput, values };
}

/** An operator on expressions, one of which depends on the input. */
export function applied(operator: Operator, args: readonly Expression[]): Expression {
  return {
    operator,
    args,
    type: operator.result,
    cost: args.reduce((sum, argument) => sum + argument.cost, operator.cost),
    readsInput: true,
    values: applyToAll(
      operator,
      args.map(({ values }) => values),
    ),
  };
}

/** What an operator makes of its arguments' values on each working input; undefined where it or one of them has none. */
export function applyToAll(operator: Operator, args: readonly (readonly Value[])[]): readonly Value[] {
  const count = Math.min(...args.map(({ length }) => length));
  const values: (Value | undefined)[] = [];
  for (let index = 0; index < count; index++) {
    const row = args.map((all) => all[index]);
    values.push(row.includes(undefined) ? undefined : operator.apply(row as Value[]));
  }
  return values as Value[];
}

/** The expression with another one in every place of a part. */
export function withInstead(whole: Expression, part: Expression, other: Expression): Expression {
  if (expressionName(whole) === expressionName(part)) return other;
  const args = whole.args.map((argument) => withInstead(argument, part, other));
  return args.every((argument, index) => argument === whole.args[index])
    ? whole
    : { ...applied(whole.operator, args), type: whole.type };
}

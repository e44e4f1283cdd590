import { canonicalJson, type Json } from '../../core/index.js';
import { type Expression, evaluateExpression, expressionSize } from '../language/expression.js';
import { fixedPoint } from '../library/conversions.js';
import { roundHalfEven } from '../library/numbers.js';

type Grid = readonly (readonly number[])[];

/** What the search finds: expressions, and the ways to combine them. */
export type Program =
  | { readonly kind: 'expression'; readonly expression: Expression }
  | { readonly kind: 'constant'; readonly value: Json }
  | { readonly kind: 'record'; readonly fields: readonly (readonly [key: string, field: Program])[] }
  /** Texts side by side. */
  | { readonly kind: 'joined'; readonly parts: readonly Program[] }
  /** A number as text, rounded to that many digits after the point; a whole one perhaps with zeros before it, up to a width. */
  | { readonly kind: 'written'; readonly number: Program; readonly digits: number; readonly width?: number }
  | { readonly kind: 'list'; readonly items: readonly Program[] }
  | {
      readonly kind: 'map';
      readonly list: Expression;
      readonly variable: string;
      readonly body: Program;
      /** Text between the items when the result is text; null when it is a list. */
      readonly joiner: string | null;
    }
  | {
      readonly kind: 'cells';
      /** Grids of one size; a cell that no rule is for stays as it is in the first of them. */
      readonly keys: readonly Expression[];
      /** Grids that rules copy cells from. */
      readonly sources: readonly Expression[];
      readonly rules: readonly CellRule[];
    }
  | {
      readonly kind: 'lookup';
      readonly key: Expression;
      readonly table: readonly (readonly [string, Json])[];
    }
  | {
      readonly kind: 'if';
      readonly test: Expression;
      readonly whenTrue: Program;
      readonly otherwise: Program;
    };

/** What goes where the cells of the key grids have these values: a colour, or the cell of a source, by its index. */
export type CellRule = { readonly values: readonly number[] } & (
  | { readonly colour: number }
  | { readonly source: number }
);

/** One expression. */
export function programOf(expression: Expression): Program {
  return { kind: 'expression', expression };
}

/** The program's output on an input, or undefined where it has none. */
export function evaluateProgram(program: Program, input: Json): Json | undefined {
  switch (program.kind) {
    case 'expression':
      return evaluateExpression(program.expression, input) as Json | undefined;
    case 'constant':
      return program.value;
    case 'record': {
      const members: [string, Json][] = [];
      for (const [key, field] of program.fields) {
        const value = evaluateProgram(field, input);
        if (value === undefined) return undefined;
        members.push([key, value]);
      }
      return Object.fromEntries(members);
    }
    case 'list': {
      const values: Json[] = [];
      for (const item of program.items) {
        const value = evaluateProgram(item, input);
        if (value === undefined) return undefined;
        values.push(value);
      }
      return values;
    }
    case 'joined': {
      const texts = program.parts.map((part) => evaluateProgram(part, input));
      return texts.every((text) => typeof text === 'string') ? texts.join('') : undefined;
    }
    case 'written': {
      const number = evaluateProgram(program.number, input);
      if (typeof number !== 'number') return undefined;
      if (program.digits > 0) return fixedPoint(number, program.digits);
      const whole = roundHalfEven(number);
      if (whole === undefined || (program.width !== undefined && whole < 0)) return undefined;
      return String(whole).padStart(program.width ?? 0, '0');
    }
    case 'map':
      return evaluateMap(program, input);
    case 'cells':
      return evaluateCells(program, input);
    case 'lookup': {
      const key = evaluateExpression(program.key, input);
      return program.table.find(([name]) => name === key)?.[1];
    }
    case 'if': {
      const test = evaluateExpression(program.test, input);
      if (typeof test !== 'boolean') return undefined;
      return evaluateProgram(test ? program.whenTrue : program.otherwise, input);
    }
  }
}

function evaluateCells(program: Extract<Program, { kind: 'cells' }>, input: Json): Json | undefined {
  const keys = program.keys.map((key) => evaluateExpression(key, input) as Grid | undefined);
  const sources = program.sources.map((source) => evaluateExpression(source, input) as Grid | undefined);
  const [first] = keys;
  if (first === undefined || keys.includes(undefined) || sources.includes(undefined)) return undefined;
  const rules = new Map(program.rules.map((rule) => [rule.values.join(), rule]));
  return first.map((row, y) =>
    row.map((cell, x) => {
      const rule = rules.get(keys.map((key) => key?.[y]?.[x]).join());
      if (rule === undefined) return cell;
      return 'colour' in rule ? rule.colour : (sources[rule.source]?.[y]?.[x] ?? cell);
    }),
  );
}

function evaluateMap(program: Extract<Program, { kind: 'map' }>, input: Json): Json | undefined {
  const items = evaluateExpression(program.list, input);
  if (!Array.isArray(items)) return undefined;
  const values: Json[] = [];
  for (const item of items as readonly Json[]) {
    const value = evaluateProgram(program.body, item);
    if (value === undefined) return undefined;
    values.push(value);
  }
  if (program.joiner === null) return values;
  return values.every((value) => typeof value === 'string') ? values.join(program.joiner) : undefined;
}

/** Whether the program does what every example says. */
export function fits(
  program: Program,
  examples: readonly { readonly input: Json; readonly output: Json }[],
): boolean {
  return examples.every(({ input, output }) => {
    const actual = evaluateProgram(program, input);
    return actual !== undefined && canonicalJson(actual) === canonicalJson(output);
  });
}

/** Operators and constructs in the program. */
export function programSize(program: Program): number {
  switch (program.kind) {
    case 'expression':
      return expressionSize(program.expression);
    case 'constant':
      return 1;
    case 'record':
      return program.fields.reduce((sum, [, field]) => sum + programSize(field), 1);
    case 'joined':
      return program.parts.reduce((sum, part) => sum + programSize(part), 1);
    case 'written':
      return 1 + programSize(program.number);
    case 'list':
      return program.items.reduce((sum, item) => sum + programSize(item), 1);
    case 'map':
      return 1 + expressionSize(program.list) + programSize(program.body);
    case 'cells':
      return [...program.keys, ...program.sources].reduce(
        (sum, expression) => sum + expressionSize(expression),
        1 + program.rules.length,
      );
    case 'lookup':
      return 1 + expressionSize(program.key) + program.table.length;
    case 'if':
      return (
        1 + expressionSize(program.test) + programSize(program.whenTrue) + programSize(program.otherwise)
      );
  }
}

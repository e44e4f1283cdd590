import { isJsonObject, type Json, type JsonObject } from '../../core/index.js';
import type { Tables } from './world-data.js';

/** What an expression can name. */
export interface Scope {
  readonly tables: Tables;
  readonly names: Readonly<Record<string, Json | undefined>>;
  /** The row that an aggregate looks at: its columns come before the other names. */
  readonly row?: JsonObject;
  /** Collects the rows that the value rests on; see `rowsBehind`. */
  readonly behind?: Set<JsonObject>;
}

export type Expression = (scope: Scope) => Json;

const TOKEN = /\s*(?:(\d+(?:\.\d+)?)|'([^']*)'|([a-z_]\w*)|(<=|>=|!=|[-+*/(),.:=<>]))/y;

interface Token {
  readonly kind: 'number' | 'text' | 'word' | 'sign';
  readonly text: string;
}

/** The words and signs of an expression. @throws {Error} for what is none. */
export function tokensOf(source: string): readonly Token[] {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < source.trimEnd().length) {
    const at = TOKEN.lastIndex;
    const [, number, text, word, sign] = TOKEN.exec(source) ?? [];
    if (number !== undefined) tokens.push({ kind: 'number', text: number });
    else if (text !== undefined) tokens.push({ kind: 'text', text });
    else if (word !== undefined) tokens.push({ kind: 'word', text: word });
    else if (sign !== undefined) tokens.push({ kind: 'sign', text: sign });
    else throw new Error(`Expected a word, number, text or sign at "${source.slice(at)}" in "${source}"`);
  }
  return tokens;
}

const compiled = new Map<string, Expression>();

/**
 * Compiles an expression over rows: numbers, `'texts'`, `null`, `true`, `false`, names and columns (`loan.due_on`;
 * `loan.member.name` follows `member_id`), `+ - * /`, comparisons, `and`, `or`, `not`, the functions `days(from, to)`,
 * `plus(date, days)`, `max`, `floor`, `if(condition, then, otherwise)`, and the aggregates
 * `count(loans: member_id = member.id)`, `sum` and `list` as `sum(loans.fee: …)`, in which columns of the row
 * come first, then other names, then what the row refers to (`its.member` whatever else is called `member`). Arithmetic is exact to the cent.
 *
 * @throws {Error} for what is no expression.
 */
export function compileExpression(source: string): Expression {
  let expression = compiled.get(source);
  if (expression === undefined) {
    expression = new Parser(source).whole();
    compiled.set(source, expression);
  }
  return expression;
}

/**
 * The rows that show why an expression has its value: those whose columns it reads besides their keys, and those that
 * an aggregate counts. What an `and` or `or` didn't need is left out: of `false and x` there is no row of `x`, and where
 * either side of an `or` would do, only rows that both rest on.
 */
export function rowsBehind(expression: Expression, scope: Scope): ReadonlySet<JsonObject> {
  return valueAndRows(expression, scope).behind;
}

function valueAndRows(
  expression: Expression,
  scope: Scope,
): { readonly value: Json; readonly behind: ReadonlySet<JsonObject> } {
  const behind = new Set<JsonObject>();
  return { value: expression({ ...scope, behind }), behind };
}

const cents = (value: number): number => Math.round(value * 100) / 100;
const DAY = 86_400_000;

const FUNCTIONS: Readonly<Record<string, (values: readonly Json[]) => Json>> = {
  days: ([from, to]) => (Date.parse(String(to)) - Date.parse(String(from))) / DAY,
  plus: ([date, days]) => new Date(Date.parse(String(date)) + Number(days) * DAY).toISOString().slice(0, 10),
  max: (values) => Math.max(...values.map(Number)),
  floor: ([value]) => Math.floor(Number(value)),
};

const AGGREGATES: Readonly<Record<string, (values: readonly Json[]) => Json>> = {
  count: (values) => values.length,
  sum: (values) => cents(values.reduce((total: number, value) => total + Number(value), 0)),
  list: (values) => [...values],
};

const OPERATORS: Readonly<Record<string, (left: Json, right: Json) => Json>> = {
  '=': (left, right) => left === right,
  '!=': (left, right) => left !== right,
  '<': (left, right) => left !== null && right !== null && left < right,
  '<=': (left, right) => left !== null && right !== null && left <= right,
  '>': (left, right) => left !== null && right !== null && left > right,
  '>=': (left, right) => left !== null && right !== null && left >= right,
  '+': (left, right) => cents(Number(left) + Number(right)),
  '-': (left, right) => cents(Number(left) - Number(right)),
  '*': (left, right) => cents(Number(left) * Number(right)),
  '/': (left, right) => cents(Number(left) / Number(right)),
};

/** Binding from the loosest. */
const LEVELS = [['or'], ['and'], ['=', '!=', '<', '<=', '>', '>='], ['+', '-'], ['*', '/']];

class Parser {
  readonly #source: string;
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(source: string) {
    this.#source = source;
    this.#tokens = tokensOf(source);
  }

  whole(): Expression {
    const expression = this.#binary(0);
    if (this.#at < this.#tokens.length) this.#fail();
    return expression;
  }

  #binary(level: number): Expression {
    const operators = LEVELS[level];
    if (operators === undefined) return this.#single();
    let left = this.#binary(level + 1);
    for (let next = this.#peek(); next !== null && operators.includes(next); next = this.#peek()) {
      this.#at++;
      left = joined(next, left, this.#binary(level + 1));
    }
    return left;
  }

  #single(): Expression {
    const token = this.#tokens[this.#at++] ?? this.#fail();
    if (token.kind === 'number') return () => Number(token.text);
    if (token.kind === 'text') return () => token.text;
    if (token.text === '(') {
      const inner = this.#binary(0);
      this.#take(')');
      return inner;
    }
    if (token.kind === 'sign') return this.#fail();
    if (token.text === 'not') {
      const negated = this.#binary(2);
      return (scope) => negated(scope) !== true;
    }
    if (token.text === 'null') return () => null;
    if (token.text === 'true' || token.text === 'false') return () => token.text === 'true';
    if (this.#peek() !== '(') return this.#path(token.text);
    this.#at++;
    const aggregate = AGGREGATES[token.text];
    return aggregate === undefined ? this.#call(token.text) : this.#aggregate(aggregate);
  }

  #path(first: string): Expression {
    const rest: string[] = [];
    while (this.#peek() === '.') {
      this.#at++;
      rest.push((this.#tokens[this.#at++] ?? this.#fail()).text);
    }
    return (scope) => {
      let value = named(scope, first, this.#source);
      for (const name of rest) {
        const row = value;
        value = isJsonObject(row) ? (memberOf(scope.tables, row, name) ?? null) : null;
        if (isJsonObject(row) && !isJsonObject(value) && Object.keys(row)[0] !== name) scope.behind?.add(row);
      }
      return value;
    };
  }

  #call(name: string): Expression {
    const call = name === 'if' ? null : (FUNCTIONS[name] ?? this.#fail());
    const parts = [this.#binary(0)];
    while (this.#peek() === ',') {
      this.#at++;
      parts.push(this.#binary(0));
    }
    this.#take(')');
    if (call !== null) return (scope) => call(parts.map((part) => part(scope)));
    const [condition, then, otherwise] = parts;
    if (condition === undefined || then === undefined || otherwise === undefined) return this.#fail();
    return (scope) => (condition(scope) === true ? then : otherwise)(scope);
  }

  #aggregate(aggregate: (values: readonly Json[]) => Json): Expression {
    const table = (this.#tokens[this.#at++] ?? this.#fail()).text;
    let value: Expression = ({ row }) => row ?? null;
    if (this.#peek() === '.') {
      this.#at++;
      value = this.#path((this.#tokens[this.#at++] ?? this.#fail()).text);
    }
    let condition: Expression = () => true;
    if (this.#peek() === ':') {
      this.#at++;
      condition = this.#binary(0);
    }
    this.#take(')');
    return ({ tables, names, behind }) => {
      const values: Json[] = [];
      for (const row of tables.get(table)?.values() ?? this.#fail()) {
        const scope = { tables, names, row };
        if (condition(scope) !== true) continue;
        values.push(value(scope));
        behind?.add(row);
      }
      return aggregate(values);
    };
  }

  #peek(): string | null {
    const token = this.#tokens[this.#at];
    return token === undefined || token.kind === 'text' || token.kind === 'number' ? null : token.text;
  }

  #take(sign: string): void {
    if (this.#peek() !== sign) this.#fail();
    this.#at++;
  }

  #fail(): never {
    throw new Error(`No expression: "${this.#source}", at word ${this.#at}`);
  }
}

function joined(operator: string, left: Expression, right: Expression): Expression {
  if (operator === 'and') return decided(left, right, false);
  if (operator === 'or') return decided(left, right, true);
  const join = OPERATORS[operator] as (left: Json, right: Json) => Json;
  return (scope) => join(left(scope), right(scope));
}

/** `or`, which one true side decides, or `and`, which one side decides that isn't true. */
function decided(left: Expression, right: Expression, by: boolean): Expression {
  return ({ behind, ...scope }) => {
    if (behind === undefined) return (left(scope) === true) === by ? by : right(scope) === true;
    const sides = [valueAndRows(left, scope), valueAndRows(right, scope)] as const;
    const [first, second] = sides;
    const deciding = sides.filter(({ value }) => (value === true) === by);
    if (deciding.length === 2) {
      for (const row of first.behind) if (second.behind.has(row)) behind.add(row);
      return by;
    }
    for (const side of deciding.length === 0 ? sides : deciding)
      for (const row of side.behind) behind.add(row);
    return deciding.length === 0 ? !by : by;
  };
}

function named({ tables, names, row }: Scope, name: string, source: string): Json {
  const own = row?.[name] === undefined ? names[name] : row[name];
  if (own !== undefined) return own;
  if (row !== undefined && name === 'its') return row;
  const referred = row === undefined ? undefined : memberOf(tables, row, name);
  if (referred === undefined) throw new Error(`Nothing is called "${name}" in "${source}"`);
  return referred;
}

/** A column of a row, or the row that it refers to; null for a reference to nothing. */
function memberOf(tables: Tables, row: JsonObject, name: string): Json | undefined {
  const value = row[name];
  if (value !== undefined) return value;
  const key = row[`${name}_id`];
  if (key === undefined || key === null) return key;
  return rowByKey(tables, String(key));
}

/** The row of a key, which no two tables share; null where there is none. */
function rowByKey(tables: Tables, key: string): JsonObject | null {
  for (const table of tables.values()) {
    const row = table.get(key);
    if (row !== undefined) return row;
  }
  return null;
}

import { dictMembers, printTerm } from './print-term.js';
import { type Term, term } from './term.js';

/** A statement of a function's body. */
export type Statement =
  | { readonly kind: 'assign'; readonly name: string; readonly value: Term }
  | { readonly kind: 'return'; readonly value: Term }
  | { readonly kind: 'if'; readonly test: Term; readonly body: readonly Statement[] };

/** Longest line, in characters. */
const MOST_COLUMNS = 88;

/** The terms of the statements, each with whether it is computed whatever the tests before it say. */
export function termsOf(
  statements: readonly Statement[],
): readonly { readonly value: Term; readonly always: boolean }[] {
  let always = true;
  return statements.flatMap((statement) => {
    if (statement.kind !== 'if') return [{ value: statement.value, always }];
    const test = { value: statement.test, always };
    always = false;
    return [test, ...termsOf(statement.body).map(({ value }) => ({ value, always: false }))];
  });
}

/** The statements with every term changed. */
export function mapTerms(
  statements: readonly Statement[],
  change: (value: Term) => Term,
): readonly Statement[] {
  return statements.map((statement) =>
    statement.kind === 'if'
      ? { ...statement, test: change(statement.test), body: mapTerms(statement.body, change) }
      : { ...statement, value: change(statement.value) },
  );
}

/** Tests that only choose between answers of true and false, as those answers; `isBoolean` knows them. */
export function withoutNeedlessTests(
  statements: readonly Statement[],
  isBoolean: (value: Term) => boolean,
): readonly Statement[] {
  const inner = statements.map((statement) =>
    statement.kind === 'if'
      ? { ...statement, body: withoutNeedlessTests(statement.body, isBoolean) }
      : statement,
  );
  const [test, last] = inner.slice(-2);
  if (test?.kind !== 'if' || last?.kind !== 'return') return inner;
  const [answer, ...more] = test.body;
  if (answer?.kind !== 'return' || more.length > 0) return inner;
  const values = [answer.value, last.value];
  const isKnown = values.some(({ data }) => data === 'True' || data === 'False');
  if (!isKnown || !values.every(isBoolean)) return inner;
  const value = term('conditional', '', answer.value, test.test, last.value);
  return withoutNeedlessTests([...inner.slice(0, -2), { kind: 'return', value }], isBoolean);
}

/** The statements as lines of Python. */
export function printStatements(statements: readonly Statement[], depth: number): readonly string[] {
  return statements.flatMap((statement) => printStatement(statement, depth));
}

function printStatement(statement: Statement, depth: number): readonly string[] {
  const indent = '    '.repeat(depth);
  switch (statement.kind) {
    case 'assign':
      return wrapped(`${statement.name} = `, statement.value, indent);
    case 'return':
      return wrapped('return ', statement.value, indent);
    case 'if':
      return [`${indent}if ${printTerm(statement.test)}:`, ...printStatements(statement.body, depth + 1)];
  }
}

/** A statement on one line where it fits, else on several: the parts of a sum, of a list, of a dict. */
function wrapped(start: string, value: Term, indent: string): readonly string[] {
  const line = `${indent}${start}${printTerm(value)}`;
  if (line.length <= MOST_COLUMNS) return [line];
  const table = value.kind === 'subscript' ? value.parts[0] : value;
  if (table?.kind === 'dict' || table?.kind === 'list') {
    const isDict = table.kind === 'dict';
    const members = isDict ? dictMembers(table) : table.parts.map(printTerm);
    const end = value.kind === 'subscript' ? `[${printTerm(value.parts[1] ?? value)}]` : '';
    return [
      `${indent}${start}${isDict ? '{' : '['}`,
      ...members.map((member) => `${indent}    ${member},`),
      `${indent}${isDict ? '}' : ']'}${end}`,
    ];
  }
  if (value.kind !== 'binary' || (value.data !== '+' && value.data !== '-')) return [line];
  const [first, ...rest] = operandsOf(value);
  return [
    `${indent}${start}(`,
    `${indent}    ${printTerm(first?.value ?? value)}`,
    ...rest.map(({ sign, value: part }) => {
      // As the right side of a sum, which may need parentheses.
      const source = printTerm(term('binary', sign, term('name', '_'), part));
      return `${indent}    ${source.slice(2)}`;
    }),
    `${indent})`,
  ];
}

function operandsOf(value: Term): readonly { readonly sign: string; readonly value: Term }[] {
  const [left, right] = value.parts;
  if (
    value.kind !== 'binary' ||
    (value.data !== '+' && value.data !== '-') ||
    left === undefined ||
    right === undefined
  ) {
    return [{ sign: '', value }];
  }
  return [...operandsOf(left), { sign: value.data, value: right }];
}

import { ENTRY_POINT } from '../../training/index.js';
import type { Expression } from './expression.js';
import { expressionSize } from './expression.js';
import type { Program } from './program.js';
import { BINDING, type PythonSource, pythonLiteral, pythonString } from './python-source.js';

/** Reserved by Python or by the script itself. */
const TAKEN: readonly string[] = [
  'and',
  'as',
  'assert',
  'async',
  'await',
  'break',
  'class',
  'continue',
  'def',
  'del',
  'elif',
  'else',
  'except',
  'finally',
  'for',
  'from',
  'global',
  'if',
  'import',
  'in',
  'is',
  'lambda',
  'nonlocal',
  'not',
  'or',
  'pass',
  'raise',
  'return',
  'try',
  'while',
  'with',
  'yield',
  'None',
  'True',
  'False',
  'value',
  'item',
  'record',
  're',
  'abs',
  'float',
  'int',
  'len',
  'list',
  'dict',
  'max',
  'min',
  'round',
  'sorted',
  'str',
  'sum',
  'range',
  'zip',
  'set',
  'bool',
  'map',
  'filter',
  'type',
  'id',
  'input',
  'print',
  'hash',
  'next',
  'iter',
  'any',
  'all',
];

/** A program as a readable Python script that defines `transform(value)`. */
export function emitScript(program: Program, description?: string): string {
  const imports = [...importsOf(program)].sort();
  const lines = imports.map((module) => `import ${module}`);
  if (imports.length > 0) lines.push('', '');
  for (const helper of helpersOf(program)) lines.push(...helper.split('\n'), '', '');
  lines.push(`def ${ENTRY_POINT}(value):`);
  const summary = description
    ?.replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ')
    .replaceAll('\\', '')
    .replaceAll('"""', '')
    .trim();
  if (summary !== undefined && summary !== '') {
    lines.push(`    """${summary.endsWith('"') ? `${summary} ` : summary}"""`);
  }
  lines.push(...statements(program, 1, new Scope()));
  return `${lines.join('\n')}\n`;
}

/** Names of local variables and what they hold. */
class Scope {
  readonly #names: Map<string, string>;
  readonly #taken: Set<string>;

  constructor(parent?: Scope) {
    this.#names = new Map(parent === undefined ? [] : parent.#names);
    this.#taken = new Set(parent === undefined ? TAKEN : parent.#taken);
  }

  nameOf(source: string): string | undefined {
    return this.#names.get(source);
  }

  define(source: string, wanted: string): string {
    const base = /^[a-z_][a-z0-9_]*$/.test(wanted) ? wanted : 'part';
    let name = base;
    for (let number = 2; this.#taken.has(name); number++) name = `${base}_${number}`;
    this.#taken.add(name);
    this.#names.set(source, name);
    return name;
  }
}

function statements(program: Program, depth: number, scope: Scope): string[] {
  const indent = '    '.repeat(depth);
  if (program.kind === 'if') {
    const inner = new Scope(scope);
    return [
      `${indent}if ${renderExpression(program.test, scope).text}:`,
      ...statements(program.whenTrue, depth + 1, inner),
      ...statements(program.otherwise, depth, new Scope(scope)),
    ];
  }
  const lines: string[] = [];
  for (const shared of sharedExpressions(program)) {
    const source = renderExpression(shared, scope).text;
    const name = scope.define(
      renderExpression(shared, new Scope()).text,
      shared.operator.variable ?? defaultName(shared),
    );
    lines.push(`${indent}${name} = ${source}`);
  }
  lines.push(`${indent}return ${renderProgram(program, scope).text}`);
  return lines;
}

function defaultName(expression: Expression): string {
  switch (expression.type) {
    case 'texts':
      return 'parts';
    case 'integers':
    case 'numbers':
      return 'numbers';
    case 'integer':
    case 'number':
      return 'number';
    case 'boolean':
      return 'holds';
    case 'grid':
      return 'grid';
    default:
      return 'text';
  }
}

function renderExpression(expression: Expression, scope: Scope): PythonSource {
  const plain = renderPlain(expression);
  const name = scope.nameOf(plain.text);
  if (name !== undefined) return { text: name, binding: 10 };
  return expression.operator.render(expression.args.map((argument) => renderExpression(argument, scope)));
}

function renderPlain(expression: Expression): PythonSource {
  return expression.operator.render(expression.args.map(renderPlain));
}

function renderProgram(program: Program, scope: Scope): PythonSource {
  switch (program.kind) {
    case 'expression':
      return renderExpression(program.expression, scope);
    case 'constant':
      return pythonLiteral(program.value);
    case 'record': {
      const members = program.fields.map(
        ([key, field]) => `${pythonString(key)}: ${renderProgram(field, scope).text}`,
      );
      return { text: wrapped('{', members, '}'), binding: 10 };
    }
    case 'joined': {
      const texts = program.parts.map((part) => renderProgram(part, scope).text);
      return { text: texts.join(' + '), binding: BINDING.sum };
    }
    case 'written': {
      const number = renderProgram(program.number, scope).text;
      const isWhole = program.number.kind === 'expression' && program.number.expression.type === 'integer';
      if (program.digits > 0)
        return { text: `'{:.${program.digits}f}'.format(${number})`, binding: BINDING.primary };
      return { text: isWhole ? `str(${number})` : `str(round(${number}))`, binding: BINDING.primary };
    }
    case 'list': {
      const items = program.items.map((item) => renderProgram(item, scope).text);
      return { text: `[${items.join(', ')}]`, binding: 10 };
    }
    case 'map': {
      const body = renderProgram(program.body, new Scope()).text;
      const list = `[${body} for ${program.variable} in ${renderExpression(program.list, scope).text}]`;
      return {
        text: program.joiner === null ? list : `${pythonString(program.joiner)}.join(${list})`,
        binding: 10,
      };
    }
    case 'cells':
      return renderCells(program, scope);
    case 'lookup': {
      const members = program.table.map(
        ([key, value]) => `${pythonString(key)}: ${pythonLiteral(value).text}`,
      );
      return {
        text: `${wrapped('{', members, '}')}[${renderExpression(program.key, scope).text}]`,
        binding: 10,
      };
    }
    case 'if': {
      const test = renderExpression(program.test, scope).text;
      const whenTrue = renderProgram(program.whenTrue, scope);
      const otherwise = renderProgram(program.otherwise, scope).text;
      const choice = whenTrue.binding <= 1 ? `(${whenTrue.text})` : whenTrue.text;
      return { text: `(${choice} if ${test} else ${otherwise})`, binding: 10 };
    }
  }
}

function renderCells(program: Extract<Program, { kind: 'cells' }>, scope: Scope): PythonSource {
  const grid = renderExpression(program.grid, scope).text;
  if (program.second === null) {
    const table = wrapped(
      '{',
      program.table.map(([from, , to]) => `${from}: ${to}`),
      '}',
    );
    return { text: `[[${table}.get(cell, cell) for cell in row] for row in ${grid}]`, binding: 10 };
  }
  const second = renderExpression(program.second, scope).text;
  const table = wrapped(
    '{',
    program.table.map(([from, other, to]) => `(${from}, ${other}): ${to}`),
    '}',
  );
  const cells = `${table}.get((a, b), a) for a, b in zip(row, other)`;
  return { text: `[[${cells}] for row, other in zip(${grid}, ${second})]`, binding: 10 };
}

function wrapped(open: string, members: readonly string[], close: string): string {
  const line = `${open}${members.join(', ')}${close}`;
  if (line.length <= 80) return line;
  return `${open}\n${members.map((member) => `        ${member},`).join('\n')}\n    ${close}`;
}

/** Expressions of two operators or more that a script would compute twice, inner ones first. */
function sharedExpressions(program: Program): Expression[] {
  const counts = new Map<string, { expression: Expression; count: number }>();
  const visit = (expression: Expression): void => {
    if (expressionSize(expression) >= 2) {
      const key = renderPlain(expression).text;
      const entry = counts.get(key);
      if (entry !== undefined) {
        entry.count++;
        return;
      }
      counts.set(key, { expression, count: 1 });
    }
    for (const argument of expression.args) visit(argument);
  };
  for (const expression of expressionsOf(program)) visit(expression);
  return [...counts.values()]
    .filter(({ count }) => count > 1)
    .map(({ expression }) => expression)
    .sort((left, right) => expressionSize(left) - expressionSize(right));
}

/** Top-level expressions evaluated in the function's own scope, exactly once and always. */
function expressionsOf(program: Program): Expression[] {
  switch (program.kind) {
    case 'expression':
      return [program.expression];
    case 'constant':
      return [];
    case 'record':
      return program.fields.flatMap(([, field]) => expressionsOf(field));
    case 'joined':
      return program.parts.flatMap(expressionsOf);
    case 'written':
      return expressionsOf(program.number);
    case 'list':
      return program.items.flatMap(expressionsOf);
    case 'map':
      return [program.list];
    case 'cells':
      return program.second === null ? [program.grid] : [program.grid, program.second];
    case 'lookup':
      return [program.key];
    case 'if':
      return [program.test];
  }
}

function importsOf(program: Program): ReadonlySet<string> {
  return new Set(allExpressions(program).flatMap((expression) => expression.operator.imports));
}

function helpersOf(program: Program): ReadonlySet<string> {
  return new Set(allExpressions(program).flatMap((expression) => expression.operator.helpers));
}

/** Every expression of the program, each before the ones it is used by. */
function allExpressions(program: Program): Expression[] {
  const parts = [...expressionsOf(program), ...innerPrograms(program).flatMap(allExpressions)];
  return parts.flatMap(withArguments);
}

function withArguments(expression: Expression): Expression[] {
  return [...expression.args.flatMap(withArguments), expression];
}

function innerPrograms(program: Program): readonly Program[] {
  switch (program.kind) {
    case 'map':
      return [program.body];
    case 'if':
      return [program.whenTrue, program.otherwise];
    case 'record':
      return program.fields.map(([, field]) => field);
    case 'list':
      return program.items;
    case 'joined':
      return program.parts;
    case 'written':
      return [program.number];
    default:
      return [];
  }
}

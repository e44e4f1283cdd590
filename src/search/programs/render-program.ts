import type { Expression } from '../language/expression.js';
import { BINDING, type PythonSource, pythonLiteral, pythonString } from '../language/python-source.js';
import type { Program } from './program.js';

/** What programs call their input. */
export const PARAMETER = 'value';

/** An expression as Python. */
export function renderExpression({ operator, args }: Expression): PythonSource {
  return operator.render(args.map(renderExpression));
}

/** A program as one Python expression. */
export function renderProgram(program: Program): PythonSource {
  switch (program.kind) {
    case 'expression':
      return renderExpression(program.expression);
    case 'constant':
      return pythonLiteral(program.value);
    case 'record': {
      const members = program.fields.map(
        ([key, field]) => `${pythonString(key)}: ${renderProgram(field).text}`,
      );
      return { text: wrapped('{', members, '}'), binding: 10 };
    }
    case 'joined': {
      const texts = program.parts.map((part) => renderProgram(part).text);
      return { text: texts.join(' + '), binding: BINDING.sum };
    }
    case 'written': {
      const number = renderProgram(program.number).text;
      const isWhole = program.number.kind === 'expression' && program.number.expression.type === 'integer';
      if (program.digits > 0)
        return { text: `'{:.${program.digits}f}'.format(${number})`, binding: BINDING.primary };
      if (program.width !== undefined) {
        const whole = isWhole ? number : `round(${number})`;
        return { text: `'{:0${program.width}d}'.format(${whole})`, binding: BINDING.primary };
      }
      return { text: isWhole ? `str(${number})` : `str(round(${number}))`, binding: BINDING.primary };
    }
    case 'list': {
      const items = program.items.map((item) => renderProgram(item).text);
      return { text: `[${items.join(', ')}]`, binding: 10 };
    }
    case 'map': {
      const body = renderProgram(program.body).text;
      const list = `[${body} for ${program.variable} in ${renderExpression(program.list).text}]`;
      return {
        text: program.joiner === null ? list : `${pythonString(program.joiner)}.join(${list})`,
        binding: 10,
      };
    }
    case 'cells':
      return renderCells(program);
    case 'lookup': {
      const members = program.table.map(
        ([key, value]) => `${pythonString(key)}: ${pythonLiteral(value).text}`,
      );
      return {
        text: `${wrapped('{', members, '}')}[${renderExpression(program.key).text}]`,
        binding: 10,
      };
    }
    case 'if': {
      const test = renderExpression(program.test).text;
      const whenTrue = renderProgram(program.whenTrue);
      const otherwise = renderProgram(program.otherwise).text;
      const choice = whenTrue.binding <= 1 ? `(${whenTrue.text})` : whenTrue.text;
      return { text: `(${choice} if ${test} else ${otherwise})`, binding: 10 };
    }
  }
}

/** Names of the cells of key grids at a place, and of the cells that are copied. */
const KEY_NAMES = ['a', 'b', 'c'] as const;
const SOURCE_NAMES = 'pqrstuvwxyz';

function renderCells({ keys, sources, rules }: Extract<Program, { kind: 'cells' }>): PythonSource {
  const isPlain = keys.length === 1 && sources.length === 0;
  const keyNames = isPlain ? ['cell'] : KEY_NAMES.slice(0, keys.length);
  const sourceName = (index: number): string => SOURCE_NAMES.charAt(index);
  const names = [...keyNames, ...sources.map((_source, index) => sourceName(index))];
  const tuple = (parts: readonly (string | number)[]): string =>
    parts.length === 1 ? String(parts[0]) : `(${parts.join(', ')})`;
  const table = wrapped(
    '{',
    rules.map((rule) => `${tuple(rule.values)}: ${'colour' in rule ? rule.colour : sourceName(rule.source)}`),
    '}',
  );
  const grids = [...keys, ...sources].map((key) => renderExpression(key).text);
  const cell = `${table}.get(${tuple(keyNames)}, ${names[0]})`;
  if (isPlain) return { text: `[[${cell} for cell in row] for row in ${grids[0]}]`, binding: 10 };
  const rows = names.map((name) => `row_${name}`);
  const line = `[${cell} for ${names.join(', ')} in ${zipped(rows)}]`;
  return { text: `[${line} for ${rows.join(', ')} in ${zipped(grids)}]`, binding: 10 };
}

/** What a loop over the lists at once goes through. */
function zipped(lists: readonly string[]): string {
  return lists.length === 1 ? (lists[0] ?? '') : `zip(${lists.join(', ')})`;
}

function wrapped(open: string, members: readonly string[], close: string): string {
  const line = `${open}${members.join(', ')}${close}`;
  if (line.length <= 80) return line;
  return `${open}\n${members.map((member) => `        ${member},`).join('\n')}\n    ${close}`;
}

/** The expressions of a program outside of the programs in it. */
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
      return [...program.keys, ...program.sources];
    case 'lookup':
      return [program.key];
    case 'if':
      return [program.test];
  }
}

/** The modules that a program imports, and the functions that it calls, each after those it calls itself. */
export function definitionsOf(program: Program): {
  readonly imports: readonly string[];
  readonly helpers: readonly string[];
} {
  const operators = expressionsIn(program).map(({ operator }) => operator);
  return {
    imports: [...new Set(operators.flatMap(({ imports }) => imports))].sort(),
    helpers: [...new Set(operators.flatMap(({ helpers }) => helpers))],
  };
}

/** Every expression of the program, each before the ones it is used by. */
export function expressionsIn(program: Program): Expression[] {
  const parts = [...expressionsOf(program), ...innerPrograms(program).flatMap(expressionsIn)];
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

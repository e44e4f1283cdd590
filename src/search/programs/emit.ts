import { ENTRY_POINT } from '../../training/internal.js';
import { docstring } from './docstring.js';
import type { Program } from './program.js';
import { definitionsOf, PARAMETER, renderExpression, renderProgram } from './render-program.js';

/**
 * A program as a Python script that defines `transform(value)`, its operators written out one inside the other. What is
 * returned to people is `idiomaticScript`; this is what it is held against.
 */
export function emitScript(program: Program, description?: string): string {
  const { imports, helpers } = definitionsOf(program);
  return [
    ...imports.map((module) => `import ${module}`),
    ...(imports.length > 0 ? ['', ''] : []),
    ...helpers.flatMap((helper) => [...helper.split('\n'), '', '']),
    `def ${ENTRY_POINT}(${PARAMETER}):`,
    ...docstring(description),
    ...statements(program, 1),
    '',
  ].join('\n');
}

function statements(program: Program, depth: number): readonly string[] {
  const indent = '    '.repeat(depth);
  if (program.kind !== 'if') return [`${indent}return ${renderProgram(program).text}`];
  return [
    `${indent}if ${renderExpression(program.test).text}:`,
    ...statements(program.whenTrue, depth + 1),
    ...statements(program.otherwise, depth),
  ];
}

import { visitProgram } from './expression-parts.js';
import type { ItemCondition, Program, ProgramStep } from './program.js';
import {
  HELPERS_OF_HELPERS,
  PYTHON_HELPERS,
  type PythonNames,
  pythonLiteral,
  pythonOf,
} from './python-expression.js';

/** What a script is written from. */
export interface ScriptParts {
  /** A name of Python: that of the function. */
  readonly name: string;
  /** One line, without quotes. */
  readonly about: string;
  /** Names of Python, one for each slot. */
  readonly inputs: readonly string[];
  readonly program: Program;
}

/** The script of a skill: one function, which calls tools as functions and returns the answer. */
export function skillScript({ name, about, inputs, program }: ScriptParts): string {
  const seen = program.steps.map((_, index) => `seen_${index + 1}`);
  const names: PythonNames = { slots: inputs, seen };
  const used = usedSteps(program);
  const lines = program.steps.map((step, index) =>
    callLine(step, used.has(index) ? `${seen[index]} = ` : '', names),
  );
  const body = [...lines, `return ${pythonOf(program.answer, names)}`].flatMap((line) => line.split('\n'));
  const source = [
    `def ${name}(${inputs.length === 0 ? '' : `*, ${inputs.join(', ')}`}):`,
    `    """${about}"""`,
    ...body.map((line) => `    ${line}`),
  ].join('\n');
  const helpers = Object.entries(PYTHON_HELPERS).filter(([helper]) => isCalled(helper, source));
  const needed = new Set(helpers.flatMap(([helper]) => [helper, ...(HELPERS_OF_HELPERS[helper] ?? [])]));
  const defined = Object.entries(PYTHON_HELPERS).flatMap(([helper, text]) =>
    needed.has(helper) ? [text] : [],
  );
  return `${[...defined, source].join('\n\n\n')}\n`;
}

function isCalled(helper: string, source: string): boolean {
  return source.includes(`${helper}(`);
}

function callLine(
  { tool, arguments: given, loop }: ProgramStep,
  assigned: string,
  names: PythonNames,
): string {
  const call = `${tool}(${argumentsText(given, names)})`;
  if (loop === null) return `${assigned}${call}`;
  const condition = loop.where === null ? '' : ` if ${conditionText(loop.where, names)}`;
  return `${assigned}[${call} for item in ${pythonOf(loop.over, names)}${condition}]`;
}

function argumentsText(given: ProgramStep['arguments'], names: PythonNames): string {
  const entries = Object.entries(given);
  const plain = entries.filter(([name]) => isPlainName(name));
  const others = entries.filter(([name]) => !isPlainName(name));
  const texts = plain.map(([name, of]) => `${name}=${pythonOf(of, names)}`);
  if (others.length > 0) {
    const members = others.map(([name, of]) => `${pythonLiteral(name)}: ${pythonOf(of, names)}`);
    texts.push(`**{${members.join(', ')}}`);
  }
  return texts.join(', ');
}

function isPlainName(name: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) && !PYTHON_WORDS.has(name);
}

/** Words that are no names in Python. */
export const PYTHON_WORDS: ReadonlySet<string> = new Set(
  'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield'.split(
    ' ',
  ),
);

function conditionText({ member, compare, to }: ItemCondition, names: PythonNames): string {
  return `item[${pythonLiteral(member)}] ${compare} ${pythonOf(to, names)}`;
}

/** The steps whose answers are looked at. */
function usedSteps(program: Program): ReadonlySet<number> {
  const used = new Set<number>();
  visitProgram(program, (expression) => {
    if (expression.kind === 'data' && typeof expression.source === 'number') used.add(expression.source);
  });
  return used;
}

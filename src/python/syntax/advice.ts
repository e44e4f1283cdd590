import type { RuffDiagnostic } from './ruff.js';

/** The rule that a diagnostic of the parser breaks, and what to do about it. */
interface Advice {
  readonly rule: string;
  readonly hint: string;
}

type Hint = string | ((source: string, start: number) => string);

const CHECK_HERE = 'Check this place and the line before it.';
const ALIGN = 'Align this line with an enclosing block; use four spaces a level.';
const SEPARATE = 'Put an operator, a comma or a new line between these two.';

/** By the parser's message, its rule and the hint. The first that matches counts. */
const BY_MESSAGE: readonly (readonly [pattern: RegExp, rule: string, hint: Hint])[] = [
  [/^Expected `:`/, 'invalid', hintForColon],
  [
    /^Expected an indented block/,
    'indentation',
    'Indent the block below its header by four spaces; an empty block needs `pass`.',
  ],
  [/^Unexpected indentation|^unindent does not match/, 'indentation', ALIGN],
  [/^Simple statements must be separated/, 'invalid', hintForNeighbours],
  [/^Expected `[,)\]}]`, found (?!newline|end)/, 'invalid', SEPARATE],
  [
    /^Invalid (?:augmented )?assignment target/,
    'invalid',
    'Assign to a name, an attribute or an item; to compare, write ==.',
  ],
  [/^Invalid delete target/, 'invalid', 'Delete a name, an attribute, an item or a slice.'],
  [/^Got unexpected token/, 'invalid', hintForCharacter],
  [
    /^Invalid decimal integer literal/,
    'invalid',
    'Write the number without leading zeros (0o for octal); a name cannot start with a digit.',
  ],
  [/^Parameter without a default/, 'invalid', 'Move the parameters with a default to the end.'],
  [/^Positional argument cannot follow/, 'invalid', 'Pass positional arguments first, or name this one.'],
  [/^Expected `except` or `finally`/, 'invalid', 'Give the `try` block an `except` or a `finally`.'],
  [/^Expected `else`/, 'invalid', 'A conditional expression needs both sides: `a if condition else b`.'],
  [/^Starred expression/, 'invalid', 'Unpack inside a call, a list, a tuple or a set only.'],
  [/^Unparenthesized|^Yield expression/, 'invalid', 'Put the expression into parentheses.'],
  [/^Trailing comma/, 'invalid', 'Remove the comma or add parentheses.'],
  [
    /^Got unexpected (?:string|unicode)/,
    'invalid',
    'Complete the escape (\\xHH, \\uHHHH, \\N{NAME}), or write a raw string r"…", for instance for Windows paths.',
  ],
  [/^name `.+` cannot refer to a parameter/, 'scope', 'Rename the parameter, or remove the declaration.'],
  [
    /Cannot (?:use|reuse|unpack) .+ on Python|\(syntax was added in Python/,
    'version',
    'Write it so that the Python version which runs the code understands it.',
  ],
];

/** The compiler's rules: what it refuses though the grammar accepts it. */
const BY_CODE: ReadonlyMap<string, readonly [rule: string, hint: string]> = new Map([
  ['F404', ['future-import', 'Move it above all other statements but the docstring.']],
  ['F406', ['scope', 'Import the names that are used, or move the import to the top.']],
  ['F407', ['future-import', 'Remove the import, or name a feature that __future__ has.']],
  ['F621', ['invalid', 'Unpack into fewer names.']],
  ['F622', ['invalid', 'Keep one starred name.']],
  ['F701', ['outside-function', 'Use break inside a for or while loop only.']],
  ['F702', ['outside-function', 'Use continue inside a for or while loop only.']],
  [
    'F704',
    ['outside-function', 'Move it into a function; await inside an `async def`, run by asyncio.run(…).'],
  ],
  ['F706', ['outside-function', 'Put the statement into a function, or print the value.']],
  ['F707', ['invalid', 'Move the bare except below the others.']],
  ['PLE0115', ['scope', 'Keep one of the two.']],
  ['PLE0116', ['outside-function', 'Move the continue out of the finally block.']],
  ['PLE0117', ['scope', 'Bind the name in an enclosing function, or use global for a module variable.']],
  ['PLE0118', ['scope', 'Move the global statement to the top of the function.']],
  ['PLE1142', ['outside-function', 'Make the enclosing function `async def`.']],
]);

/** What to do about a diagnostic that starts at `start`; undefined for a rule that makes no program invalid. */
export function adviceFor(diagnostic: RuffDiagnostic, source: string, start: number): Advice | undefined {
  if (diagnostic.code !== 'invalid-syntax') {
    const known = BY_CODE.get(diagnostic.code);
    return known && { rule: `syntax/${known[0]}`, hint: known[1] };
  }
  for (const [pattern, rule, hint] of BY_MESSAGE) {
    if (!pattern.test(diagnostic.message)) continue;
    return { rule: `syntax/${rule}`, hint: typeof hint === 'string' ? hint : hint(source, start) };
  }
  return { rule: 'syntax/invalid', hint: isNotebookCommand(source, start) ? NOTEBOOK : CHECK_HERE };
}

const NOTEBOOK = 'Lines that start with ! or % are notebook commands, not Python: remove them.';

function isNotebookCommand(source: string, start: number): boolean {
  return /[!%]/.test(source.charAt(start)) && lineBefore(source, start).trim() === '';
}

function hintForColon(source: string, start: number): string {
  return source.charAt(start) === '=' && /^\s*(?:if|elif|while)\b/.test(lineBefore(source, start))
    ? 'Compare with ==; = assigns.'
    : 'End the line that opens a block with a colon.';
}

function hintForNeighbours(source: string, start: number): string {
  const before = lineBefore(source, start);
  const called = /\b(print|exec)[ \t]+$/.exec(before)?.[1];
  if (called !== undefined) return `${called} is a function in Python 3: write ${called}(…).`;
  return /\d$/.test(before) ? 'A name cannot start with a digit; check the number.' : SEPARATE;
}

function hintForCharacter(source: string, start: number): string {
  const point = source.codePointAt(start) ?? 0;
  const character = String.fromCodePoint(point);
  if (/[“”„‟″]/.test(character)) return 'Use the straight quote ".';
  if (/[‘’‚‛′]/.test(character)) return "Use the straight quote '.";
  if (point < 128) return 'The character has no meaning in Python here: remove it.';
  return /[\p{Separator}\p{Other}]/u.test(character)
    ? 'Replace the character by a plain space.'
    : 'Use the ASCII character that Python knows, or put the text in quotes.';
}

/** The text of the line before `start`, at most its last 200 characters. */
function lineBefore(source: string, start: number): string {
  const lineStart = source.lastIndexOf('\n', start - 1) + 1;
  return source.slice(Math.max(lineStart, start - 200), start);
}

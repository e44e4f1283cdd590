import { KEYWORDS } from '../tokens/keywords.js';
import type { PythonToken } from '../tokens/token.js';
import type { Wording, WordingContext } from './wording.js';

/** Words for two expressions next to each other where a comma or a new line should part them. */
export function wordSeparator(context: WordingContext): Wording {
  const { source, tokens } = context.scan;
  const index = tokenAt(tokens, context.start);
  const found = tokens[index];
  const before = tokens[index - 1];
  const previous = before === undefined ? '' : source.slice(before.start, before.end);
  if (previous === 'print' || previous === 'exec') {
    const wording = invalid(
      `Missing parentheses in call to '${previous}'. Did you mean ${previous}(...)?`,
      `${previous} is a function in Python 3: write ${previous}(…).`,
    );
    return before === undefined ? wording : { ...wording, start: before.start };
  }
  if (before?.kind === 'number' && found?.kind === 'name' && before.end === found.start) {
    return invalid('invalid decimal literal', 'A name cannot start with a digit; check the number.');
  }
  if (isInDefinition(context)) {
    return invalid('invalid syntax', 'Separate the parameters by commas.');
  }
  if (
    insideBrackets(tokens, source, index) &&
    endsOperand(before, source) &&
    startsOperand(found, before, source)
  ) {
    return invalid(
      'invalid syntax. Perhaps you forgot a comma?',
      'Put a comma (or an operator) between the two expressions.',
    );
  }
  return invalid('invalid syntax', 'Put an operator, a comma or a new line between these two.');
}

/** Words for a header that does not end in a colon. */
export function wordColon(context: WordingContext): Wording {
  const { source } = context.scan;
  const statement = statementText(context);
  const keyword = /^(?:async\s+)?([a-z]+)/.exec(statement)?.[1] ?? '';
  if (source.charAt(context.start) === '=' && /^(?:if|elif|while)$/.test(keyword)) {
    return invalid(
      "invalid syntax. Maybe you meant '==' or ':=' instead of '='?",
      'Compare with ==; = assigns.',
    );
  }
  const atLineEnd = context.start >= context.end || /[\r\n]/.test(source.charAt(context.start));
  const forced = /^(?:def|for|with|try|else|finally|except|lambda)$/.test(keyword);
  const message = atLineEnd || forced ? "expected ':'" : 'invalid syntax';
  return invalid(message, 'End the line that opens a block with a colon.');
}

/** Whether the place lies in the header of a function, on its first line. */
export function isInDefinition(context: WordingContext): boolean {
  return /^(?:async\s+)?def\b/.test(statementText(context));
}

/** Whether a token can only end an operand: a name, a literal or a closing bracket. */
function endsOperand(token: PythonToken | undefined, source: string): boolean {
  if (token === undefined) return false;
  if (token.kind === 'number' || token.kind === 'string') return true;
  const text = source.slice(token.start, token.end);
  return token.kind === 'name' ? !KEYWORDS.has(text) : text === ')' || text === ']' || text === '}';
}

/** Whether a token can only start an operand: a name, a number, or a string that a name does not prefix. */
function startsOperand(
  token: PythonToken | undefined,
  before: PythonToken | undefined,
  source: string,
): boolean {
  if (token === undefined) return false;
  if (token.kind === 'string') return before?.kind !== 'name';
  if (token.kind === 'number') return true;
  return token.kind === 'name' && !KEYWORDS.has(source.slice(token.start, token.end));
}

function insideBrackets(tokens: readonly PythonToken[], source: string, index: number): boolean {
  let depth = 0;
  for (let at = index - 1; at >= 0; at--) {
    const token = tokens[at];
    if (token === undefined || token.kind === 'newline') return false;
    if (token.kind !== 'operator') continue;
    const text = source.charAt(token.start);
    if (text === '(' || text === '[' || text === '{') {
      if (depth === 0) return true;
      depth--;
    } else if (text === ')' || text === ']' || text === '}') depth++;
  }
  return false;
}

function statementText(context: WordingContext): string {
  const { source } = context.scan;
  const start = source.lastIndexOf('\n', context.start - 1) + 1;
  return source.slice(start, context.start).trimStart();
}

/** The index of the first token that ends after `offset`. */
export function tokenAt(tokens: readonly PythonToken[], offset: number): number {
  let low = 0;
  let high = tokens.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((tokens[middle]?.end ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

function invalid(message: string, hint: string): Wording {
  return { rule: 'syntax/invalid', message, hint };
}

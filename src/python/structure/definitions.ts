import type { SourceRange } from '../finding.js';
import { SourceLines } from '../source-lines.js';
import { StatementWords } from '../tokens/statement-words.js';
import { type StatementSpan, statementSpans } from '../tokens/statements.js';
import type { PythonTokens } from '../tokens/token.js';
import { tokenizePython } from '../tokens/tokenizer.js';

/** One function or class; the place is that of its header, from `def`, `async` or `class` to before the colon. */
export interface DefinitionFact extends SourceRange {
  readonly kind: 'function' | 'async_function' | 'class';
  readonly name: string;
  /** The name with those of the definitions around it: `Account.deposit`. */
  readonly path: string;
  /** What stands between the parentheses of the header, split at its commas: `a`, `b: int = 1`, `*rest`. */
  readonly parameters: readonly string[];
}

/** Every function and class, nested ones included, in order. Reads invalid source as far as it goes. */
export function findDefinitions(code: string): readonly DefinitionFact[] {
  return definitionsIn(tokenizePython(code), new SourceLines(code));
}

/** {@link findDefinitions} over tokens that are already there. */
export function definitionsIn(scan: PythonTokens, lines: SourceLines): readonly DefinitionFact[] {
  const facts: DefinitionFact[] = [];
  const open: { readonly depth: number; readonly path: string }[] = [];
  for (const statement of statementSpans(scan)) {
    const startsLine = scan.tokens[statement.first - 1]?.kind !== 'operator';
    while (startsLine && (open[open.length - 1]?.depth ?? -1) >= statement.depth) open.pop();
    const words = new StatementWords(scan, statement);
    const async = words.take('async');
    const isClass = !async && words.take('class');
    if (!isClass && !words.take('def')) continue;
    const name = words.name();
    if (name === undefined) continue;
    const owner = open[open.length - 1]?.path;
    const path = owner === undefined ? name : `${owner}.${name}`;
    open.push({ depth: statement.depth, path });
    facts.push({
      kind: isClass ? 'class' : async ? 'async_function' : 'function',
      name,
      path,
      parameters: parametersOf(scan, statement),
      ...lines.range(words.start, words.end),
    });
  }
  return facts;
}

function parametersOf(scan: PythonTokens, statement: StatementSpan): readonly string[] {
  const parameters: string[] = [];
  let depth = 0;
  let start = -1;
  for (let index = statement.first; index < statement.last; index++) {
    const token = scan.tokens[index];
    if (token?.kind !== 'operator') continue;
    const text = scan.source.slice(token.start, token.end);
    if (text === '(' || text === '[' || text === '{') {
      depth++;
      if (depth === 1 && text === '(' && start < 0) start = token.end;
    } else if (text === ')' || text === ']' || text === '}') depth--;
    if (start >= 0 && ((depth === 1 && text === ',') || depth === 0)) {
      const parameter = scan.source.slice(start, token.start).replace(/\s+/g, ' ').trim();
      if (parameter !== '') parameters.push(parameter);
      start = token.end;
      if (depth === 0) break;
    }
  }
  return parameters;
}

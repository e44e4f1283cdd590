import type { SourceRange } from '../finding.js';
import { SourceLines } from '../source-lines.js';
import { StatementWords } from '../tokens/statement-words.js';
import { statementSpans } from '../tokens/statements.js';
import type { PythonTokens } from '../tokens/token.js';
import { tokenizePython } from '../tokens/tokenizer.js';

/** One name that an import statement binds, with the place of the whole statement. */
export interface ImportFact extends SourceRange {
  /** `import a.b` or `from a import b`. */
  readonly kind: 'import' | 'from';
  /** The dotted module as written, without leading dots: empty for `from . import x`. */
  readonly module: string;
  /** Leading dots: 0 is an absolute import. */
  readonly level: number;
  /** The name taken from the module, or `*`; undefined for `import a.b`. */
  readonly name: string | undefined;
  /** The name after `as`. */
  readonly alias: string | undefined;
  /** The first part of `module`: `os` for `os.path`. Empty where `module` is. */
  readonly topLevel: string;
  /** Whether it is a directive to the compiler, `from __future__ import …`. */
  readonly future: boolean;
  /** Whether it stands inside an indented block (a function, an `if`, a `try`). */
  readonly nested: boolean;
}

/**
 * Every import statement of a source, in order, one fact for each name bound: at the top, in functions, in branches
 * that never run, after a semicolon. It reads what is there and needs no valid file; names are in the normal form
 * (NFKC) in which Python compares them.
 */
export function findImports(code: string): readonly ImportFact[] {
  return importsIn(tokenizePython(code), new SourceLines(code));
}

/** {@link findImports} over tokens that are already there. */
export function importsIn(scan: PythonTokens, lines: SourceLines): readonly ImportFact[] {
  const facts: ImportFact[] = [];
  if (!scan.source.includes('import')) return facts;
  for (const statement of statementSpans(scan)) {
    const words = new StatementWords(scan, statement);
    if (words.take('import')) readImport(words, lines, facts);
    else if (words.take('from')) readFrom(words, lines, facts);
  }
  return facts;
}

function readImport(words: StatementWords, lines: SourceLines, facts: ImportFact[]): void {
  do {
    const module = words.dotted();
    if (module === '') return;
    const alias = words.take('as') ? words.name() : undefined;
    facts.push(fact('import', module, 0, undefined, alias, words, lines));
  } while (words.take(','));
}

function readFrom(words: StatementWords, lines: SourceLines, facts: ImportFact[]): void {
  const level = words.dots();
  const module = words.startsWith('import') ? '' : words.dotted();
  if (!words.take('import') || (module === '' && level === 0)) return;
  if (words.take('*')) {
    facts.push(fact('from', module, level, '*', undefined, words, lines));
    return;
  }
  words.take('(');
  do {
    const name = words.name();
    if (name === undefined) return;
    const alias = words.take('as') ? words.name() : undefined;
    facts.push(fact('from', module, level, name, alias, words, lines));
  } while (words.take(','));
}

function fact(
  kind: ImportFact['kind'],
  module: string,
  level: number,
  name: string | undefined,
  alias: string | undefined,
  words: StatementWords,
  lines: SourceLines,
): ImportFact {
  const dot = module.indexOf('.');
  return {
    kind,
    module,
    level,
    name,
    alias,
    topLevel: dot < 0 ? module : module.slice(0, dot),
    future: kind === 'from' && level === 0 && module === '__future__',
    nested: words.nested,
    ...lines.range(words.start, words.end),
  };
}

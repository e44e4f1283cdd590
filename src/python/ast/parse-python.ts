import { type Module, parse } from 'py-ast';
import { errorMessage } from '../../core/internal.js';
import { SourceLines } from '../source-lines.js';
import { withoutNestedBraces } from './nested-strings.js';
import { PythonTree } from './python-tree.js';

/** Characters of source that {@link parsePython} reads at most. */
export const PYTHON_TREE_MAX_CHARS = 1_000_000;

/** Why a source has no tree. */
export interface PythonParseFailure {
  /** `syntax`: it is no Python; `too_deep`, `too_large`: it was not read. */
  readonly reason: 'syntax' | 'too_deep' | 'too_large';
  /** One line. */
  readonly message: string;
  /** 1-based line and column (UTF-16 code units) of a syntax error, where they are known. */
  readonly line: number | null;
  readonly column: number | null;
}

/** What {@link parsePython} answers. */
export type PythonParse =
  | { readonly ok: true; readonly tree: PythonTree }
  | { readonly ok: false; readonly failure: PythonParseFailure };

/**
 * Parses Python source. Never throws: what is no Python, nests too deep for the parser's call stack or is too large
 * comes back as a failure.
 * This is a reader of code that is Python, no judge of it: `checkSyntax` judges.
 */
export function parsePython(code: string): PythonParse {
  if (code.length > PYTHON_TREE_MAX_CHARS) {
    return failure(
      'too_large',
      `the source has ${code.length} characters; at most ${PYTHON_TREE_MAX_CHARS} are read`,
    );
  }
  try {
    return { ok: true, tree: new PythonTree(code, parseTwice(readable(code))) };
  } catch (error) {
    if (error instanceof RangeError) return failure('too_deep', 'the code is nested too deep to be read');
    return syntaxFailure(code, errorMessage(error));
  }
}

/** The tree of the code; where the parser finds fault with it, of the code without what confuses the parser. */
function parseTwice(code: string): Module {
  try {
    return parse(code);
  } catch (error) {
    if (error instanceof RangeError || !MAY_HOLD_TEMPLATES.test(code)) throw error;
    const clear = withoutNestedBraces(code);
    if (clear === code) throw error;
    try {
      return parse(clear);
    } catch {
      throw error;
    }
  }
}

const MAY_HOLD_TEMPLATES = /[ft]r?['"]|r[ft]['"]/i;

/** The code without a byte order mark, and blanks for form feeds alone on their lines, which the parser does not read. */
function readable(code: string): string {
  const text = code.startsWith('\ufeff') ? code.slice(1) : code;
  return text.includes('\f') ? text.replace(/^[ \t\f]+$/gm, (line) => ' '.repeat(line.length)) : text;
}

function failure(reason: 'too_deep' | 'too_large', message: string): PythonParse {
  return { ok: false, failure: { reason, message, line: null, column: null } };
}

const PLACE = /(?<!\s)\s*at line (\d+)(?:, column (\d+))?\s*$/;

function syntaxFailure(code: string, message: string): PythonParse {
  const place = PLACE.exec(message);
  const lines = new SourceLines(code);
  const line = place?.[1] === undefined ? null : Math.min(Math.max(Number(place[1]), 1), lines.count);
  const column =
    line === null || place?.[2] === undefined ? null : charColumn(lines.line(line), Number(place[2]));
  const text = message.replace(PLACE, '').split('\n', 1)[0] ?? '';
  return { ok: false, failure: { reason: 'syntax', message: text, line, column } };
}

function charColumn(line: string, byteColumn: number): number {
  return Buffer.from(line).subarray(0, byteColumn).toString().length + 1;
}

import { startOf } from '../../core/internal.js';
import type { LexicalProblemKind, PythonTokens } from '../tokens/token.js';
import { tokenizePython } from '../tokens/tokenizer.js';
import { MAX_FINDINGS } from './options.js';
import { LIKELY_BUG_RULES, type RuffDiagnostic } from './ruff.js';

/** What a first look at the beginning of a source came to. */
export interface Probe {
  /** The errors of the beginning, where they are so many that the rest need not be read, or that it is too deep; else null. */
  readonly errors: readonly RuffDiagnostic[] | 'gave-up' | null;
  /** Whether likely bugs are so many that looking for them in the whole source would only take time. */
  readonly manyBugs: boolean;
}

/** Lengths of the beginnings that are looked at, in UTF-16 code units, each where the source is at least twice as long. */
const LENGTHS: readonly number[] = [1_024, 8_192, 65_536];
/** Likely bugs in a beginning after which there is no use in more of them: some cost the parser a tenth of a millisecond. */
const MANY_BUGS = 30;
const BUGS: ReadonlySet<string> = new Set(LIKELY_BUG_RULES);

/**
 * Looks at the beginning of a long source before all of it is parsed: the parser's time grows with the number of
 * errors, and a source with more errors than are reported needs no more of them. What stands before a cut between
 * two tokens is wrong whatever comes after, except around the cut itself; a hundred errors are no matter of the cut.
 */
export function probeBeginning(
  scan: PythonTokens,
  check: (beginning: number, withBugs: boolean) => readonly RuffDiagnostic[] | null,
): Probe {
  let manyBugs = false;
  for (const length of LENGTHS) {
    if (scan.source.length < 2 * length) break;
    const cut = cutBefore(scan, length);
    if (cut === 0) continue;
    const diagnostics = check(cut, !manyBugs);
    if (diagnostics === null) return { errors: 'gave-up', manyBugs };
    const errors = diagnostics.filter(({ code }) => !BUGS.has(code));
    if (errors.length > MAX_FINDINGS) return { errors: errors.slice(0, MAX_FINDINGS), manyBugs: true };
    manyBugs ||= diagnostics.length - errors.length > MANY_BUGS;
  }
  return { errors: null, manyBugs };
}

/** The tokens of the first 8,192 code units of a source; null for one that is not twice as long. */
export function beginningOf(code: string): PythonTokens | null {
  const length = LENGTHS[1] ?? 0;
  return code.length < 2 * length ? null : tokenizePython(code.slice(0, length));
}

/** The tokens of the first 1,024 code units of a beginning. */
export function shortBeginningOf({ source }: PythonTokens): PythonTokens {
  return tokenizePython(startOf(source, LENGTHS[0] ?? 0));
}

/**
 * The part of a beginning that a cut leaves without open brackets and strings: up to the end of a logical line, or up to
 * its last token but one where a line is long and nothing is open in it. Null where neither can be had.
 */
export function closedPart({ source, tokens, problems }: PythonTokens): PythonTokens | null {
  const { length } = source;
  const line = tokens.findLast((token) => token.kind === 'newline' && token.end < length)?.end ?? 0;
  if (line >= length / 2) return tokenizePython(source.slice(0, line));
  const end = tokens.at(-2)?.end ?? 0;
  if (end < length / 2 || problems.some(({ kind, start }) => start < end && OPEN.has(kind))) return null;
  return tokenizePython(source.slice(0, end));
}

const OPEN: ReadonlySet<LexicalProblemKind> = new Set([
  'unclosed-bracket',
  'unclosed-field',
  'unterminated-string',
  'unterminated-triple-quoted-string',
]);

/** The end of the last logical line before an offset, or of the last token where that is far; 0 where there is none. */
function cutBefore({ tokens }: PythonTokens, offset: number): number {
  let low = 0;
  let high = tokens.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((tokens[middle]?.end ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  for (let at = low - 1; at >= 0 && (tokens[at]?.end ?? 0) > offset / 2; at--) {
    if (tokens[at]?.kind === 'newline') return tokens[at]?.end ?? 0;
  }
  return tokens[low - 1]?.end ?? 0;
}

import { parsePython } from '../ast/parse-python.js';
import type { PythonTree } from '../ast/python-tree.js';
import { compareFindings, type FindingFix } from '../finding.js';
import { DialectContext, type DialectOptions } from './dialect-context.js';
import { type FoundMatch, findMatches } from './find-matches.js';
import type { DialectGap } from './gap.js';
import { mayHaveGaps } from './pre-filter.js';

/** Characters of a source that the dialect analysis reads at most: it must never hold the caller up for long. */
export const DIALECT_MAX_CHARS = 131_072;

/**
 * Everything in a source that Monty lacks or treats differently from CPython, in the order of the text. A gap with
 * a `fix` is repaired by `rewriteForMonty`. A source that does not parse has no gaps: `checkSyntax` judges it.
 */
export function findDialectGaps(code: string, options: DialectOptions = {}): readonly DialectGap[] {
  if (code.length > DIALECT_MAX_CHARS) return [notAnalysed(code)];
  if (!mayHaveGaps(code)) return [];
  const parsed = parsePython(code);
  if (!parsed.ok) return [];
  const context = new DialectContext(parsed.tree, options);
  try {
    return findMatches(context)
      .map((match) => gapOf(match, parsed.tree))
      .sort(compareFindings);
  } catch (thrown) {
    if (!(thrown instanceof RangeError)) throw thrown;
    // It nests deeper than the rules can follow on this stack.
    return [notAnalysed(code)];
  }
}

/** The gap that stands for a source too large to look for gaps in. */
export function notAnalysed(code: string): DialectGap {
  return {
    rule: 'dialect/not-analysed',
    severity: 'warning',
    line: 1,
    column: 1,
    endLine: 1,
    endColumn: 1,
    message: `the source has ${code.length} characters; what Monty lacks is looked for in ${DIALECT_MAX_CHARS} at most`,
    hint: 'split the source into files',
    effect: 'may_differ',
    rewrite: null,
  };
}

/** The gap that a match stands for. */
export function gapOf(match: FoundMatch, tree: PythonTree): DialectGap {
  const fix = match.repair === undefined ? undefined : fixOf(match, tree);
  return {
    rule: match.rule,
    severity: match.effect === 'rejected' || match.effect === 'fails' ? 'error' : 'warning',
    ...tree.range(match.node),
    message: match.message,
    hint: match.hint,
    effect: match.effect,
    rewrite: match.repair === undefined ? null : match.rule,
    ...(fix === undefined ? {} : { fix }),
  };
}

/** The repair alone as edits of the source. A repair that needs the prelude is none outside the sandbox. */
function fixOf(match: FoundMatch, tree: PythonTree): FindingFix | undefined {
  const { repair } = match;
  if (repair === undefined || (repair.preludes ?? []).length > 0) return undefined;
  const edits = repair.edits.map((edit) => ({
    ...tree.lines.range(edit.start, edit.end),
    replacement: edit.parts
      .map((part) => (typeof part === 'string' ? part : tree.code.slice(part.start, part.end)))
      .join(''),
  }));
  return { description: repair.description, edits };
}

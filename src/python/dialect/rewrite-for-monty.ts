import { parsePython } from '../ast/parse-python.js';
import { compareFindings } from '../finding.js';
import { membersOf } from './decorated-methods.js';
import { DialectContext, type DialectOptions } from './dialect-context.js';
import { applyEdits, type Edit } from './edit.js';
import { DIALECT_MAX_CHARS, gapOf, notAnalysed } from './find-dialect-gaps.js';
import { type FoundMatch, findMatches } from './find-matches.js';
import { type DialectGap, type MontyOutlook, montyOutlook } from './gap.js';
import { mayHaveGaps } from './pre-filter.js';
import { withNeeds } from './prelude-facts.js';

/** A rewrite that was made. */
export interface AppliedRewrite {
  readonly rule: string;
  /** 1-based line of the construct. */
  readonly line: number;
}

/** A source made ready for Monty. */
export interface MontyRewrite {
  /** What to run. Every statement is on the line it was on; columns may have moved. */
  readonly code: string;
  /** Whether `code` is another text than the one given. */
  readonly changed: boolean;
  readonly rewrites: readonly AppliedRewrite[];
  /** Names of the prelude files, sorted, that must be loaded into the session before. */
  readonly prelude: readonly string[];
  /** The gaps that no rewrite repairs, in the order of the text. */
  readonly unsupported: readonly DialectGap[];
  /** What to expect of Monty, given what is unsupported. */
  readonly outlook: MontyOutlook;
  /** Names that the source binds, for `definedNames` of later runs in the session. Empty for plain code. */
  readonly boundNames: ReadonlySet<string>;
  /** Of those, the names that mean a module and nothing else, for `definedModules` of later runs. */
  readonly boundModules: ReadonlyMap<string, string>;
  /** Names of members that rewrites changed, for `definedMembers` of later runs. */
  readonly boundMembers: ReadonlySet<string>;
}

/**
 * Rewrites Python so that Monty runs it as CPython would: only where the meaning is provably the same, each
 * statement on its own line. A source that does not parse comes back as it is.
 */
export function rewriteForMonty(code: string, options: DialectOptions = {}): MontyRewrite {
  if (code.length > DIALECT_MAX_CHARS) {
    return { ...unchanged(code), unsupported: [notAnalysed(code)], outlook: 'may_differ' };
  }
  if (!mayHaveGaps(code) || code.includes('_mettle_')) return unchanged(code);
  const parsed = parsePython(code);
  if (!parsed.ok) return unchanged(code);
  try {
    return rewritten(code, new DialectContext(parsed.tree, options));
  } catch (thrown) {
    if (!(thrown instanceof RangeError)) throw thrown;
    // It nests deeper than the rules can follow on this stack.
    return { ...unchanged(code), unsupported: [notAnalysed(code)], outlook: 'may_differ' };
  }
}

function rewritten(code: string, context: DialectContext): MontyRewrite {
  const matches = findMatches(context);
  const repaired = matches.filter((match) => match.repair !== undefined);
  const edited = applyEdits(code, repaired.flatMap(editsOf));
  const kept = (match: FoundMatch): boolean => editsOf(match).every((edit) => !edited.refused.has(edit));
  if (!repaired.every(kept)) {
    const settled = repaired.filter(kept);
    return result(code, matches, settled, applyEdits(code, settled.flatMap(editsOf)).code, context);
  }
  return result(code, matches, repaired, edited.code, context);
}

function result(
  code: string,
  matches: readonly FoundMatch[],
  repaired: readonly FoundMatch[],
  rewritten: string,
  context: DialectContext,
): MontyRewrite {
  const done = new Set(repaired);
  const unsupported = matches
    .filter((match) => !done.has(match))
    .map((match) => gapOf(match, context.tree))
    .sort(compareFindings);
  return {
    code: rewritten,
    changed: rewritten !== code,
    rewrites: repaired
      .map((match) => ({ rule: match.rule, line: context.tree.range(match.node).line }))
      .sort((left, right) => left.line - right.line),
    prelude: withNeeds(repaired.flatMap((match) => match.repair?.preludes ?? [])),
    unsupported,
    outlook: montyOutlook(unsupported),
    boundNames: new Set(context.bindings.keys()),
    boundModules: boundModules(context),
    boundMembers: membersOf(context),
  };
}

function boundModules(context: DialectContext): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const name of context.bindings.keys()) {
    const module = context.importedModule(name);
    if (module !== null) found.set(name, module);
  }
  return found;
}

function editsOf(match: FoundMatch): readonly Edit[] {
  return match.repair?.edits ?? [];
}

function unchanged(code: string): MontyRewrite {
  return {
    code,
    changed: false,
    rewrites: [],
    prelude: [],
    unsupported: [],
    outlook: 'runs',
    boundNames: new Set(),
    boundModules: new Map(),
    boundMembers: new Set(),
  };
}

import { compareFindings, type Finding } from '../finding.js';
import type { RuffDiagnostic } from './ruff.js';

/** Of a file with more warnings than this, the rest says nothing new. */
const MAX_BUGS = 100;

/** The rules on names and formats as warning findings, without those that say nothing certain enough. */
export function likelyBugs(diagnostics: readonly RuffDiagnostic[], source: string): readonly Finding[] {
  const boundByStar = diagnostics.some(({ code }) => code === 'F821') && /\bimport[ \t]*\*/.test(source);
  return diagnostics
    .flatMap((diagnostic) => likelyBug(diagnostic, boundByStar))
    .slice(0, MAX_BUGS)
    .sort(compareFindings);
}

function likelyBug(diagnostic: RuffDiagnostic, boundByStar: boolean): readonly Finding[] {
  if (diagnostic.code === 'F821' && boundByStar) return [];
  const advice = ADVICE.get(diagnostic.code.replace(/^F5[02].$/, 'F50'));
  if (advice === undefined) return [];
  const [rule, hint] = advice;
  const { message, line, column, endLine, endColumn } = diagnostic;
  return [{ rule, severity: 'warning', message, hint, line, column, endLine, endColumn }];
}

const INIT = ['class/init', '__init__ returns nothing: remove the yield or the value.'] as const;

/** By the parser's rule, ours and what to do. */
const ADVICE: ReadonlyMap<string, readonly [rule: string, hint: string]> = new Map<
  string,
  readonly [string, string]
>([
  ['F821', ['name/undefined', 'Define or import the name before it is used, or correct its spelling.']],
  ['F822', ['name/undefined', 'Define the name or take it out of __all__.']],
  ['F823', ['name/used-before-assignment', 'Assign it first, pass it in, or declare it global or nonlocal.']],
  ['F811', ['name/redefined', 'Remove or rename the definition that is not used.']],
  ['PLE0100', INIT],
  ['PLE0101', INIT],
  ['F901', ['raise/not-implemented', 'Raise NotImplementedError.']],
  ['F632', ['compare/identity', 'Compare literals with ==.']],
  ['F50', ['format/mismatch', 'Give the format exactly the values it names.']],
]);

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
  const message = diagnostic.message.replaceAll('`', "'");
  const name = /'([^']+)'/.exec(message)?.[1] ?? '';
  const words = wordBug(diagnostic.code, message, name, boundByStar);
  if (words === undefined) return [];
  const { line, column, endLine, endColumn } = diagnostic;
  return [{ ...words, severity: 'warning', line, column, endLine, endColumn }];
}

function wordBug(
  code: string,
  message: string,
  name: string,
  boundByStar: boolean,
): { readonly rule: string; readonly message: string; readonly hint: string } | undefined {
  if (code === 'F821') {
    if (boundByStar) return undefined;
    return {
      rule: 'name/undefined',
      message: `name '${name}' is not defined`,
      hint: 'Define or import the name before it is used, or correct its spelling.',
    };
  }
  if (code === 'F822') {
    return { rule: 'name/undefined', message, hint: 'Define the name or take it out of __all__.' };
  }
  if (code === 'F823') {
    return {
      rule: 'name/used-before-assignment',
      message: `local variable '${name}' is used before it is assigned`,
      hint: 'Assign it first, pass it in, or declare it global or nonlocal.',
    };
  }
  if (code === 'F811') {
    return { rule: 'name/redefined', message, hint: 'Remove or rename the definition that is not used.' };
  }
  if (code === 'PLE0100' || code === 'PLE0101') {
    return { rule: 'class/init', message, hint: '__init__ returns nothing: remove the yield or the value.' };
  }
  if (code === 'F901') {
    return { rule: 'raise/not-implemented', message, hint: 'Raise NotImplementedError.' };
  }
  if (code === 'F632') {
    return { rule: 'compare/identity', message, hint: 'Compare literals with ==.' };
  }
  if (code.startsWith('F50') || code.startsWith('F52')) {
    return { rule: 'format/mismatch', message, hint: 'Give the format exactly the values it names.' };
  }
  return undefined;
}

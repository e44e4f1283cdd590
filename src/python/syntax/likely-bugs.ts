import type { Finding } from '../finding.js';
import type { RuffDiagnostic } from './ruff.js';

/** A rule on names or formats as a warning finding. None for a diagnostic that says nothing certain enough. */
export function likelyBug(diagnostic: RuffDiagnostic, source: string): readonly Finding[] {
  const message = diagnostic.message.replaceAll('`', "'");
  const name = /'([^']+)'/.exec(message)?.[1] ?? '';
  const words = wordBug(diagnostic.code, message, name, source);
  if (words === undefined) return [];
  const { line, column, endLine, endColumn } = diagnostic;
  return [{ ...words, severity: 'warning', line, column, endLine, endColumn }];
}

function wordBug(
  code: string,
  message: string,
  name: string,
  source: string,
): { readonly rule: string; readonly message: string; readonly hint: string } | undefined {
  if (code === 'F821') {
    if (isBoundByStar(source)) return undefined;
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

/** Whether a star import may bind any name. */
function isBoundByStar(source: string): boolean {
  return /\bimport\s*\*/.test(source);
}

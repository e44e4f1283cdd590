import type { DynamicCodeFact, Finding, ImportFact, SourceRange } from '../../python/index.js';
import { compareFindings } from '../../python/internal.js';
import type { Artefact } from '../artefact.js';
import { requirementError } from '../error-codes.js';

/** What {@link forbiddenImports} found. */
export interface ForbiddenImports {
  /** The modules, sorted, each once; relative imports keep their dots. */
  readonly modules: readonly string[];
  /** One error for each place where a module is imported that is not allowed, and warnings where that is unknown. */
  readonly findings: readonly Finding[];
}

const MODULE_NAME = /^[\p{ID_Start}_][\p{ID_Continue}]*(\.[\p{ID_Start}_][\p{ID_Continue}]*)*$/u;

/**
 * The list, checked and frozen; null stays null and means that all modules are allowed.
 *
 * @throws {MettleError} `requirements/invalid_import` for an entry that is no dotted module name.
 */
export function checkAllowedImports<T extends readonly string[] | null>(allowed: T): T {
  if (allowed === null) return allowed;
  for (const module of allowed) {
    if (typeof module === 'string' && MODULE_NAME.test(module)) continue;
    throw requirementError(
      'invalid_import',
      `allowedImports has ${JSON.stringify(module)}, which is not a module name such as "json" or "os.path".`,
      { details: { module } },
    );
  }
  return Object.freeze([...allowed]) as readonly string[] as T;
}

/**
 * The imports of a reply's code that a list does not allow; `from __future__ import …` always is. Code that certainly
 * imports or runs what cannot be read from the source, such as `exec(text)`, is not allowed either; where that is
 * only likely or possible, the finding is a warning.
 */
export function forbiddenImports(artefact: Artefact, allowed: readonly string[]): ForbiddenImports {
  const modules = new Set<string>();
  const findings: Finding[] = [];
  const allowance = allowed.length === 0 ? 'No module may be imported.' : `Use only ${allowed.join(', ')}.`;
  for (const fact of artefact.facts?.imports ?? []) {
    if (isAllowed(fact, allowed)) continue;
    const shown = shownModule(fact);
    modules.add(shown);
    findings.push({
      rule: 'import/forbidden',
      severity: 'error',
      ...rangeOf(fact),
      message: `The module ${shown} may not be imported.`,
      hint: allowance,
    });
  }
  for (const fact of artefact.facts?.dynamicCode ?? []) {
    if (isAllowedDynamically(fact, allowed)) continue;
    const isError =
      fact.confidence === 'certain' &&
      (fact.kind === 'import' || fact.kind === 'execute' || fact.what === '__builtins__');
    if (isError) modules.add(fact.module ?? `${fact.what}(…)`);
    findings.push({
      rule: isError ? 'import/dynamic' : 'import/hidden',
      severity: isError ? 'error' : 'warning',
      ...rangeOf(fact),
      message: dynamicMessage(fact),
      hint: `Use plain import statements. ${allowance}`,
    });
  }
  return { modules: [...modules].sort(), findings: findings.sort(compareFindings) };
}

function isAllowed(fact: ImportFact, allowed: readonly string[]): boolean {
  if (fact.future) return true;
  if (fact.level > 0) return false;
  return allowed.some((entry) => {
    if (fact.module === entry || fact.module.startsWith(`${entry}.`)) return true;
    return fact.kind === 'from' && `${fact.module}.${fact.name}` === entry;
  });
}

function shownModule(fact: ImportFact): string {
  if (fact.level === 0) return fact.module.includes('.') ? fact.module : fact.topLevel;
  const module = fact.module === '' ? (fact.name ?? '') : fact.module;
  return `${'.'.repeat(fact.level)}${module}`;
}

function isAllowedDynamically({ kind, module }: DynamicCodeFact, allowed: readonly string[]): boolean {
  if (kind === 'native') return true;
  return (
    kind === 'import' &&
    module !== undefined &&
    allowed.some((entry) => module === entry || module.startsWith(`${entry}.`))
  );
}

function dynamicMessage({ kind, what, module }: DynamicCodeFact): string {
  if (kind === 'import') {
    return module === undefined
      ? `${what} imports a module whose name cannot be read from the source.`
      : `The module ${module} may not be imported, by ${what} either.`;
  }
  if (kind === 'execute') return `${what} runs code that cannot be read from the source.`;
  return `${what} reaches past the import statements.`;
}

function rangeOf({ line, column, endLine, endColumn }: SourceRange): SourceRange {
  return { line, column, endLine, endColumn };
}

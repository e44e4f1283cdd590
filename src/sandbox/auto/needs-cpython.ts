import type { FileTree } from '../../filesystem/index.js';
import { type MontyRewrite, rewriteForMonty } from '../../python/index.js';
import type { RunError } from '../contract.js';
import type { EngineRun } from '../engine.js';
import { type KnownNames, namesAfter } from '../monty/ready-code.js';
import { findTreeImport } from '../tree-imports.js';
import { isSameInCpython } from './same-in-cpython.js';

/**
 * Sources of chance and time. A run that uses them cannot be repeated in another engine later with the same result,
 * so it runs in CPython at once.
 */
const NOT_REPEATABLE =
  /(?:^|[;:])[ \t]*(?:import|from)\b[^\n;]*\b(?:random|time|uuid|secrets)\b|\burandom\b|\.(?:now|today|utcnow)\s*\(|\b(?:id|hash)\s*\(/m;

/** Source that CPython refuses or reads otherwise: a null character, half a character, a mark, `return` outside. */
const NOT_FOR_MONTY = /[\0\ufeff\ud800-\udfff]|^return\b/mu;

/** The judgement on a source before it runs. */
export interface Forecast {
  /** Why the code belongs in CPython, or null when Monty may run it. */
  readonly reason: string | null;
  /** What the namespace holds once the code has run in Monty. */
  readonly known: KnownNames;
}

/**
 * Judges from the source and the files that it could import whether Monty would fail or could quietly give another
 * result: it lacks a feature that no rewrite repairs, a file of the tree is imported, a difference is possible, or a
 * failure could be swallowed by an `except`.
 *
 * @param known what earlier runs bound
 */
export function forecast(
  { code, fileName, inputs, functions }: Pick<EngineRun, 'code' | 'fileName' | 'inputs' | 'functions'>,
  files: FileTree,
  known: KnownNames,
): Forecast {
  const given = Object.keys(inputs);
  const rewrite = rewriteForMonty(code, {
    definedNames: new Set([...known.names, ...given, ...Object.keys(functions)]),
    definedModules: known.modules,
    definedMembers: known.members,
  });
  const reason = treeImportReason(code, fileName, files) ?? reasonOf(code, rewrite);
  return { reason, known: namesAfter(known, rewrite, given) };
}

function treeImportReason(code: string, fileName: string | null, files: FileTree): string | null {
  const found = findTreeImport(code, fileName, files);
  return found === null ? null : `line ${found.line}: Monty cannot import ${found.path}`;
}

function reasonOf(code: string, rewrite: MontyRewrite): string | null {
  const swallowed = rewrite.outlook === 'may_fail' && /\bexcept\b/.test(code);
  if (rewrite.outlook === 'fails' || rewrite.outlook === 'may_differ' || swallowed) {
    const gap = rewrite.unsupported.find(({ effect }) => effect !== 'may_fail') ?? rewrite.unsupported[0];
    return gap === undefined ? 'Monty lacks a feature of this code' : `line ${gap.line}: ${gap.message}`;
  }
  if (NOT_FOR_MONTY.test(code)) return 'CPython judges what this source is';
  return NOT_REPEATABLE.test(code) ? 'the code uses chance or the clock' : null;
}

/** Exceptions that a missing feature of Monty can show as, beside those it names itself. */
const SUSPECT_TYPES: ReadonlySet<string> = new Set([
  'AttributeError',
  'ImportError',
  'LookupError',
  'ModuleNotFoundError',
  'NameError',
  'NotImplementedError',
  'RuntimeError',
  'SyntaxError',
  'TypeError',
  'OverflowError',
  'UnboundLocalError',
  'ValueError',
  'io.UnsupportedOperation',
  're.PatternError',
]);

/** Whether an error of Monty may be Monty's and not the code's, so that CPython has to be asked. */
export function isSuspect(error: RunError): boolean {
  if (error.kind === 'unsupported') return true;
  if (error.kind !== 'runtime' && error.kind !== 'syntax') return false;
  return SUSPECT_TYPES.has(error.type) && !isSameInCpython(error);
}

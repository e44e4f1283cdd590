import type { RunError } from '../sandbox/index.js';

/**
 * Why a script gave no usable result: `syntax` it does not compile · `runtime` it raised, or the engine lacks what it uses ·
 * `limit` it took too long, or too much of something · `empty` nothing was left in `result` · `validation` the result is
 * no JSON object, or does not keep the schema.
 */
export type ScriptFailureKind = 'syntax' | 'runtime' | 'limit' | 'empty' | 'validation';

/** Why a script gave no usable result. */
export interface ScriptFailure {
  readonly kind: ScriptFailureKind;
  /** `Syntax Error: …`, `Runtime Error: …` or `Validation Error: …`: what stands at the end of stderr. */
  readonly message: string;
  /** The Python exception's class name; null where none was raised. */
  readonly type: string | null;
  /** 1-based line of the script, where it is known. */
  readonly line: number | null;
}

const LIMITS: ReadonlySet<string> = new Set(['timeout', 'memory', 'output', 'limit']);

/** A failed run as a failure of the script. What lies after its last line, where its result is read, is no line of it. */
export function failureOfRun(error: RunError, lines: number): ScriptFailure {
  const line = error.line !== null && error.line <= lines ? error.line : null;
  const where = line === null ? '' : ` (line ${line})`;
  const what = `${error.message === '' ? error.type : `${error.type}: ${error.message}`}${where}`;
  if (error.kind === 'syntax') {
    return { kind: 'syntax', message: `Syntax Error: ${what}`, type: error.type, line };
  }
  const kind = LIMITS.has(error.kind) ? 'limit' : 'runtime';
  return { kind, message: `Runtime Error: ${what}`, type: error.type, line };
}

/** A script that never assigned the name its result is read from. */
export function missingResult(name: string): ScriptFailure {
  const message = `Runtime Error: NameError: name '${name}' is not defined`;
  return { kind: 'runtime', message, type: 'NameError', line: null };
}

/** A result that is there but is no result. */
export function invalidResult(kind: 'empty' | 'validation', what: string): ScriptFailure {
  return { kind, message: `Validation Error: ${what}`, type: null, line: null };
}

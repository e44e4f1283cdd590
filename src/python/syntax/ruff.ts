import { createRequire } from 'node:module';
import { MettleError } from '../../core/index.js';

/** The newest version: what it refuses, every version refuses. */
export const DEFAULT_PYTHON_VERSION: PythonVersion = '3.14';

/** The Python versions whose grammar can be asked for. */
export type PythonVersion = '3.8' | '3.9' | '3.10' | '3.11' | '3.12' | '3.13' | '3.14';

/** One diagnostic of the parser or of a rule; lines and columns from 1, columns in UTF-16 code units, end exclusive. */
export interface RuffDiagnostic {
  /** `invalid-syntax` from the parser, else the rule. */
  readonly code: string;
  readonly message: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** What the parser made of a source, or that it gave up (it ran out of stack or trapped). */
export type RuffOutcome =
  | { readonly kind: 'checked'; readonly diagnostics: readonly RuffDiagnostic[] }
  | { readonly kind: 'gave-up' };

/**
 * Rules that find what CPython's compiler refuses although its grammar accepts it. Each of them refuses only what
 * `compile` refuses too.
 */
const COMPILER_RULES: readonly string[] = [
  'F404',
  'F406',
  'F407',
  'F621',
  'F622',
  'F701',
  'F702',
  'F704',
  'F706',
  'F707',
  'PLE0115',
  'PLE0116',
  'PLE0117',
  'PLE0118',
  'PLE1142',
];

/** Rules that find names and formats that will very likely fail when the code runs. */
export const LIKELY_BUG_RULES: readonly string[] = [
  'F502',
  'F503',
  'F504',
  'F505',
  'F506',
  'F507',
  'F509',
  'F521',
  'F524',
  'F632',
  'F811',
  'F821',
  'F822',
  'F823',
  'F901',
  'PLE0100',
  'PLE0101',
];

interface RawLocation {
  readonly row: number;
  readonly column: number;
}

interface RawDiagnostic {
  readonly code: string | null;
  readonly message: string;
  readonly start_location: RawLocation;
  readonly end_location: RawLocation;
}

interface RuffWorkspace {
  check(source: string): readonly RawDiagnostic[];
}

interface RuffModule {
  readonly PositionEncoding: { readonly Utf16: number };
  readonly Workspace: new (options: unknown, encoding: number) => RuffWorkspace;
}

const MODULE = '@astral-sh/ruff-wasm-nodejs';
const workspaces = new Map<string, RuffWorkspace>();

/**
 * Parses and checks a source with ruff compiled to WebAssembly, with or without the rules for likely bugs. The module is loaded on first use. After anything
 * was thrown inside it the instance is dropped, and the next call starts a fresh one, for a trap leaves it unusable.
 *
 * @throws {MettleError} `python/parser_missing` when the module cannot be loaded.
 */
export function runRuff(source: string, version: PythonVersion, withBugs: boolean): RuffOutcome {
  const workspace = workspaceFor(version, withBugs);
  try {
    return { kind: 'checked', diagnostics: workspace.check(source).map(toDiagnostic) };
  } catch {
    discardInstance();
    return { kind: 'gave-up' };
  }
}

/**
 * Loads the Python parser now, which else the first check does: some hundred milliseconds, once. For programs that serve
 * requests.
 *
 * @throws {MettleError} `python/parser_missing` when the module cannot be loaded.
 */
export function loadPythonParser(): void {
  runRuff('', DEFAULT_PYTHON_VERSION, true);
}

function toDiagnostic(raw: RawDiagnostic): RuffDiagnostic {
  return {
    code: raw.code ?? 'invalid-syntax',
    message: raw.message,
    line: raw.start_location.row,
    column: raw.start_location.column,
    endLine: raw.end_location.row,
    endColumn: raw.end_location.column,
  };
}

function workspaceFor(version: PythonVersion, withBugs: boolean): RuffWorkspace {
  const key = `${version} ${withBugs}`;
  const known = workspaces.get(key);
  if (known !== undefined) return known;
  const ruff = loadModule();
  const workspace = new ruff.Workspace(
    {
      'target-version': `py${version.replace('.', '')}`,
      lint: { select: withBugs ? [...COMPILER_RULES, ...LIKELY_BUG_RULES] : COMPILER_RULES },
    },
    ruff.PositionEncoding.Utf16,
  );
  workspaces.set(key, workspace);
  return workspace;
}

function loadModule(): RuffModule {
  try {
    return createRequire(import.meta.url)(MODULE) as RuffModule;
  } catch (cause) {
    throw new MettleError({
      code: 'python/parser_missing',
      message: `The Python parser ${MODULE} could not be loaded: install Mettle's dependencies again (npm ci).`,
      cause,
    });
  }
}

/** Forgets the module, so that the next load makes a new WebAssembly instance with fresh memory. */
function discardInstance(): void {
  workspaces.clear();
  const require = createRequire(import.meta.url);
  delete require.cache[require.resolve(MODULE)];
}

import { createRequire } from 'node:module';
import { pythonError } from '../error-codes.js';
import { validatingLazily, withoutOptimizer } from './webassembly-flags.js';

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
/** V8 compiles a function when it is first called. After so many checks, what is left to compile is seldom called. */
const CHECKS_THAT_COMPILE = 500;
let checks = 0;
const workspaces = new Map<string, RuffWorkspace>();

/**
 * Parses and checks a source with ruff compiled to WebAssembly, with or without the rules for likely bugs. The module is loaded on first use. After anything
 * was thrown inside it the instance is dropped, and the next call starts a fresh one, for a trap leaves it unusable.
 *
 * @throws {MettleError} `python/parser_missing` when the module cannot be loaded.
 */
export function runRuff(source: string, version: PythonVersion, withBugs: boolean): RuffOutcome {
  return checks++ < CHECKS_THAT_COMPILE
    ? withoutOptimizer(() => check(source, version, withBugs))
    : check(source, version, withBugs);
}

function check(source: string, version: PythonVersion, withBugs: boolean): RuffOutcome {
  const workspace = workspaceFor(version, withBugs);
  try {
    return { kind: 'checked', diagnostics: workspace.check(source).map(toDiagnostic) };
  } catch {
    discardInstance();
    return { kind: 'gave-up' };
  }
}

/** What most programs hold, so that a check of it compiles the functions that their checks call. */
const COMMON_CODE = `"""Common."""
import os.path as p
from a import b

@b
class C(Base, key=1):
    x: int = 1

    def m(self, *a, k=None, **o) -> list[str]:
        return [f'{y!r:>{k}}' for y in self.x[1:] if not y]

async def f():
    global g
    async with b as c:
        yield await c
try:
    for i, (j, *l) in {1: 'a', **p}.items():
        while i < 2 and j or 1 + 2 * -3.5:
            g = lambda n: n if n else {1, 2}
            break
    else:
        pass
except (E, F) as e:
    raise e from None
finally:
    del i
if (x := 1) is not None:
    x += "%s" % b('a' 'b', *l)
elif True:
    assert x, "a"
match x:
    case {'a': [1, *r]} | C(x=2):
        print("{}".format(r))
`;

/**
 * Loads the Python parser now instead of at the first check: a few hundred milliseconds, once. For programs that serve
 * requests.
 *
 * @throws {MettleError} `python/parser_missing` when the module cannot be loaded.
 */
export function loadPythonParser(): void {
  runRuff(COMMON_CODE, DEFAULT_PYTHON_VERSION, true);
}

function toDiagnostic(raw: RawDiagnostic): RuffDiagnostic {
  return {
    code: raw.code ?? 'invalid-syntax',
    message: visible(raw.message),
    line: raw.start_location.row,
    column: raw.start_location.column,
    endLine: raw.end_location.row,
    endColumn: raw.end_location.column,
  };
}

/** The parser's message, in which characters of the source that cannot be seen stand by their numbers. */
function visible(message: string): string {
  return message.replace(/[\p{Separator}\p{Other}]/gu, (character) => {
    const number = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    return character === ' ' ? character : `U+${number}`;
  });
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
    return validatingLazily(() => createRequire(import.meta.url)(MODULE) as RuffModule);
  } catch (cause) {
    throw pythonError(
      'parser_missing',
      `The Python parser ${MODULE} could not be loaded: install Mettle's dependencies again (npm ci).`,
      { cause },
    );
  }
}

/** Forgets the module, so that the next load makes a new WebAssembly instance with fresh memory. */
function discardInstance(): void {
  checks = 0;
  workspaces.clear();
  const require = createRequire(import.meta.url);
  delete require.cache[require.resolve(MODULE)];
}

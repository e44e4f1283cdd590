import type { FileTree } from '../../filesystem/index.js';
import {
  findDynamicCode,
  findImports,
  STANDARD_LIBRARY_MODULES,
  tokenizePython,
} from '../../python/index.js';
import type { RunError } from '../contract.js';
import type { EngineRun } from '../engine.js';
import { findTreeImport } from '../tree-imports.js';
import { findCompileRefusal } from './compile-refusals.js';
import {
  IGNORED_METHODS,
  MISSING_BUILTINS,
  MISSING_MEMBERS,
  MONTY_MODULES,
  OBJECT_ATTRIBUTES,
  TYPE_ATTRIBUTES,
} from './lacks.js';
import type { RaisedException } from './wire/raised-exception.js';

/** What to do about code that needs what Monty lacks. */
export const WAY_OUT =
  'Run it on CPython: the engine cpython on Linux (best with bubblewrap installed), or the engine docker.';

/** Functions in one another beyond this take seconds to compile, and no limit holds then. */
const MAX_NESTED_FUNCTIONS = 12;

/** The error of code that needs what Monty lacks. */
export function unsupportedError(message: string): RunError {
  return { kind: 'unsupported', type: 'NotImplementedError', message, line: null, frames: [], hint: WAY_OUT };
}

/**
 * The error of code that Python refuses to compile or that needs what Monty lacks, where that shows before anything of it
 * runs; else null. What is refused here could otherwise be caught by the code, which would then go on in a way that it never does in CPython.
 *
 * @param hadFile whether code of the session came from a file, this one or an earlier one
 */
export function refusedCode(
  request: Pick<EngineRun, 'code' | 'fileName' | 'runNumber' | 'allowedImports' | 'args' | 'stdin'>,
  files: FileTree,
  hadFile: boolean,
): RunError | null {
  const { code, args = [], stdin } = request;
  if (args.length > 0) return unsupportedError('Monty has no sys.argv to pass arguments (args) in');
  if (stdin !== undefined) return unsupportedError('Monty has no standard input (stdin)');
  const at = (error: RunError, line: number): RunError => {
    const file = request.fileName ?? `<run ${request.runNumber}>`;
    return { ...error, line, frames: [{ file, line, function: '<module>' }] };
  };
  const uncompiled = findCompileRefusal(code);
  if (uncompiled !== null) {
    const { type, message, start } = uncompiled;
    const error: RunError = { kind: 'syntax', type, message, line: null, frames: [], hint: null };
    return at(error, code.slice(0, start).split('\n').length);
  }
  const forbidden = forbiddenImport(code, request.allowedImports ?? null);
  if (forbidden !== null) return at(forbidden.error, forbidden.line);
  if (code.includes('import')) {
    const found = findTreeImport(code, request.fileName, files);
    if (found !== null) return at(treeImportError(found.module, found.path), found.line);
    for (const { module, topLevel, name, level, line } of findImports(code)) {
      if (level > 0) continue;
      const message = missingImport(topLevel, module, name);
      if (message !== null) return at(unsupportedError(message), line);
    }
  }
  const ignored = ignoredMethod(code);
  if (ignored !== null) {
    return at(unsupportedError(`Monty never calls ${ignored.name} of a class`), ignored.line);
  }
  const file = hadFile ? -1 : code.search(/\b__file__\b/);
  if (file >= 0) {
    const error = unsupportedError('Monty has no __file__ for code that does not come from a file');
    return at({ ...error, type: 'NameError' }, code.slice(0, file).split('\n').length);
  }
  if (isNestedTooDeep(code)) {
    return unsupportedError(`Monty cannot compile functions nested deeper than ${MAX_NESTED_FUNCTIONS}`);
  }
  return null;
}

/** The first import that a list does not allow, or what may hide one: Monty imports by statements and by `exec` alone. */
function forbiddenImport(
  code: string,
  allowed: readonly string[] | null,
): { readonly error: RunError; readonly line: number } | null {
  if (allowed === null) return null;
  const words = allowed.length === 0 ? 'none' : allowed.join(', ');
  const refusal = (message: string): RunError => ({
    kind: 'runtime',
    type: 'ImportError',
    message: `${message}; allowed: ${words}`,
    line: null,
    frames: [],
    hint: null,
  });
  for (const { module, name, kind, level, future, line } of findImports(code)) {
    const isAllowed = (wanted: string): boolean =>
      allowed.some((entry) => wanted === entry || wanted.startsWith(`${entry}.`));
    const wanted = level > 0 ? '.'.repeat(level) + module : module;
    if (future || isAllowed(wanted) || (kind === 'from' && name !== '*' && isAllowed(`${wanted}.${name}`)))
      continue;
    return { error: refusal(`the module ${wanted} may not be imported`), line };
  }
  for (const { what, kind, line } of findDynamicCode(code)) {
    if (kind !== 'execute' && kind !== 'import') continue;
    return { error: refusal(`${what} could import any module`), line };
  }
  return null;
}

/** What an import at run time lacks, or null for a module that CPython lacks as well. */
export function refusedImport(
  module: string,
  { fileName }: Pick<EngineRun, 'fileName'>,
  files: FileTree,
): RunError | null {
  const found = findTreeImport(`import ${module}`, fileName, files);
  if (found !== null) return treeImportError(module, found.path);
  return STANDARD_LIBRARY_MODULES.has(module) ? unsupportedError(`Monty has no module ${module}`) : null;
}

/** What is missing when a name is not found that CPython has as a builtin; else null. */
export function refusedName(name: string): RunError | null {
  return MISSING_BUILTINS.has(name) ? unsupportedError(`Monty has no builtin ${name}`) : null;
}

/** What an exception says that Monty lacks, in words; null for the code's own. */
export function lackOf({ type, message }: RaisedException): string | null {
  for (const [pattern, words] of PATTERNS) {
    const match = pattern.exec(message);
    if (match !== null) return `Monty ${words(...match)}`;
  }
  switch (type) {
    case 'AttributeError':
      return missingAttribute(message);
    case 'ImportError': {
      const [, name, module] = /^cannot import name '(\w+)' from '([\w.]+)'/.exec(message) ?? [];
      return module === undefined ? null : missingImport(module, module, name);
    }
    case 'ModuleNotFoundError': {
      const module = /^No module named '([\w.]+)'/.exec(message)?.[1];
      return module === undefined ? null : missingImport(module.split('.')[0] ?? '', module, undefined);
    }
    case 'NameError': {
      const name = /^name '(\w+)' is not defined/.exec(message)?.[1];
      return name !== undefined && MISSING_BUILTINS.has(name) ? `Monty has no builtin ${name}` : null;
    }
    default:
      return null;
  }
}

const PATTERNS: readonly (readonly [RegExp, (...match: string[]) => string])[] = [
  [/^The monty syntax parser does not yet support (.+)$/, (_, what) => `does not support ${what}`],
  [/^Internal error in monty: (.+)$/, (_, why) => `failed: ${why}`],
  [/^Wildcard imports /, () => 'does not support from … import *'],
  [
    /^external function '(\w+)' cannot suspend in this synchronous context$/,
    (_, name) => `cannot call the host function ${name} from within sorted, map, filter or an operator`,
  ],
  [/^cannot reassign read-only module attribute '(\w+)'$/, (_, name) => `cannot assign ${name}`],
  [
    /^'typing\._SpecialForm' object is not (?:subscriptable|callable)$/,
    () => 'has types of typing in annotations alone',
  ],
  [
    /^JSON(?:En|De)coder\.__init__\(\) got an unexpected keyword argument '(\w+)'$/,
    (_, name) => `has no ${name}= in json`,
  ],
  [
    /^(.+?) (?:does not yet support|(?:is|are) not yet supported)(.*)$/,
    (_, what, rest) => `does not support ${what}${rest}`,
  ],
  [/^Source is too deeply nested$/, () => 'cannot compile source that is nested so deep'],
  [
    /^unknown encoding: ((?:latin|iso|cp|windows|utf|mac|koi8|big5|gb|shift|euc)[\w-]*)$/i,
    (_, name) => `has no encoding ${name}`,
  ],
  [
    /^cannot convert '(list|tuple|range|set|frozenset|dict)' object to bytes$/,
    (_, type) => `cannot make bytes of a ${type}`,
  ],
  [
    /^'(function|\w*(?:Error|Exception))' object has no attribute '\w+' and no __dict__ /,
    (_, type) => `cannot set attributes of a ${type}`,
  ],
  [/^'([\w.]+)' is not supported in this environment$/, (_, what) => `has no ${what}`],
  [/^cannot create '(\w+)' instances$/, (_, what) => `cannot make instances of ${what}`],
];

function missingAttribute(message: string): string | null {
  const [, module, member] = /^module '([\w.]+)' has no attribute '(\w+)'$/.exec(message) ?? [];
  if (module !== undefined && member !== undefined) return missingImport(module, module, member);
  const [, owner, name] =
    /^(?:type object )?'([\w.]+)' (?:object )?has no attribute '(\w+)'/.exec(message) ?? [];
  if (owner === undefined || name === undefined) return null;
  const type = owner.split('.').at(-1) ?? owner;
  const known = TYPE_ATTRIBUTES[type] ?? (type.endsWith('Error') ? TYPE_ATTRIBUTES.BaseException : undefined);
  if (known?.has(name) !== true && !OBJECT_ATTRIBUTES.has(name)) return null;
  return `Monty does not have ${type}.${name} as it is used here`;
}

function missingImport(topLevel: string, module: string, name: string | undefined): string | null {
  if (!STANDARD_LIBRARY_MODULES.has(topLevel)) return null;
  const isThere = MONTY_MODULES.has(topLevel) && (module === topLevel || module === 'os.path');
  if (!isThere) return `Monty has no module ${module}`;
  if (name === undefined || MISSING_MEMBERS[module]?.has(name) !== true) return null;
  return `Monty's ${module} has no ${name}`;
}

function treeImportError(module: string, path: string): RunError {
  const file = path.slice(1);
  return {
    kind: 'unsupported',
    type: 'ImportError',
    message: `Monty cannot import ${module}: it is ${path} of the tree`,
    line: null,
    frames: [],
    hint: `Run ${path.endsWith('.py') ? file : `the files of ${file}`} first: its names stay and can be used without the import. Or: ${WAY_OUT}`,
  };
}

/** The first method that a class defines for nothing, or null. */
function ignoredMethod(code: string): { readonly name: string; readonly line: number } | null {
  if (!/\b(?:def\s+__\w+__|__slots__\s*=)/.test(code)) return null;
  const { tokens } = tokenizePython(code);
  for (let index = 0; index < tokens.length - 1; index++) {
    const word = textOf(code, tokens[index]);
    const next = textOf(code, tokens[index + 1]);
    const isIgnored = word === 'def' ? IGNORED_METHODS.has(next) : word === '__slots__' && next === '=';
    const token = tokens[index];
    if (!isIgnored || token === undefined) continue;
    const line = code.slice(0, token.start).split('\n').length;
    return { name: word === 'def' ? next : word, line };
  }
  return null;
}

function textOf(code: string, token: { readonly start: number; readonly end: number } | undefined): string {
  return token === undefined ? '' : code.slice(token.start, token.end);
}

/** Whether functions are in one another deeper than can be compiled, as far as their indents tell. */
function isNestedTooDeep(code: string): boolean {
  if (code.split('def ').length <= MAX_NESTED_FUNCTIONS + 1) return false;
  const open: number[] = [];
  for (const line of code.split('\n')) {
    const word = /^([ \t]*)(async[ \t]+def\b|def\b|[^\s#])/.exec(line);
    if (word === null) continue;
    const indent = word[1]?.length ?? 0;
    while ((open.at(-1) ?? -1) >= indent) open.pop();
    if (word[2]?.endsWith('def') === true && open.push(indent) > MAX_NESTED_FUNCTIONS) return true;
  }
  return false;
}

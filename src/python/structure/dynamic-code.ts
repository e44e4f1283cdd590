import { startOf } from '../../core/internal.js';
import type { SourceRange } from '../finding.js';
import { type ImportFact, importsIn } from '../imports/find-imports.js';
import { type BuiltinMentions, mentionsOf } from '../imports/shadowing.js';
import { SourceLines } from '../source-lines.js';
import type { PythonTokens } from '../tokens/token.js';
import { tokenizePython } from '../tokens/tokenizer.js';
import { type CallFact, callsIn } from './calls.js';

/**
 * What code does that no list of imports shows: `import` a module by its name as data, `execute` text or bytes as
 * code, call `native` code, reach through the `builtins` namespace or walk the `introspection` attributes of objects.
 */
export type DynamicCodeKind = 'import' | 'execute' | 'native' | 'builtins' | 'introspection';

/** How sure a fact is: `certain` from the text alone, `likely` unless names were rebound, `possible` at run time. */
export type Confidence = 'certain' | 'likely' | 'possible';

/** One place where code may do more than its import statements say. */
export interface DynamicCodeFact extends SourceRange {
  readonly kind: DynamicCodeKind;
  /** What is used: `__import__`, `importlib.import_module`, `exec`, `ctypes`. */
  readonly what: string;
  /** The module that is imported, when it stands there as a plain string. */
  readonly module: string | undefined;
  readonly confidence: Confidence;
}

type Rule = readonly [DynamicCodeKind, Confidence];

const CALLS: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ['__import__', ['import', 'certain']],
  ['builtins.__import__', ['import', 'certain']],
  ['importlib.__import__', ['import', 'certain']],
  ['importlib.import_module', ['import', 'certain']],
  ['importlib.reload', ['import', 'likely']],
  ['importlib.util.find_spec', ['import', 'possible']],
  ['importlib.util.spec_from_file_location', ['import', 'likely']],
  ['importlib.util.module_from_spec', ['import', 'likely']],
  ['pkgutil.resolve_name', ['import', 'likely']],
  ['imp.load_module', ['import', 'certain']],
  ['imp.load_source', ['import', 'certain']],
  ['runpy.run_module', ['execute', 'certain']],
  ['runpy.run_path', ['execute', 'certain']],
  ['exec', ['execute', 'certain']],
  ['eval', ['execute', 'certain']],
  ['compile', ['execute', 'certain']],
  ['builtins.exec', ['execute', 'certain']],
  ['builtins.eval', ['execute', 'certain']],
  ['builtins.compile', ['execute', 'certain']],
  ['pickle.loads', ['execute', 'possible']],
  ['pickle.load', ['execute', 'possible']],
  ['marshal.loads', ['execute', 'possible']],
  ['types.FunctionType', ['execute', 'likely']],
  ['types.CodeType', ['execute', 'likely']],
  ['code.InteractiveInterpreter', ['execute', 'likely']],
  ['globals', ['builtins', 'possible']],
]);

/** Builtins whose every mention counts. */
const MENTIONED: ReadonlySet<string> = new Set(['exec', 'eval', 'compile', '__import__']);

type FindMentions = (name: string) => BuiltinMentions;

const NATIVE_MODULES = new Set(['ctypes', '_ctypes', 'cffi', '_cffi_backend']);
const NAMES: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ['__builtins__', ['builtins', 'certain']],
  ['__loader__', ['import', 'certain']],
  ['__spec__', ['import', 'certain']],
  ['__import__', ['import', 'certain']],
]);
const ATTRIBUTES = new Set([
  '__subclasses__',
  '__globals__',
  '__builtins__',
  '__bases__',
  '__mro__',
  '__code__',
  '__closure__',
  '__getattribute__',
  '__reduce_ex__',
  '__loader__',
]);
const NAMESPACES = new Set(['builtins', '__builtins__', 'importlib', 'os', 'sys', 'subprocess']);

/**
 * The places where code may import, run or reach what its import statements do not show. A hint for people and for
 * policies, no security boundary: a sandbox is that.
 */
export function findDynamicCode(code: string): readonly DynamicCodeFact[] {
  const scan = tokenizePython(code);
  const lines = new SourceLines(code);
  const imports = importsIn(scan, lines);
  return dynamicCodeIn(scan, lines, imports, callsIn(scan, lines, imports));
}

/** {@link findDynamicCode} over what is already there. */
export function dynamicCodeIn(
  scan: PythonTokens,
  lines: SourceLines,
  imports: readonly ImportFact[],
  calls: readonly CallFact[],
): readonly DynamicCodeFact[] {
  const found = new Map<string, BuiltinMentions>();
  const builtins = (name: string): BuiltinMentions => {
    // Also for code that cannot be parsed: to parse it again for each call takes quadratic time.
    const known = found.get(name) ?? mentionsOf(scan.source, name) ?? wordsOf(scan, name);
    found.set(name, known);
    return known;
  };
  const facts = [
    ...nativeImports(imports),
    ...callFacts(builtins, lines, calls),
    ...nameFacts(scan, lines, calls),
    ...mentionFacts(scan, builtins, lines, calls),
  ];
  return facts.sort((left, right) => left.line - right.line || left.column - right.column);
}

/** Every word of that name, where there is no tree to tell what is meant: attributes and keywords are left out. */
function wordsOf({ source, tokens }: PythonTokens, name: string): BuiltinMentions {
  const offsets: number[] = [];
  tokens.forEach(({ kind, start, end }, at) => {
    if (kind !== 'name' || source.slice(start, end).normalize('NFKC') !== name) return;
    const [before, after] = [tokens[at - 1], tokens[at + 1]];
    const isAttribute = before?.kind === 'operator' && source.slice(before.start, before.end) === '.';
    const isBound = before?.kind === 'name' && /^(?:def|class)$/.test(source.slice(before.start, before.end));
    const isAssigned = after?.kind === 'operator' && source.slice(after.start, after.end) === '=';
    if (!isAttribute && !isBound && !isAssigned) offsets.push(start);
  });
  return { offsets, isShadowed: () => false };
}

function nativeImports(imports: readonly ImportFact[]): readonly DynamicCodeFact[] {
  return imports
    .filter(({ topLevel, level }) => level === 0 && NATIVE_MODULES.has(topLevel))
    .map((fact) => ({
      ...placeOf(fact),
      kind: 'native',
      what: fact.topLevel,
      module: undefined,
      confidence: 'certain',
    }));
}

function callFacts(
  builtins: FindMentions,
  lines: SourceLines,
  calls: readonly CallFact[],
): readonly DynamicCodeFact[] {
  const facts: DynamicCodeFact[] = [];
  for (const call of calls) {
    const rule = CALLS.get(call.path);
    if (rule !== undefined) {
      const [kind, confidence] = rule;
      const shadowed =
        MENTIONED.has(call.path) &&
        builtins(call.path).isShadowed(lines.offset(call.line, call.column)) === true;
      const module = kind === 'import' ? call.firstString : undefined;
      const sure = shadowed ? 'possible' : confidence;
      facts.push({ ...placeOf(call), kind, what: call.path, module, confidence: sure });
    } else if (call.path === 'getattr') {
      const fact = attributeByName(lines, call);
      if (fact !== undefined) facts.push(fact);
    }
  }
  return facts;
}

/** `getattr(builtins, …)` and its like: the attribute of a namespace, by a name that is data. */
function attributeByName(lines: SourceLines, call: CallFact): DynamicCodeFact | undefined {
  const offset = lines.offset(call.endLine, call.endColumn);
  const after = startOf(lines.text.slice(offset), 120);
  const [, target = '', attribute = ''] =
    /^\s*\(\s*(\w+)\s*,\s*(?:(["'][^"']*["'])\s*[,)])?/.exec(after) ?? [];
  if (!NAMESPACES.has(target) && !ATTRIBUTES.has(attribute.slice(1, -1))) return undefined;
  const confidence = attribute === '' ? 'likely' : 'certain';
  const kind = NAMESPACES.has(target) ? 'builtins' : 'introspection';
  return { ...placeOf(call), kind, what: `getattr(${target}, …)`, module: undefined, confidence };
}

function nameFacts(
  scan: PythonTokens,
  lines: SourceLines,
  calls: readonly CallFact[],
): readonly DynamicCodeFact[] {
  const { source, tokens } = scan;
  const facts: DynamicCodeFact[] = [];
  if (!source.includes('__') && !source.includes('modules')) return facts;
  const called = new Set(calls.map(({ endLine, endColumn }) => `${endLine}:${endColumn}`));
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index];
    if (token?.kind !== 'name') continue;
    const name = source.slice(token.start, token.end).normalize('NFKC');
    const place = lines.range(token.start, token.end);
    const attribute = index > 0 && source.charAt(tokens[index - 1]?.start ?? 0) === '.';
    const rule = attribute || MENTIONED.has(name) ? undefined : NAMES.get(name);
    const isCall = called.has(`${place.endLine}:${place.endColumn}`);
    if (rule !== undefined && !(isCall && CALLS.has(name))) {
      facts.push({ ...place, kind: rule[0], what: name, module: undefined, confidence: rule[1] });
    } else if (attribute && ATTRIBUTES.has(name)) {
      facts.push({ ...place, kind: 'introspection', what: name, module: undefined, confidence: 'likely' });
    } else if (attribute && name === 'modules' && source.startsWith('sys', tokens[index - 2]?.start ?? 0)) {
      facts.push({ ...place, kind: 'import', what: 'sys.modules', module: undefined, confidence: 'likely' });
    }
  }
  return facts;
}

/**
 * Every mention of a builtin that runs or imports what cannot be read, also where it is not called: handed to `map`, bound
 * to another name.
 */
function mentionFacts(
  scan: PythonTokens,
  builtins: FindMentions,
  lines: SourceLines,
  calls: readonly CallFact[],
): readonly DynamicCodeFact[] {
  const called = new Set(calls.map(({ line, column, path }) => `${line}:${column}:${path}`));
  const facts: DynamicCodeFact[] = [];
  for (const name of namesIn(scan)) {
    const [kind] = CALLS.get(name) ?? ['execute'];
    const mentions = builtins(name);
    for (const offset of mentions.offsets) {
      const place = lines.range(offset, offset + name.length);
      if (called.has(`${place.line}:${place.column}:${name}`)) continue;
      const confidence = mentions.isShadowed(offset) === true ? 'possible' : 'certain';
      facts.push({ ...place, kind, what: name, module: undefined, confidence });
    }
  }
  return facts;
}

/** Those of the names to look for that stand anywhere in the code as words. */
function namesIn({ source, tokens }: PythonTokens): ReadonlySet<string> {
  const found = new Set<string>();
  if (/exec|eval|compile|__import__|[^\p{ASCII}]/u.test(source)) {
    for (const token of tokens) {
      const name = token.kind === 'name' ? source.slice(token.start, token.end).normalize('NFKC') : '';
      if (MENTIONED.has(name)) found.add(name);
    }
    for (const name of MENTIONED) if (source.includes(name)) found.add(name);
  }
  return found;
}

function placeOf({ line, column, endLine, endColumn }: SourceRange): SourceRange {
  return { line, column, endLine, endColumn };
}

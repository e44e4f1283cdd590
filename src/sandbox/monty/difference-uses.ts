import { analysePython, type NodeOf, nameOf, type PythonNode, parsePython } from '../../python/index.js';
import { isLocated, type NodeIndex, type PythonTree, stringValue } from '../../python/internal.js';

/** Names of the known differences. */
export type MontyDifferenceId =
  | 'lazy-iterators'
  | 'special-methods'
  | 'private-names'
  | 'equal-keys'
  | 'nan'
  | 'round'
  | 'float-text'
  | 'float-functions'
  | 'set-order'
  | 'identity'
  | 'attribute-tests'
  | 'caught-refusals'
  | 'error-texts'
  | 'patterns'
  | 'format-specs'
  | 'search-bounds'
  | 'dates'
  | 'clocks'
  | 'object-texts'
  | 'itertools'
  | 'base64'
  | 'characters'
  | 'method-values'
  | 'huge-repeats'
  | 'compiler-checks'
  | 'dynamic-code';

/** Names (of variables, attributes and imported things) that stand for a difference wherever they are used. */
const NAMES: Readonly<Partial<Record<MontyDifferenceId, readonly string[]>>> = {
  'lazy-iterators': ['map', 'zip', 'filter', 'enumerate', 'reversed', 'itertools'],
  nan: ['nan'],
  round: ['round'],
  'float-text': ['float', 'math', 'statistics', 'random', 'uniform', 'sqrt', 'mean'],
  'float-functions': ['cbrt', 'gamma', 'lgamma', 'erf', 'erfc', 'atanh'],
  'set-order': ['set', 'frozenset', 'hash'],
  identity: ['id'],
  'attribute-tests': ['hasattr', 'getattr', 'vars', 'dir', 'inspect'],
  patterns: ['re', 'regex'],
  'format-specs': ['format', 'format_map'],
  dates: ['datetime', 'calendar', 'strftime', 'strptime', 'zoneinfo'],
  clocks: ['perf_counter', 'monotonic', 'process_time', 'perf_counter_ns', 'monotonic_ns', 'timeit'],
  'object-texts': ['type', 'repr'],
  itertools: ['count'],
  base64: ['base64', 'binascii'],
  characters: ['unicodedata', 'chr', 'casefold'],
  'dynamic-code': ['eval', 'exec', 'compile', '__import__', 'importlib', 'globals', 'locals'],
};

const DIFFERENCES_OF_NAMES: ReadonlyMap<string, readonly MontyDifferenceId[]> = invert(NAMES);

/** Special methods that Monty uses as CPython does. */
const KEPT_METHODS: ReadonlySet<string> = new Set(
  (
    'init repr str eq hash iter next contains enter getitem setitem call neg pos abs invert int float index round ' +
    'floor ceil trunc divmod add sub mul truediv floordiv mod pow lshift rshift and or xor matmul radd rsub rmul ' +
    'rtruediv rfloordiv rmod rpow rlshift rrshift rand ror rxor rmatmul rdivmod post_init'
  )
    .split(' ')
    .map((name) => `__${name}__`),
);

/** Exceptions that Monty's refusals never are. */
const APART: ReadonlySet<string> = new Set([
  'KeyError',
  'IndexError',
  'ZeroDivisionError',
  'StopIteration',
  'FileNotFoundError',
  'FileExistsError',
  'OverflowError',
  'AssertionError',
  'KeyboardInterrupt',
]);

const SEARCHES: ReadonlySet<string> = new Set([
  'find',
  'rfind',
  'index',
  'rindex',
  'count',
  'startswith',
  'endswith',
]);

/** Calls that use up what they are given at once: lazy or not makes no difference to them. */
const CONSUMERS: ReadonlySet<string> = new Set([
  'list',
  'tuple',
  'sorted',
  'sum',
  'min',
  'max',
  'join',
  'dict',
]);

/** Names of the differences that a source could run into; `unread` where it is too large or too deep to be read. */
export function findDifferenceUses(code: string): ReadonlySet<MontyDifferenceId> | 'unread' {
  const { plainSyntax } = analysePython(code, { allowTopLevelAwait: true });
  const parse = parsePython(code);
  if (!parse.ok) return parse.failure.reason === 'syntax' ? new Set() : 'unread';
  const { uses } = new Finder(parse.tree);
  if (plainSyntax.status === 'invalid') uses.add('compiler-checks');
  return uses;
}

class Finder {
  readonly uses = new Set<MontyDifferenceId>();
  readonly #tree: PythonTree;
  readonly #index: NodeIndex;

  constructor(tree: PythonTree) {
    this.#tree = tree;
    this.#index = tree.index;
    if (/\P{ASCII}|\\[uUNx]/u.test(tree.code)) this.uses.add('characters');
    this.#findNames();
    this.#findClasses();
    this.#findHandlers();
    this.#findTexts();
    this.#findValues();
  }

  #findNames(): void {
    const index = this.#index;
    for (const node of index.ofType('Name')) this.#useName(node.id, node);
    for (const node of index.ofType('Attribute')) {
      this.#useName(node.attr, node);
      if (isPrivate(node.attr)) this.uses.add('private-names');
      if (/^__\w+__$/.test(node.attr)) this.uses.add('attribute-tests');
    }
    for (const { names } of index.ofType('Import')) {
      for (const { name } of names) for (const part of name.split('.')) this.#useName(part, null);
    }
    for (const { module, names } of index.ofType('ImportFrom')) {
      for (const part of (module ?? '').split('.')) this.#useName(part, null);
      for (const { name } of names) this.#useName(name, null);
    }
    for (const node of index.ofType('GeneratorExp'))
      if (!this.#isConsumed(node)) this.uses.add('lazy-iterators');
  }

  #useName(name: string, node: PythonNode | null): void {
    for (const id of DIFFERENCES_OF_NAMES.get(name) ?? []) {
      const call = node === null ? undefined : this.#index.parent(node);
      const isCalled = call?.nodeType === 'Call' && call.func === node;
      if (id === 'lazy-iterators' && isCalled && this.#isConsumed(call)) continue;
      this.uses.add(id);
    }
  }

  /** Whether `node` is the one argument of a call that uses it up. */
  #isConsumed(node: PythonNode): boolean {
    const call = this.#index.parent(node);
    if (call?.nodeType !== 'Call' || call.args[0] !== node || call.args.length !== 1) return false;
    const { func } = call;
    const name = func.nodeType === 'Attribute' ? func.attr : nameOf(func);
    return name !== null && CONSUMERS.has(name);
  }

  #findClasses(): void {
    for (const type of ['FunctionDef', 'AsyncFunctionDef'] as const) {
      for (const node of this.#index.ofType(type)) {
        if (this.#index.parent(node)?.nodeType !== 'ClassDef') continue;
        if (isPrivate(node.name)) this.uses.add('private-names');
        if (/^__\w+__$/.test(node.name) && !KEPT_METHODS.has(node.name)) this.uses.add('special-methods');
      }
    }
    for (const node of this.#index.ofType('ClassDef')) {
      const names = node.body.flatMap((statement) =>
        statement.nodeType === 'FunctionDef' ? [statement.name] : [],
      );
      if (!names.includes('__repr__')) this.uses.add('object-texts');
      for (const statement of node.body) {
        if (
          statement.nodeType === 'Assign' &&
          statement.targets.some((target) => nameOf(target) === '__slots__')
        ) {
          this.uses.add('special-methods');
        }
      }
    }
  }

  #findHandlers(): void {
    for (const handler of this.#index.ofType('ExceptHandler')) {
      const types = exceptionNames(handler.type);
      if (types === null || types.some((name) => !APART.has(name))) this.uses.add('caught-refusals');
      if (handler.name !== undefined && handler.name !== null) this.uses.add('error-texts');
    }
    for (const node of this.#index.ofType('Try')) {
      const leaves = node.finalbody.some((statement) =>
        ['Return', 'Break', 'Continue', 'If', 'For', 'While'].includes(statement.nodeType),
      );
      if (leaves) this.uses.add('caught-refusals');
    }
  }

  #findTexts(): void {
    for (const node of this.#index.ofType('FormattedValue')) {
      if (node.format_spec !== undefined && node.format_spec !== null) this.uses.add('format-specs');
      if (isLocated(node.value) && /["'\\]/.test(this.#tree.text(node.value))) this.uses.add('format-specs');
    }
    if (this.#index.ofType('JoinedStr').length > 0 && this.uses.has('characters'))
      this.uses.add('format-specs');
    for (const node of this.#index.ofType('Call')) {
      const { func } = node;
      if (func.nodeType === 'Attribute' && SEARCHES.has(func.attr) && node.args.length > 1) {
        this.uses.add('search-bounds');
      }
    }
    for (const node of this.#index.ofType('Constant')) {
      if (/nan/i.test(stringValue(node) ?? '')) this.uses.add('nan');
    }
  }

  #findValues(): void {
    const index = this.#index;
    const types = new Set(index.types());
    if (types.has('Set') || types.has('SetComp')) this.uses.add('set-order');
    const constants = index.ofType('Constant');
    const floats =
      constants.some((node) => this.#isFloat(node)) ||
      index.ofType('BinOp').some(({ op }) => op.nodeType === 'Div') ||
      this.uses.has('float-text');
    const bools = constants.some(({ value }) => typeof value === 'boolean') || this.#comparesInKeys();
    if (floats) this.uses.add('float-text');
    const keeps =
      ['Dict', 'DictComp', 'Set', 'SetComp'].some((type) => types.has(type as PythonNode['nodeType'])) ||
      index.ofType('Subscript').length > 0 ||
      this.uses.has('set-order') ||
      index.ofType('Name').some(({ id }) => ['dict', 'Counter', 'defaultdict'].includes(id)) ||
      index.ofType('Attribute').some(({ attr }) => ['Counter', 'fromkeys', 'defaultdict'].includes(attr));
    if (keeps && (floats || bools)) this.uses.add('equal-keys');
    const operators = new Set(index.ofType('BinOp').map(({ op }) => op.nodeType));
    if (
      operators.has('Mult') &&
      (operators.has('Pow') || operators.has('LShift') || /\d{19}/.test(this.#tree.code))
    ) {
      this.uses.add('huge-repeats');
    }
    for (const { left, ops, comparators } of index.ofType('Compare')) {
      const sides = [left, ...comparators];
      const tests = ops.some(({ nodeType }) => nodeType === 'Is' || nodeType === 'IsNot');
      if (tests && !sides.some(isSingleton)) this.uses.add('identity');
      const attributes = sides.filter(({ nodeType }) => nodeType === 'Attribute').length;
      if (attributes > 1) this.uses.add('method-values');
    }
  }

  #isFloat(node: NodeOf<'Constant'>): boolean {
    const value: unknown = node.value;
    return typeof value === 'number' && isLocated(node) && /^[^xX]*[.eE]/.test(this.#tree.text(node));
  }

  /** Whether a comparison stands directly where a key does. */
  #comparesInKeys(): boolean {
    return this.#index.ofType('Compare').some((node) => {
      const parent = this.#index.parent(node);
      if (parent?.nodeType === 'Subscript') return parent.slice === node;
      if (parent?.nodeType === 'DictComp') return parent.key === node;
      return parent?.nodeType === 'Dict' || parent?.nodeType === 'Set' || parent?.nodeType === 'SetComp';
    });
  }
}

function invert(
  names: Readonly<Partial<Record<MontyDifferenceId, readonly string[]>>>,
): ReadonlyMap<string, readonly MontyDifferenceId[]> {
  const inverted = new Map<string, MontyDifferenceId[]>();
  for (const [id, list] of Object.entries(names) as [MontyDifferenceId, readonly string[]][]) {
    for (const name of list) inverted.set(name, [...(inverted.get(name) ?? []), id]);
  }
  return inverted;
}

function isPrivate(name: string): boolean {
  return name.startsWith('__') && !name.endsWith('__');
}

function isSingleton(node: PythonNode): boolean {
  return node.nodeType === 'Constant' && (node.value === null || typeof node.value === 'boolean');
}

/** Names of the exceptions that a handler catches; null for all, and for what is no list of names. */
function exceptionNames(type: PythonNode | null | undefined): readonly string[] | null {
  if (type === null || type === undefined) return null;
  const parts = type.nodeType === 'Tuple' ? type.elts : [type];
  const names = parts.map((part) => nameOf(part));
  return names.every((name) => name !== null) ? names : null;
}

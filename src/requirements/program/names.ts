import type { NodeOf, PythonExpression, PythonFunction, PythonNode } from '../../python/index.js';
import type { PythonTree } from '../../python/internal.js';

/** One place that binds a name: what it binds it to, as far as the source shows. */
export type NameBinding =
  | { readonly kind: 'function'; readonly node: PythonFunction }
  | { readonly kind: 'class'; readonly node: NodeOf<'ClassDef'> }
  | { readonly kind: 'import'; readonly node: PythonNode; readonly path: string }
  /** By `=`, `for`, `with` or `:=`; `isPart` where it is a part of the value, as in `a, b = value`. */
  | {
      readonly kind: 'value';
      readonly node: PythonNode;
      readonly value: PythonExpression;
      readonly isPart: boolean;
    }
  | { readonly kind: 'parameter'; readonly node: NodeOf<'Arg'> }
  | { readonly kind: 'other'; readonly node: PythonNode };

/** The scope around a node, undefined for the module's, and its child that the node is in. */
interface Around {
  readonly scope: PythonNode | undefined;
  readonly child: PythonNode;
}

/** What binds each name of a program, and what a name means at a place. */
export class ProgramNames {
  readonly tree: PythonTree;
  readonly #bindings = new Map<string, NameBinding[]>();
  readonly #methods = new Map<string, PythonFunction[]>();
  readonly #uses = new Map<string, PythonNode[]>();
  readonly #scoped = new Map<string, ReadonlyMap<PythonNode | undefined, NameBinding[]>>();
  readonly #scopes = new Map<PythonNode, Around>();
  readonly #imports = new Map<readonly NameBinding[], readonly string[]>();
  readonly #stores = new Set<string>();
  /** Imports of `*`. */
  readonly stars: readonly NodeOf<'ImportFrom'>[];
  /** Names of `global` and `nonlocal` statements. */
  readonly #shared = new Set<string>();

  constructor(tree: PythonTree) {
    this.tree = tree;
    this.stars = tree.index
      .ofType('ImportFrom')
      .filter(({ names }) => names.some(({ name }) => name === '*'));
    this.#readDefinitions();
    this.#readImports();
    this.#readVariables();
  }

  /** What binds a name, in any scope; empty for names of Python's own and those that nothing binds. */
  bindings(name: string): readonly NameBinding[] {
    return this.#bindings.get(normal(name)) ?? [];
  }

  /** What binds a name where it stands: the bindings of the innermost scope around it that has any. */
  at(node: NodeOf<'Name'>): readonly NameBinding[] {
    const all = this.bindings(node.id);
    if (all.length < 2) return all;
    const byScope = this.#byScope(normal(node.id), all);
    let isDirect = true;
    for (let { scope, child } = this.#around(node); scope !== undefined; ) {
      const isInside =
        !('body' in scope) || !Array.isArray(scope.body) || scope.body.includes(child as never);
      // What the body of a class binds isn't seen in its functions.
      if (isInside && (isDirect || scope.nodeType !== 'ClassDef')) {
        const own = byScope.get(scope);
        if (own !== undefined) return own;
        isDirect = false;
      }
      ({ scope, child } = this.#around(scope));
    }
    return byScope.get(undefined) ?? [];
  }

  /** The one thing that a name means where it stands; undefined for any other node, and where that's nothing or several. */
  only(node: PythonNode): NameBinding | undefined {
    const found = node.nodeType === 'Name' ? this.at(node) : [];
    return found.length === 1 ? found[0] : undefined;
  }

  /** The methods of that name, of all classes. */
  methods(name: string): readonly PythonFunction[] {
    return this.#methods.get(normal(name)) ?? [];
  }

  /** Where a name is read, or an attribute of that name. */
  uses(name: string): readonly PythonNode[] {
    return this.#uses.get(normal(name)) ?? [];
  }

  /** The dotted path of a name or attribute with imports resolved: `matplotlib.use`; null where its root is no name. */
  pathOf(node: PythonNode): string | null {
    return this.pathsOf(node)[0] ?? null;
  }

  /** Its paths, where several imports bind its root. */
  pathsOf(node: PythonNode): readonly string[] {
    const { root, words } = dotted(node);
    if (root === null) return [];
    const imports = this.importsOf(this.at(root));
    return (imports.length === 0 ? [normal(root.id)] : imports).map((path) => [path, ...words].join('.'));
  }

  /** Its path where one import alone binds its root; null where nothing does, too. */
  importedPath(node: PythonNode): string | null {
    const { root } = dotted(node);
    return root !== null && this.at(root).length > 0 ? this.libraryPath(node) : null;
  }

  /** The paths of the imports among bindings. */
  importsOf(bindings: readonly NameBinding[]): readonly string[] {
    const known = this.#imports.get(bindings);
    if (known !== undefined) return known;
    const paths = bindings.flatMap((each) => (each.kind === 'import' ? [each.path] : []));
    this.#imports.set(bindings, paths);
    return paths;
  }

  /** Its path where one import alone binds its root, or nothing does: `sys.exit`, `getattr`; null for anything of the code's own. */
  libraryPath(node: PythonNode): string | null {
    const { root, words } = dotted(node);
    if (root === null) return null;
    const bindings = this.at(root);
    const [binding] = bindings;
    if (binding === undefined) return [normal(root.id), ...words].join('.');
    return binding.kind === 'import' && bindings.length === 1 ? [binding.path, ...words].join('.') : null;
  }

  /** Whether an attribute of that name is assigned or deleted somewhere, of whatever object. */
  stores(attribute: string): boolean {
    return this.#stores.has(normal(attribute));
  }

  #byScope(name: string, all: readonly NameBinding[]): ReadonlyMap<PythonNode | undefined, NameBinding[]> {
    const known = this.#scoped.get(name);
    if (known !== undefined) return known;
    const scoped = new Map<PythonNode | undefined, NameBinding[]>();
    const imported = new Map<PythonNode | undefined, Set<string>>();
    for (const binding of all) {
      const scope = this.#shared.has(name) ? undefined : this.#around(binding.node).scope;
      if (binding.kind === 'import') {
        // One module imported twice is bound once.
        const paths = imported.get(scope) ?? new Set();
        imported.set(scope, paths);
        if (paths.has(binding.path)) continue;
        paths.add(binding.path);
      }
      push(scoped, scope, binding);
    }
    this.#scoped.set(name, scoped);
    return scoped;
  }

  /** The scope around a node, and its child on the way there. Each node is walked once, however deep the tree. */
  #around(node: PythonNode): Around {
    const way: PythonNode[] = [];
    let found: Around | undefined;
    for (let at = node; found === undefined; ) {
      found = this.#scopes.get(at);
      if (found !== undefined) break;
      way.push(at);
      const parent = this.tree.index.parent(at);
      if (parent === undefined || isScope(parent)) found = { scope: parent, child: at };
      else at = parent;
    }
    for (const each of way) this.#scopes.set(each, found);
    return found;
  }

  #add(name: string, binding: NameBinding): void {
    push(this.#bindings, normal(name), binding);
  }

  #readDefinitions(): void {
    const { index } = this.tree;
    for (const type of ['FunctionDef', 'AsyncFunctionDef'] as const)
      for (const node of index.ofType(type)) {
        if (index.enclosing(node, BLOCKS)?.nodeType !== 'ClassDef')
          this.#add(node.name, { kind: 'function', node });
        else push(this.#methods, normal(node.name), node);
      }
    for (const node of index.ofType('ClassDef')) this.#add(node.name, { kind: 'class', node });
    for (const node of index.ofType('Arg')) this.#add(node.arg, { kind: 'parameter', node });
  }

  #readImports(): void {
    const { index } = this.tree;
    for (const node of index.ofType('Import'))
      for (const { name, asname } of node.names) {
        const top = name.split('.', 1)[0] ?? name;
        this.#add(asname ?? top, { kind: 'import', node, path: asname == null ? top : name });
      }
    for (const node of index.ofType('ImportFrom'))
      for (const { name, asname } of node.names) {
        const path = `${'.'.repeat(node.level ?? 0)}${node.module ?? ''}.${name}`;
        if (name !== '*') this.#add(asname ?? name, { kind: 'import', node, path });
      }
  }

  #readVariables(): void {
    const { index } = this.tree;
    for (const type of ['Global', 'Nonlocal'] as const)
      for (const node of index.ofType(type)) for (const name of node.names) this.#shared.add(normal(name));
    for (const node of index.ofType('Name')) {
      if (node.ctx.nodeType === 'Store') this.#add(node.id, this.#stored(node));
      else if (node.ctx.nodeType === 'Del') this.#add(node.id, { kind: 'other', node });
      else push(this.#uses, normal(node.id), node);
    }
    for (const node of index.ofType('Attribute'))
      if (node.ctx.nodeType === 'Load') push(this.#uses, normal(node.attr), node);
      else this.#stores.add(normal(node.attr));
    for (const node of index.ofType('ExceptHandler'))
      if (node.name != null) this.#add(node.name, { kind: 'other', node });
    for (const type of ['MatchAs', 'MatchStar'] as const)
      for (const node of index.ofType(type))
        if (node.name != null) this.#add(node.name, { kind: 'other', node });
    for (const node of index.ofType('MatchMapping'))
      if (node.rest != null) this.#add(node.rest, { kind: 'other', node });
  }

  #stored(node: PythonNode): NameBinding {
    const { index } = this.tree;
    let target = node;
    let isPart = false;
    for (let at = index.parent(node); at !== undefined; at = index.parent(at)) {
      if (at.nodeType === 'Tuple' || at.nodeType === 'List' || at.nodeType === 'Starred') isPart = true;
      else {
        const value = valueGiven(at, target);
        if (value === null) break;
        return { kind: 'value', node, value, isPart: isPart || isTaken(at) };
      }
      target = at;
    }
    return { kind: 'other', node };
  }
}

const BLOCKS = ['FunctionDef', 'AsyncFunctionDef', 'ClassDef', 'Lambda'] as const;
const SCOPES = [...BLOCKS, 'ListComp', 'SetComp', 'DictComp', 'GeneratorExp'] as const;

function isScope({ nodeType }: PythonNode): boolean {
  return (SCOPES as readonly string[]).includes(nodeType);
}

/** What a statement gives to its target, or takes it from; null where that isn't written. */
function valueGiven(at: PythonNode, target: PythonNode): PythonExpression | null {
  switch (at.nodeType) {
    case 'Assign':
    case 'NamedExpr':
      return at.value;
    case 'AnnAssign':
      return at.value ?? null;
    case 'For':
    case 'AsyncFor':
    case 'Comprehension':
      return at.target === target ? at.iter : null;
    case 'WithItem':
      return at.context_expr;
    default:
      return null;
  }
}

function isTaken({ nodeType }: PythonNode): boolean {
  return nodeType === 'For' || nodeType === 'AsyncFor' || nodeType === 'Comprehension';
}

/** Words of a dotted name beyond which it is none that matters. */
const MAX_WORDS = 16;

/** A name and the attributes that are read of it; no root where there is none, or where it's too long to matter. */
function dotted(node: PythonNode): {
  readonly root: NodeOf<'Name'> | null;
  readonly words: readonly string[];
} {
  const words: string[] = [];
  let at = node;
  for (; at.nodeType === 'Attribute' && words.length < MAX_WORDS; at = at.value) words.push(normal(at.attr));
  return { root: at.nodeType === 'Name' ? at : null, words: words.reverse() };
}

function push<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [value]);
  else known.push(value);
}

function normal(name: string): string {
  return name.normalize('NFKC');
}

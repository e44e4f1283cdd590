import { isLocated, type LocatedNode, type NodeOf, type PythonNode } from '../ast/nodes.js';
import type { PythonTree } from '../ast/python-tree.js';
import { collectBindings, type NameBinding } from './bindings.js';
import type { Span } from './edit.js';

/** What the analysis may know beside the source: what earlier runs of the same session bound. */
export interface DialectOptions {
  /** Names, whatever they mean: they may shadow builtins. Default none. */
  readonly definedNames?: ReadonlySet<string>;
  /** Names that mean a module of the standard library, with the module. Default none. */
  readonly definedModules?: ReadonlyMap<string, string>;
  /** Names of properties, static methods and class methods of classes that a rewrite has changed. Default none. */
  readonly definedMembers?: ReadonlySet<string>;
}

/** What a rule may know about the source around a node. */
export class DialectContext {
  readonly tree: PythonTree;
  /** Names of members that earlier rewrites changed. */
  readonly definedMembers: ReadonlySet<string>;
  readonly #defined: ReadonlySet<string>;
  readonly #modules: ReadonlyMap<string, string>;
  #bindings: ReadonlyMap<string, readonly NameBinding[]> | undefined;
  #attributes: ReadonlySet<string> | undefined;
  readonly #imports: Map<string, { module?: string; member?: string }> = new Map();
  #methods: ReadonlySet<string> | undefined;
  #temporaries = 0;

  /** `options` tell what earlier runs of the session left behind. */
  constructor(tree: PythonTree, options: DialectOptions) {
    this.tree = tree;
    this.#defined = options.definedNames ?? new Set();
    this.#modules = options.definedModules ?? new Map();
    this.definedMembers = options.definedMembers ?? new Set();
  }

  /** Every name that the source binds anywhere, with where. */
  get bindings(): ReadonlyMap<string, readonly NameBinding[]> {
    this.#bindings ??= collectBindings(this.tree.index);
    return this.#bindings;
  }

  /** Whether `name` can only mean the builtin: nothing here and nothing earlier binds it. */
  isBuiltin(name: string): boolean {
    return !this.bindings.has(name) && !this.#defined.has(name);
  }

  /** Whether `node` is the name of a builtin, one of `names`, that nothing else binds. */
  builtinName(node: PythonNode, names: ReadonlySet<string>): string | null {
    return node.nodeType === 'Name' && names.has(node.id) && this.isBuiltin(node.id) ? node.id : null;
  }

  /** The module that `name` means, when importing it is all that ever binds the name; else null. */
  importedModule(name: string): string | null {
    const bindings = this.bindings.get(name);
    if (bindings === undefined) return this.#modules.get(name) ?? null;
    return this.#onlyImport(name, bindings)?.module ?? null;
  }

  /** What `name` means when `from module import member` is all that ever binds it: `module.member`; else null. */
  importedMember(name: string): string | null {
    const bindings = this.bindings.get(name);
    return bindings === undefined ? null : (this.#onlyImport(name, bindings)?.member ?? null);
  }

  #onlyImport(name: string, bindings: readonly NameBinding[]): { module?: string; member?: string } | null {
    const known = this.#imports.get(name);
    if (known !== undefined) return known;
    const meanings = new Set(bindings.map(meaningOf));
    const [meaning] = meanings;
    const found = meanings.size === 1 && meaning !== undefined ? meaning : '';
    const only = found.startsWith('module ')
      ? { module: found.slice(7) }
      : found.startsWith('member ')
        ? { member: found.slice(7) }
        : {};
    this.#imports.set(name, only);
    return only;
  }

  /** The dotted name of the module member that an expression means: `heapq.heappush`, however it was imported. */
  qualifiedName(node: PythonNode): string | null {
    if (node.nodeType === 'Name') return this.importedMember(node.id);
    if (node.nodeType !== 'Attribute') return null;
    if (node.value.nodeType === 'Name') {
      const module = this.importedModule(node.value.id);
      if (module !== null) return `${module}.${node.attr}`;
    }
    const base = this.qualifiedName(node.value);
    return base === null ? null : `${base}.${node.attr}`;
  }

  /** The stretch of text that `node` covers. */
  span(node: LocatedNode): Span {
    return { start: this.tree.start(node), end: this.tree.end(node) };
  }

  /** Whether a class of the source has a method of one of the names. */
  definesMethod(names: ReadonlySet<string>): boolean {
    this.#methods ??= new Set(
      this.tree.index.ofType('FunctionDef').flatMap((node) => (this.inClass(node) ? [node.name] : [])),
    );
    for (const name of names) if (this.#methods.has(name)) return true;
    return false;
  }

  /** Whether the source itself makes attributes or methods of this name. */
  bindsAttribute(name: string): boolean {
    this.#attributes ??= collectAttributes(this.tree);
    return this.#attributes.has(name);
  }

  /** Whether the statement stands directly in a class body. */
  inClass(node: PythonNode): boolean {
    return this.tree.index.parent(node)?.nodeType === 'ClassDef';
  }

  /** The call whose argument `node` is, directly; null where it is no argument. */
  callAround(node: PythonNode): NodeOf<'Call'> | null {
    const parent = this.tree.index.parent(node);
    return parent?.nodeType === 'Call' && parent.func !== node ? parent : null;
  }

  /** A name that nothing else uses. */
  temporaryName(): string {
    this.#temporaries++;
    return `_mettle_${this.#temporaries}`;
  }

  /** Whether the node has a place; nodes that were parsed have. */
  isLocated(node: PythonNode): node is LocatedNode {
    return isLocated(node);
  }
}

function collectAttributes(tree: PythonTree): ReadonlySet<string> {
  const found = new Set<string>();
  const add = (node: PythonNode): void => {
    if (node.nodeType === 'FunctionDef' || node.nodeType === 'AsyncFunctionDef') found.add(node.name);
    if (node.nodeType === 'Assign')
      for (const target of node.targets) if (target.nodeType === 'Name') found.add(target.id);
    if (node.nodeType === 'AnnAssign' && node.target.nodeType === 'Name') found.add(node.target.id);
  };
  for (const node of tree.index.ofType('Attribute')) if (node.ctx.nodeType === 'Store') found.add(node.attr);
  for (const node of tree.index.ofType('ClassDef')) for (const statement of node.body) add(statement);
  return found;
}

function meaningOf(binding: NameBinding): string {
  if (binding.kind === 'module') return `module ${binding.module}`;
  return binding.kind === 'member' ? `member ${binding.module}.${binding.member}` : '';
}

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
    if (!this.bindings.has(name)) return this.#modules.get(name) ?? null;
    const modules = new Set(
      (this.bindings.get(name) ?? []).map((binding) => (binding.kind === 'module' ? binding.module : null)),
    );
    const [module] = modules;
    return modules.size === 1 ? (module ?? null) : null;
  }

  /** What `name` means when `from module import member` is all that ever binds it: `module.member`; else null. */
  importedMember(name: string): string | null {
    const members = new Set(
      (this.bindings.get(name) ?? []).map((binding) =>
        binding.kind === 'member' ? `${binding.module}.${binding.member}` : null,
      ),
    );
    const [member] = members;
    return members.size === 1 ? (member ?? null) : null;
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

  /** Whether any node of the source is a function of this name in a class. */
  definesMethod(names: ReadonlySet<string>): boolean {
    return this.tree.index.ofType('FunctionDef').some((node) => names.has(node.name) && this.inClass(node));
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

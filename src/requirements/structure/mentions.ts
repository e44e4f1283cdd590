import type { BuiltinMentions, NodeOf, PythonNode, SourceRange } from '../../python/index.js';
import {
  importedNames,
  mentionsInTree,
  type PythonFacts,
  type PythonTree,
  stringValue,
} from '../../python/internal.js';

/** A place where code reads something that has a dotted name: `os.system`, called or not. */
export interface Mention extends SourceRange {
  /** With aliases resolved: of imports, of assignments, of `getattr`, `__dict__` and star imports. */
  readonly path: string;
}

/** Builtin functions that reach something. */
const BUILTINS: ReadonlySet<string> = new Set(['open']);
/** Words of a dotted name beyond which it is none that matters. */
const MAX_WORDS = 8;

/** Everything with a dotted name that code reads, by that name, as far as its source tells. */
export function mentionsIn(tree: PythonTree, facts: PythonFacts): readonly Mention[] {
  const names = new Map(importedNames(facts.imports));
  const bound = boundNames(tree);
  const own = new Map<string, BuiltinMentions>();
  // Of the builtins only a name that surely is the code's own is left out; any other name of its own is no module's.
  const isOwn = (offset: number, name: string): boolean => {
    if (!BUILTINS.has(name)) return true;
    const mentions = own.get(name) ?? mentionsInTree(tree, name);
    own.set(name, mentions);
    return mentions.isShadowed(offset);
  };
  const stars = facts.imports.flatMap(({ name, module }) => (name === '*' ? [module] : []));
  const pathOf = (node: PythonNode): string | null => {
    const words: string[] = [];
    let at = node;
    for (;;) {
      const attribute = attributeOf(at);
      if (attribute === null) break;
      words.unshift(attribute.name);
      if (words.length > MAX_WORDS) return null;
      at = attribute.owner;
    }
    const imported = importedBy(at);
    if (imported !== null) return [imported, ...words].join('.');
    if (at.nodeType !== 'Name') return null;
    const alias = names.get(at.id);
    if (alias === undefined && bound.has(at.id) && isOwn(tree.start(at), at.id)) return null;
    return [alias ?? at.id, ...words].join('.').replace(/^(?:builtins|__builtins__)\./, '');
  };
  for (const { targets, value } of tree.index.ofType('Assign')) {
    const path = pathOf(value);
    for (const target of targets) if (path !== null && target.nodeType === 'Name') names.set(target.id, path);
  }
  const mentions: Mention[] = [];
  for (const type of ['Name', 'Attribute', 'Call', 'Subscript'] as const) {
    for (const node of tree.index.ofType(type)) {
      const path = isRead(node) ? pathOf(node) : null;
      if (path === null) continue;
      const paths = path.includes('.') ? [path] : [path, ...stars.map((module) => `${module}.${path}`)];
      for (const each of paths) mentions.push({ path: each, ...tree.range(node) });
    }
  }
  return mentions;
}

/** What is read of what: `a.b`, `getattr(a, "b")`, `a.__dict__["b"]`, `vars(a)["b"]`. */
function attributeOf(node: PythonNode): { readonly owner: PythonNode; readonly name: string } | null {
  if (node.nodeType === 'Attribute') return { owner: node.value, name: node.attr };
  if (node.nodeType === 'Call') {
    const [owner, second] = node.args;
    const name = stringValue(second);
    const isGetattr = node.func.nodeType === 'Name' && node.func.id === 'getattr';
    return isGetattr && owner !== undefined && name !== null ? { owner, name } : null;
  }
  if (node.nodeType !== 'Subscript') return null;
  const name = stringValue(node.slice);
  if (name === null) return null;
  const { value } = node;
  if (value.nodeType === 'Attribute' && value.attr === '__dict__') return { owner: value.value, name };
  const isVars = value.nodeType === 'Call' && value.func.nodeType === 'Name' && value.func.id === 'vars';
  const owner = isVars ? value.args[0] : undefined;
  return owner === undefined ? null : { owner, name };
}

/** The module that `__import__("os")` and `importlib.import_module("os.path")` give back. */
function importedBy(node: PythonNode): string | null {
  if (node.nodeType !== 'Call') return null;
  const { func } = node;
  const name = func.nodeType === 'Name' ? func.id : func.nodeType === 'Attribute' ? func.attr : '';
  const module = stringValue(node.args[0]);
  if (module === null) return null;
  if (name === '__import__') return module.split('.', 1)[0] ?? module;
  return name === 'import_module' ? module : null;
}

function isRead(node: NodeOf<'Name' | 'Attribute' | 'Call' | 'Subscript'>): boolean {
  return node.nodeType === 'Call' || node.ctx.nodeType === 'Load';
}

function boundNames(tree: PythonTree): ReadonlySet<string> {
  const { index } = tree;
  return new Set([
    ...index.ofType('Name').flatMap(({ id, ctx }) => (ctx.nodeType === 'Load' ? [] : [id])),
    ...index.ofType('Arg').map(({ arg }) => arg),
    ...index.ofType('FunctionDef').map(({ name }) => name),
    ...index.ofType('AsyncFunctionDef').map(({ name }) => name),
    ...index.ofType('ClassDef').map(({ name }) => name),
  ]);
}

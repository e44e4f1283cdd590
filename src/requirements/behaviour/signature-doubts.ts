import {
  nameOf,
  type PythonFunction,
  type PythonNode,
  STANDARD_LIBRARY_MODULES,
} from '../../python/index.js';
import { BUILTIN_NAMES } from '../program/builtin-names.js';
import type { ProgramNames } from '../program/names.js';
import { Reach } from '../program/reach.js';
import { isMain } from '../program/truth.js';
import { waysToChange } from '../program/ways.js';
import type { Binding } from './final-binding.js';
import { surelyBinds } from './surely-binds.js';

/** A place that keeps the source from showing what a function's signature is in the end. */
export interface SignatureDoubt {
  readonly node: PythonNode;
  readonly why: string;
}

/** Decorators of the standard library that leave a signature as it is, for those who call. */
const PLAIN =
  /^(?:staticmethod|classmethod|property|atexit\.register|abc\.\w+|typing\.\w+|dataclasses\.\w+|contextlib\.(?:async)?contextmanager|functools\.(?:lru_cache|cache|cached_property|wraps|singledispatch|total_ordering))$/;
/**
 * Finds what may change a function after its definition, where the last binding of its name is `bindings`: a decorator of
 * the code's own, another binding on some way, `global` in a function that's called, text that's run as code. Null for nothing.
 */
export function signatureDoubt(
  names: ProgramNames,
  path: string,
  bindings: readonly Binding[],
): SignatureDoubt | null {
  return new Doubts(names, path).first(bindings);
}

class Doubts {
  readonly #names: ProgramNames;
  readonly #reach: Reach;
  readonly #owners: readonly string[];
  readonly #name: string;
  readonly #plain = new Map<PythonNode, boolean>();
  readonly #kept: Map<PythonNode, boolean>[] = [];
  #results: ReadonlyMap<PythonNode, readonly (PythonNode | null | undefined)[]> | undefined;

  constructor(names: ProgramNames, path: string) {
    this.#names = names;
    this.#reach = new Reach(names);
    const words = path.split('.');
    this.#name = words.pop() ?? '';
    this.#owners = words;
  }

  first(bindings: readonly Binding[]): SignatureDoubt | null {
    const functions = bindings.filter((each) => each !== null && each.nodeType !== 'ClassDef');
    const [last] = functions.slice(-1);
    if (last === undefined || last === null) return null;
    if (functions.length < bindings.length && !this.#isHarmless())
      return { node: last, why: `${this.#name} may be bound to something else in the end` };
    for (const each of functions) {
      const decorated =
        each !== null && 'decorator_list' in each ? this.#ofDecorators(each.decorator_list) : null;
      if (decorated !== null) return decorated;
    }
    return (
      this.#ofClasses() ??
      this.#ofHand() ??
      this.#ofScopes() ??
      this.#ofStars(last) ??
      this.#ofWays() ??
      (this.#reach.of(last) === 'surely' || this.#isBound()
        ? null
        : { node: last, why: `the definition of ${this.#name} may not be run` })
    );
  }

  /**
   * Whether all that binds the name to something else stands under `if __name__ == "__main__":`, which modules don't run, or
   * is the library's function of that name, which a `try` falls back from.
   */
  #isHarmless(): boolean {
    const { index } = this.#names.tree;
    const others = this.#names
      .bindings(this.#name)
      .filter(({ node, kind }) => kind !== 'function' && index.enclosing(node, FUNCTIONS) === undefined);
    return others.every((binding) => {
      const { node } = binding;
      if (binding.kind === 'import' && index.parent(node)?.nodeType === 'Try') {
        const [top = '', ...rest] = binding.path.split('.');
        return !STANDARD_LIBRARY_MODULES.has(top) && rest.at(-1) === this.#name;
      }
      const around = index.enclosing(node, ['If']);
      return around?.test.nodeType === 'Compare' && isMain(around.test, this.#names) === true;
    });
  }

  /** A decorator gives back what it was given, or something that takes whatever it takes. */
  #ofDecorators(decorators: readonly PythonNode[]): SignatureDoubt | null {
    const odd = decorators.find((each) => !this.#isPlain(each));
    return odd === undefined ? null : { node: odd, why: `a decorator may change the parameters` };
  }

  #isPlain(decorator: PythonNode): boolean {
    const known = this.#plain.get(decorator);
    // A decorator that is made by itself is none that is known.
    if (known === undefined) {
      this.#plain.set(decorator, false);
      this.#plain.set(decorator, this.#readDecorator(decorator));
    }
    return this.#plain.get(decorator) === true;
  }

  #readDecorator(decorator: PythonNode): boolean {
    const isCall = decorator.nodeType === 'Call';
    const callee = isCall ? decorator.func : decorator;
    const only = this.#names.only(callee);
    if (only?.kind === 'function') return this.#keeps(only.node, isCall ? 1 : 0);
    const path = this.#names.pathOf(callee);
    if (path === null) return false;
    if (PLAIN.test(path) || /\.(?:setter|getter|deleter)$/.test(path)) return true;
    // What nothing binds is left to the surroundings.
    if (callee.nodeType === 'Name' && this.#names.at(callee).length === 0)
      return !BUILTIN_NAMES.has(callee.id);
    const top = path.split('.', 1)[0] ?? '';
    return only?.kind === 'import'
      ? !STANDARD_LIBRARY_MODULES.has(top)
      : callee.nodeType === 'Attribute' && this.#isLibrary(callee) && !STANDARD_LIBRARY_MODULES.has(top);
  }

  #isLibrary(node: PythonNode): boolean {
    let root = node;
    while (root.nodeType === 'Attribute') root = root.value;
    const only = this.#names.only(root);
    return only?.kind === 'import';
  }

  /** Whether a function of the code gives back its parameter, or an inner function that takes any arguments. */
  #keeps(decorator: PythonFunction, calls: number): boolean {
    const known = this.#kept[calls] ?? new Map<PythonNode, boolean>();
    this.#kept[calls] = known;
    // A function that is decorated by itself is none that is known.
    if (!known.has(decorator)) {
      known.set(decorator, false);
      known.set(decorator, this.#readResults(decorator, calls));
    }
    return known.get(decorator) === true;
  }

  #readResults(decorator: PythonFunction, calls: number): boolean {
    if (decorator.nodeType !== 'FunctionDef') return false;
    const [parameter] = [...decorator.args.posonlyargs, ...decorator.args.args];
    const results = this.#returns().get(decorator) ?? [];
    if (results.length === 0) return false;
    return results.every((result) => {
      let value: PythonNode | null | undefined = result;
      // functools.wraps(f)(wrapper)
      if (value?.nodeType === 'Call' && value.func.nodeType === 'Call') value = value.args[0];
      const only = value == null ? undefined : this.#names.only(value);
      if (only?.kind === 'parameter') return calls === 0 && only.node === parameter;
      if (only?.kind !== 'function' || only.node.decorator_list.some((each) => !this.#isPlain(each)))
        return false;
      if (calls > 0) return this.#keeps(only.node, calls - 1);
      const { args } = only.node;
      const demands = [...args.posonlyargs, ...args.args].length - args.defaults.length;
      return args.vararg != null && args.kwarg != null && demands <= 0;
    });
  }

  /** What each function returns. */
  #returns(): ReadonlyMap<PythonNode, readonly (PythonNode | null | undefined)[]> {
    if (this.#results !== undefined) return this.#results;
    const { index } = this.#names.tree;
    const results = new Map<PythonNode, (PythonNode | null | undefined)[]>();
    for (const each of index.ofType('Return')) {
      const around = index.enclosing(each, FUNCTIONS);
      if (around === undefined) continue;
      const others = results.get(around);
      if (others === undefined) results.set(around, [each.value]);
      else others.push(each.value);
    }
    this.#results = results;
    return results;
  }

  /** Classes around a method: their decorators and metaclasses, and attributes that are set from outside. */
  #ofClasses(): SignatureDoubt | null {
    const { index } = this.#names.tree;
    if (this.#owners.length === 0) return null;
    for (const node of index.ofType('ClassDef')) {
      if (!this.#owners.includes(node.name)) continue;
      const decorated = this.#ofDecorators(node.decorator_list);
      if (decorated !== null) return decorated;
      const meta = node.keywords.find(({ value }) => !/^abc\./.test(this.#names.pathOf(value) ?? ''));
      if (meta !== undefined) return { node: meta, why: 'a metaclass may change the methods' };
    }
    const store = index
      .ofType('Attribute')
      .find(({ attr, ctx }) => attr === this.#name && ctx.nodeType !== 'Load');
    return store === undefined ? null : { node: store, why: `${this.#name} is assigned` };
  }

  /** `f = decorate(f)`. */
  #ofHand(): SignatureDoubt | null {
    for (const binding of this.#names.bindings(this.#name)) {
      if (binding.kind !== 'value' || binding.value.nodeType !== 'Call') continue;
      const { func } = binding.value;
      const isApplied = binding.value.args.some((each) => nameOf(each) === this.#name);
      if (isApplied && !this.#isPlain(func))
        return { node: binding.node, why: 'what is called may change the parameters' };
    }
    return null;
  }

  /** Bindings from other scopes: `global` in functions, `:=` in comprehensions; and `except … as`, which unbinds. */
  #ofScopes(): SignatureDoubt | null {
    const { index } = this.#names.tree;
    const sharing = new Set(
      index
        .ofType('Global')
        .filter((each) => each.names.includes(this.#name))
        .map((each) => index.enclosing(each, FUNCTIONS)),
    );
    const isGlobal = (node: PythonNode): boolean => {
      const around = index.enclosing(node, FUNCTIONS);
      return around !== undefined && around.nodeType !== 'Lambda' && sharing.has(around);
    };
    for (const { node } of this.#owners.length > 0 ? [] : this.#names.bindings(this.#name)) {
      const parent = index.parent(node);
      const isTop = index.enclosing(node, FUNCTIONS) === undefined;
      const isDeleted = node.nodeType === 'Name' && node.ctx.nodeType === 'Del';
      const isOdd =
        (isTop && node.nodeType === 'ExceptHandler') ||
        (isTop && isDeleted && parent !== undefined && index.parent(parent) !== index.root) ||
        (isTop && parent?.nodeType === 'NamedExpr') ||
        isGlobal(node);
      if (isOdd && this.#reach.of(node) !== 'never')
        return { node, why: `${this.#name} may be bound to something else here` };
    }
    return null;
  }

  /** A star import after the definition may bind the name again. */
  #ofStars(last: PythonNode): SignatureDoubt | null {
    const { index } = this.#names.tree;
    const star = index
      .ofType('ImportFrom')
      .find(
        (each) =>
          each.names.some(({ name }) => name === '*') &&
          (each.lineno ?? 0) > (last.lineno ?? 0) &&
          this.#reach.of(each) !== 'never',
      );
    return star === undefined ? null : { node: star, why: `the import of * may bind ${this.#name}` };
  }

  /** Text that's run as code, the module's dict, and the like, where that is run as the program is loaded. */
  #ofWays(): SignatureDoubt | null {
    const ways = waysToChange(this.#names, {
      isMember: (name) => name === this.#name || this.#owners.includes(name),
      isObject: (node) => this.#isNamed(node),
      isShared: false,
    });
    for (const node of ways) {
      if (this.#reach.of(node) === 'never') continue;
      return { node, why: `${this.#names.tree.text(node)} may change ${this.#name}` };
    }
    return null;
  }

  /** Whether it's the function or a class around it. */
  #isNamed(node: PythonNode): boolean {
    const name = nameOf(node);
    return name !== null && (name === this.#name || this.#owners.includes(name));
  }

  /** Whether the name is bound on every way through the program. */
  #isBound(): boolean {
    const [top = this.#name] = this.#owners;
    return surelyBinds(this.#names, top);
  }
}

const FUNCTIONS = ['FunctionDef', 'AsyncFunctionDef', 'Lambda'] as const;

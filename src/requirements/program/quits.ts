import type { NodeOf, PythonFunction, PythonNode } from '../../python/index.js';
import { stringValue } from '../../python/internal.js';
import { isFunctionNode, isLoop, isOfBlock } from './blocks.js';
import { constantTruth } from './constant-truth.js';
import { isFailedExit, isQuit } from './exits.js';
import type { ProgramNames } from './names.js';
import { isGetter, readsAnyAttribute, readsAnyFunction } from './reflection.js';

/** Decorators after which a function still does what it did, and which don't call it themselves. */
const PLAIN_DECORATORS =
  /^(?:staticmethod|classmethod|property|functools\.(?:lru_cache|cache|wraps|cached_property)|typing\.\w+|abc\.\w+|numba\.\w+)$/;

/** Whether a decorator of the standard library leaves a function as it is. */
export function isPlainDecorator(node: PythonNode, names: ProgramNames): boolean {
  return PLAIN_DECORATORS.test(names.libraryPath(node.nodeType === 'Call' ? node.func : node) ?? '');
}

/** Whether a class has bases, a metaclass or decorators that the program doesn't define. */
export function isForeign(
  { bases, keywords, decorator_list }: NodeOf<'ClassDef'>,
  names: ProgramNames,
): boolean {
  return (
    keywords.length + decorator_list.length > 0 ||
    bases.some((base) => names.only(base)?.kind !== 'class' && names.libraryPath(base) !== 'object')
  );
}

/**
 * Where a program may end quietly, or leave a block before its end. What is named counts as run: a function that's named in a
 * statement may be called in it, however it gets there. So does whatever has that name.
 */
export class Quits {
  readonly #names: ProgramNames;
  readonly #held = new Set<PythonNode>();
  readonly #heads = new Map<PythonNode, number>();
  readonly #left = new Set<PythonNode>();
  readonly #quitting = new Set<string>();
  readonly #pending: string[] = [];

  constructor(names: ProgramNames) {
    this.#names = names;
    const { index } = names.tree;
    for (const type of ['Break', 'Return', 'Raise', 'Yield', 'YieldFrom', 'Await'] as const)
      for (const node of index.ofType(type)) this.#leaveLoops(node);
    for (const type of ['Name', 'Attribute', 'Call', 'Subscript'] as const)
      for (const node of index.ofType(type)) if (isQuit(node, names)) this.#markUse(node);
    for (const node of index.ofType('Call')) if (readsAnyFunction(node, names)) this.#markUse(node);
    for (const loop of index.ofType('While'))
      if (constantTruth(loop.test) === true && !this.#left.has(loop)) this.#mark(loop, isFunctionNode);
    this.#spread();
    for (const node of index.ofType('Return')) this.#mark(node, isDefinition);
    for (const type of ['Break', 'Continue'] as const)
      for (const node of index.ofType(type)) this.#mark(node, (at) => isDefinition(at) || isLoop(at));
  }

  /** Whether running a node may end the program, or leave the block that the node stands in. */
  in(node: PythonNode): boolean {
    return this.#held.has(node);
  }

  /** Whether a part of a node's head may: of a call its arguments, of a loop what it goes over. */
  inHead(node: PythonNode): boolean {
    return (this.#heads.get(node) ?? 0) > 0;
  }

  /** Whether another part of the head of what is around a node may, before it. */
  beside(around: PythonNode, node: PythonNode): boolean {
    const own = this.#held.has(node) && !isOfBlock(node) ? 1 : 0;
    return (this.#heads.get(around) ?? 0) > own;
  }

  /** Whether a loop without a condition may come to an end. */
  isLeft(loop: PythonNode): boolean {
    return this.#left.has(loop);
  }

  #leaveLoops(node: PythonNode): void {
    const { index } = this.#names.tree;
    for (let at = index.parent(node); at !== undefined && !isDefinition(at); at = index.parent(at)) {
      if (!isLoop(at)) continue;
      if (this.#left.has(at)) return;
      this.#left.add(at);
      if (node.nodeType === 'Break') return;
    }
  }

  /** Marks what is around a place up to the function that it's in, which is one that may end the program then. */
  #mark(place: PythonNode, isEnd: (around: PythonNode) => boolean): void {
    const { index } = this.#names.tree;
    for (let at = place; !this.#held.has(at); ) {
      this.#held.add(at);
      const around = index.parent(at);
      if (around === undefined) return;
      const isBlock = isOfBlock(at);
      if (!isBlock) this.#heads.set(around, (this.#heads.get(around) ?? 0) + 1);
      if (isEnd(around) && (isBlock || !isFunctionNode(around))) {
        if (isEnd === isFunctionNode && isFunctionNode(around)) this.#addFunction(around);
        return;
      }
      at = around;
    }
  }

  #addFunction(definition: PythonFunction): void {
    const names = this.#names;
    this.#add(definition.name);
    if (definition.decorator_list.some((each) => !isPlainDecorator(each, names)))
      this.#mark(definition, isFunctionNode);
    const owner = names.tree.index.parent(definition);
    if (owner?.nodeType !== 'ClassDef') return;
    const isImplicit = /^__\w+__$/.test(definition.name) || definition.decorator_list.length > 0;
    if (isImplicit || isForeign(owner, names)) this.#add(owner.name);
  }

  #add(name: string): void {
    const normal = name.normalize('NFKC');
    if (this.#quitting.has(normal)) return;
    this.#quitting.add(normal);
    this.#pending.push(normal);
  }

  /** Marks where functions and classes are named that may end the program, until there are no more. */
  #spread(): void {
    const names = this.#names;
    const { index } = names.tree;
    const byText = new Map<string, PythonNode[]>();
    const computed: PythonNode[] = [];
    for (const node of index.ofType('Call')) {
      if (!isGetter(node.func, names)) continue;
      if (readsAnyAttribute(node, names)) computed.push(node);
      for (const each of node.args) {
        const text = stringValue(each) ?? '';
        const others = byText.get(text);
        if (others === undefined) byText.set(text, [node]);
        else others.push(node);
      }
    }
    if (this.#pending.length > 0) for (const node of computed) this.#markUse(node);
    for (let name = this.#pending.pop(); name !== undefined; name = this.#pending.pop()) {
      for (const use of names.uses(name)) {
        this.#markUse(use);
        const around = index.parent(use);
        if (around?.nodeType === 'ClassDef') this.#add(around.name);
      }
      for (const node of byText.get(name) ?? []) this.#markUse(node);
    }
  }

  /** Marks where something is named; where it's called at once, the call. */
  #markUse(use: PythonNode): void {
    const { index } = this.#names.tree;
    const around = index.parent(use);
    if (around?.nodeType === 'ExceptHandler' || isCaught(index.parent(use), index.parent(around ?? use)))
      return;
    const call = around?.nodeType === 'Call' && around.func === use ? around : null;
    if (call !== null && isFailedExit(call, this.#names)) return;
    const isRaised = call === null && around?.nodeType === 'Raise' && around.exc === use;
    this.#mark(call ?? (isRaised ? around : use), isFunctionNode);
  }
}

/** Whether a node is a tuple of exceptions that a handler catches. */
function isCaught(node: PythonNode | undefined, around: PythonNode | undefined): boolean {
  return node?.nodeType === 'Tuple' && around?.nodeType === 'ExceptHandler';
}

function isDefinition(node: PythonNode): boolean {
  return isFunctionNode(node) || node.nodeType === 'Lambda' || node.nodeType === 'ClassDef';
}

import type { NodeOf, PythonFunction, PythonNode } from '../../python/index.js';
import { descendants, eachChild } from '../../python/internal.js';
import { constantTruth } from './constant-truth.js';
import { isExit, isFailedExit, isQuit } from './exits.js';
import type { ProgramNames } from './names.js';
import { type Reached, worst } from './reached.js';
import { runsOver, truthIn } from './truth.js';

/** Decorators after which a function still does what it did when it's called. */
const PLAIN_DECORATORS = /^(?:staticmethod|classmethod|(?:functools|click|typer|numba|typing)\.)/;
/** Functions that run the coroutine they are given. */
const RUNNERS = /(?:^|\.)(?:run|run_until_complete)$/;
/** Places that are read for one program, and conditions one in the other, before the answer is `maybe`. */
const MAX_STEPS = 20_000;
const MAX_DEPTH = 50;

/**
 * Reads off a program which places are run when it is, by what is written around and before them. A place that surely
 * runs lies on a straight way from the top: through functions that are called by their only name, conditions made of
 * constants and `if __name__ == "__main__":`. An error that nobody catches is no way out: the program then fails.
 */
export class Reach {
  readonly #names: ProgramNames;
  readonly #calls = new Map<PythonNode, Reached | 'asked'>();
  #steps = 0;

  constructor(names: ProgramNames) {
    this.#names = names;
  }

  /** Whether a node is run. */
  of(node: PythonNode): Reached {
    return this.#climb(node, true);
  }

  /** `isFirst`: nothing that may raise an error is run between the node and what's around it. */
  #climb(node: PythonNode, isFirst: boolean): Reached {
    const { index } = this.#names.tree;
    let reached: Reached = 'surely';
    let child = node;
    let canRaise = !isFirst;
    for (let at = index.parent(child); at !== undefined && reached !== 'never'; at = index.parent(at)) {
      if (this.#steps++ > MAX_STEPS) return 'maybe';
      const before = statementsBefore(at, child);
      canRaise ||= before.length > 0;
      reached = worst([
        reached,
        this.#within(at, child, canRaise),
        ...before.map((each) => this.#leaves(each)),
      ]);
      child = at;
    }
    return reached;
  }

  /** Whether a part of a node is run where the node is. */
  #within(at: PythonNode, child: PythonNode, canRaise: boolean): Reached {
    switch (at.nodeType) {
      case 'If':
      case 'IfExp':
      case 'While':
        return child === at.test ? 'surely' : this.#given(at.test, isIn(at.body, child));
      case 'For':
      case 'AsyncFor':
        if (child === at.iter || child === at.target) return 'surely';
        return isIn(at.body, child) ? runsOver(at.iter, this.#names) : 'maybe';
      case 'BoolOp': {
        const before = at.values.slice(0, at.values.indexOf(child as never));
        return worst(before.map((each) => this.#given(each, at.op.nodeType === 'And')));
      }
      case 'Comprehension':
        return child === at.iter ? 'surely' : 'maybe';
      case 'ListComp':
      case 'SetComp':
      case 'DictComp':
        return child.nodeType === 'Comprehension' ? 'surely' : 'maybe';
      case 'Lambda':
        return child === at.body ? 'maybe' : 'surely';
      case 'GeneratorExp':
      case 'MatchCase':
      case 'ExceptHandler':
      case 'Assert':
        return 'maybe';
      case 'Try':
      case 'TryStar':
        return isIn(at.finalbody, child) || (isIn(at.body, child) && !canRaise) ? 'surely' : this.#inTry(at);
      case 'With':
      case 'AsyncWith':
        return canRaise && isIn(at.body, child) && at.items.some((item) => this.#mayCatch(item))
          ? 'maybe'
          : 'surely';
      case 'FunctionDef':
      case 'AsyncFunctionDef':
        return isIn(at.body, child) ? this.#called(at) : 'surely';
      default:
        return 'surely';
    }
  }

  #given(test: PythonNode, wanted: boolean): Reached {
    const truth = truthIn(test, this.#names);
    if (truth === 'surroundings') return 'surely';
    return truth === null ? 'maybe' : truth === wanted ? 'surely' : 'never';
  }

  /** What comes after other statements of a `try` is surely reached where nothing goes on after an error in them. */
  #inTry({ handlers, finalbody }: NodeOf<'Try'> | NodeOf<'TryStar'>): Reached {
    const goesOn = handlers.some(
      (each) => each.nodeType !== 'ExceptHandler' || !this.#fails(each.body.at(-1)),
    );
    return goesOn || worst(finalbody.map((each) => this.#leaves(each))) !== 'surely' ? 'maybe' : 'surely';
  }

  /** Whether a statement ends the program in failure. */
  #fails(statement: PythonNode | undefined): boolean {
    if (statement?.nodeType === 'Raise') return !isQuit(statement, this.#names);
    return statement?.nodeType === 'Expr' && isFailedExit(statement.value, this.#names);
  }

  /** Whether a `with` may swallow an error: those of libraries don't, but for `contextlib`'s. */
  #mayCatch({ context_expr }: NodeOf<'WithItem'>): boolean {
    const path = this.#names.pathOf(context_expr.nodeType === 'Call' ? context_expr.func : context_expr);
    if (path === null || /^contextlib\b|\braises$/.test(path)) return true;
    const root = rootOf(context_expr);
    const bindings = root === null ? [] : this.#names.at(root);
    // What nothing binds is left to the surroundings, and open() is Python's.
    return bindings.some(({ kind }) => kind !== 'import');
  }

  /** Whether what comes after a statement is reached. */
  #leaves(statement: PythonNode, depth = 0): Reached {
    if (this.#steps++ > MAX_STEPS || depth > MAX_DEPTH) return 'maybe';
    switch (statement.nodeType) {
      case 'Return':
      case 'Raise':
      case 'Break':
      case 'Continue':
        return 'never';
      case 'Assert':
        return constantTruth(statement.test) === false ? 'never' : this.#quits(statement);
      case 'Expr':
        return isExit(statement.value, this.#names) ? 'never' : this.#quits(statement);
      case 'If': {
        const truth = truthIn(statement.test, this.#names);
        if (truth === 'surroundings') return 'surely';
        // An error that ends the program is no way around what follows.
        const ends = [statement.body, statement.orelse].map((block) =>
          worst(block.map((each) => (this.#fails(each) ? 'surely' : this.#leaves(each, depth + 1)))),
        );
        if (truth !== null) return ends[truth ? 0 : 1] ?? 'surely';
        return ends.every((end) => end === ends[0]) ? (ends[0] ?? 'surely') : 'maybe';
      }
      case 'While':
        return constantTruth(statement.test) === true && !holds(statement, 'Break')
          ? 'never'
          : this.#quits(statement);
      default:
        return this.#quits(statement);
    }
  }

  /** Whether something in a statement, or in what it calls, may end the program or leave the statement's block quietly. */
  #quits(statement: PythonNode): Reached {
    if (isDefinition(statement)) return 'surely';
    const pending: PythonNode[] = [statement];
    const seen = new Set<PythonNode>();
    for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
      if (seen.has(node) || isFailedExit(node, this.#names)) continue;
      seen.add(node);
      if (this.#steps++ > MAX_STEPS || isQuit(node, this.#names) || this.#isWayOut(node, statement))
        return 'maybe';
      if (node.nodeType === 'Call') {
        const { func } = node;
        if (func.nodeType === 'Attribute') pending.push(...this.#names.methods(func.attr));
        else if (func.nodeType === 'Name')
          for (const each of this.#names.at(func)) if (each.kind === 'function') pending.push(each.node);
      }
      eachChild(node, (child) => {
        if (!isDefinition(child)) pending.push(child);
      });
    }
    return 'surely';
  }

  /** Whether a node leaves the block that a statement around it stands in. */
  #isWayOut(node: PythonNode, statement: PythonNode): boolean {
    const { nodeType } = node;
    if (nodeType !== 'Return' && nodeType !== 'Break' && nodeType !== 'Continue') return false;
    const { index } = this.#names.tree;
    for (let at = index.parent(node); at !== undefined; at = index.parent(at)) {
      if (isDefinition(at) || (nodeType !== 'Return' && isLoop(at))) return false;
      if (at === statement) return true;
    }
    return false;
  }

  /** Whether a function is run, by what calls it. */
  #called(definition: PythonFunction): Reached {
    const known = this.#calls.get(definition);
    // A way that leads through itself is none.
    if (known !== undefined) return known === 'asked' ? 'never' : known;
    this.#calls.set(definition, 'asked');
    const reached = this.#readCalls(definition);
    this.#calls.set(definition, reached);
    return reached;
  }

  #readCalls(definition: PythonFunction): Reached {
    const { index } = this.#names.tree;
    const { name, decorator_list: decorators } = definition;
    const methods = this.#names.methods(name);
    const owner = methods.includes(definition) ? index.enclosing(definition, ['ClassDef']) : undefined;
    const isMaker = owner !== undefined && name === '__init__';
    const named = isMaker ? owner.name : name;
    const meant = isMaker ? owner : definition;
    const uses = this.#names
      .uses(named)
      .filter((use) => (use.nodeType === 'Name' ? owner === undefined || isMaker : !isMaker))
      .filter((use) => !this.#isInside(use, definition))
      .filter((use) => use.nodeType !== 'Name' || this.#names.at(use).some(({ node }) => node === meant));
    if (uses.length === 0) return decorators.length > 0 || /^__\w+__$/.test(name) ? 'maybe' : 'never';
    const isPlain =
      (owner === undefined || isMaker || methods.length === 1) &&
      decorators.every((each) => PLAIN_DECORATORS.test(this.#names.pathOf(calleeOf(each)) ?? '')) &&
      !holds(definition, 'Yield') &&
      !holds(definition, 'YieldFrom');
    let best: Reached = 'never';
    for (const use of uses) {
      const call = index.parent(use);
      const isCalled = call?.nodeType === 'Call' && call.func === use;
      const isRun = isCalled && (definition.nodeType === 'FunctionDef' || this.#isAwaited(call));
      const isMeant = use.nodeType === 'Name' ? this.#names.at(use).length === 1 : this.#isOf(use, owner);
      const isSure = isPlain && isRun && isMeant;
      const reached = this.#climb(use, false);
      best =
        best === 'surely' || (isSure && reached === 'surely')
          ? 'surely'
          : reached === 'never'
            ? best
            : 'maybe';
    }
    return best;
  }

  #isInside(node: PythonNode, outer: PythonNode): boolean {
    const { index } = this.#names.tree;
    for (let at: PythonNode | undefined = node; at !== undefined; at = index.parent(at))
      if (at === outer) return true;
    return false;
  }

  /** Whether a method is asked of its class: of an object just made, in a variable, or `self`. */
  #isOf(use: PythonNode, owner: PythonNode | undefined): boolean {
    if (use.nodeType !== 'Attribute' || owner === undefined) return false;
    const { value } = use;
    const isMade = (node: PythonNode): boolean =>
      node.nodeType === 'Call' && this.#isKindOf(node.func, owner);
    if (isMade(value) || isNamed(value, 'self') || isNamed(value, 'cls') || this.#isKindOf(value, owner))
      return true;
    const only = this.#names.only(value);
    return only?.kind === 'value' && !only.isPart && isMade(only.value);
  }

  #isKindOf(node: PythonNode, owner: PythonNode, depth = 0): boolean {
    const only = this.#names.only(node);
    if (only?.kind !== 'class' || depth > MAX_DEPTH) return false;
    return only.node === owner || only.node.bases.some((base) => this.#isKindOf(base, owner, depth + 1));
  }

  #isAwaited(call: PythonNode): boolean {
    const parent = this.#names.tree.index.parent(call);
    if (parent?.nodeType === 'Await') return true;
    return parent?.nodeType === 'Call' && RUNNERS.test(this.#names.pathOf(parent.func) ?? '');
  }
}

function isIn(part: unknown, child: PythonNode): boolean {
  return Array.isArray(part) ? part.includes(child) : part === child;
}

/** The statements that stand before one in its block. */
function statementsBefore(at: PythonNode, child: PythonNode): readonly PythonNode[] {
  if (!STATEMENTS.has(child.nodeType)) return [];
  for (const block of Object.values(at) as readonly unknown[])
    if (Array.isArray(block) && block.includes(child)) return block.slice(0, block.indexOf(child));
  return [];
}

const STATEMENTS: ReadonlySet<string> = new Set(
  (
    'FunctionDef AsyncFunctionDef ClassDef Return Delete Assign TypeAlias AugAssign AnnAssign For AsyncFor While If With ' +
    'AsyncWith Match Raise Try TryStar Assert Import ImportFrom Global Nonlocal Expr Pass Break Continue'
  ).split(' '),
);

function isDefinition({ nodeType }: PythonNode): boolean {
  return nodeType === 'FunctionDef' || nodeType === 'AsyncFunctionDef' || nodeType === 'Lambda';
}

function isLoop({ nodeType }: PythonNode): boolean {
  return nodeType === 'For' || nodeType === 'AsyncFor' || nodeType === 'While';
}

function calleeOf(node: PythonNode): PythonNode {
  return node.nodeType === 'Call' ? node.func : node;
}

function rootOf(node: PythonNode): NodeOf<'Name'> | null {
  let at = node;
  while (at.nodeType === 'Attribute' || at.nodeType === 'Call')
    at = at.nodeType === 'Call' ? at.func : at.value;
  return at.nodeType === 'Name' ? at : null;
}

function isNamed(node: PythonNode, name: string): boolean {
  return node.nodeType === 'Name' && node.id === name;
}

function holds(node: PythonNode, type: PythonNode['nodeType']): boolean {
  for (const each of descendants(node)) if (each.nodeType === type) return true;
  return false;
}

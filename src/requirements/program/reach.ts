import type { NodeOf, PythonFunction, PythonNode } from '../../python/index.js';
import { blockOf, isFunctionNode, isOfBlock } from './blocks.js';
import { constantTruth } from './constant-truth.js';
import { isExit, isFailedExit, isQuit } from './exits.js';
import type { NameBinding, ProgramNames } from './names.js';
import { isForeign, isPlainDecorator, Quits } from './quits.js';
import { type Reached, worst } from './reached.js';
import { reflects } from './reflection.js';
import { runsOver, truthIn } from './truth.js';

/** Functions that run the coroutine they are given. */
const RUNNERS = /(?:^|\.)(?:run|run_until_complete)$/;
/** Conditions one in the other that are read for a way out, and classes for a base. */
const MAX_DEPTH = 50;

const FUNCTIONS = ['FunctionDef', 'AsyncFunctionDef'] as const;

/** Whether a node is run once what is around it is, up to a function, and that function; null for the program itself. */
interface Place {
  readonly reached: Reached;
  readonly within: PythonFunction | null;
}

/** Something that runs others: a function, or all that a name may mean where several are called that. */
type Runner = PythonNode | readonly unknown[] | null;

interface Way {
  readonly to: Runner;
  readonly reached: Reached;
}

/**
 * Reads off a program which places are run when it is, by what is written around and before them. A place that surely
 * runs lies on a straight way from the top: through functions that are called by their only name, conditions made of
 * constants and `if __name__ == "__main__":`. An error that nobody catches is no way out: the program then fails.
 * The ways through a program are read once, in a time that grows with its length.
 */
export class Reach {
  readonly #names: ProgramNames;
  readonly #quits: Quits;
  readonly #places = new Map<PythonNode, Place>();
  readonly #before = new Map<PythonNode, Reached>();
  readonly #generators: ReadonlySet<PythonNode | undefined>;
  readonly #runs: ReadonlyMap<Runner, Reached>;

  constructor(names: ProgramNames) {
    this.#names = names;
    this.#quits = new Quits(names);
    const { index } = names.tree;
    this.#generators = new Set(
      [...index.ofType('Yield'), ...index.ofType('YieldFrom')].map((node) =>
        index.enclosing(node, FUNCTIONS),
      ),
    );
    this.#runs = this.#follow(this.#readWays());
  }

  /** Whether a node is run. */
  of(node: PythonNode): Reached {
    const { reached, within } = this.#placeOf(node);
    return worst([reached, this.#quits.inHead(node) ? 'maybe' : 'surely', this.#runs.get(within) ?? 'never']);
  }

  #placeOf(node: PythonNode): Place {
    const { index } = this.#names.tree;
    const way: PythonNode[] = [];
    let place: Place | undefined;
    for (let at = node; place === undefined; ) {
      place = this.#places.get(at);
      if (place !== undefined) break;
      way.push(at);
      const around = index.parent(at);
      if (around === undefined) place = { reached: 'surely', within: null };
      else if (isFunctionNode(around) && isOfBlock(at)) place = { reached: 'surely', within: around };
      else at = around;
    }
    for (const each of way.reverse()) {
      const around = index.parent(each);
      if (around !== undefined)
        place = { within: place.within, reached: worst([place.reached, this.#inside(around, each)]) };
      this.#places.set(each, place);
    }
    return place;
  }

  /** Whether a part of a node is run where the node is. */
  #inside(around: PythonNode, node: PythonNode): Reached {
    const isLeft = this.#quits.beside(around, node) ? 'maybe' : 'surely';
    const before = isOfBlock(node) ? this.#beforeStatement(around, node) : 'surely';
    return worst([isLeft, before, this.#within(around, node)]);
  }

  /** Whether the statements before one in its block let it be reached. Each block is read once. */
  #beforeStatement(around: PythonNode, node: PythonNode): Reached {
    const known = this.#before.get(node);
    if (known !== undefined) return known;
    let reached: Reached = 'surely';
    for (const statement of blockOf(around, node)) {
      this.#before.set(statement, reached);
      reached = worst([reached, this.#through(statement, 0)]);
    }
    return this.#before.get(node) ?? 'maybe';
  }

  #beforeOperand({ op, values }: NodeOf<'BoolOp'>, node: PythonNode): Reached {
    if (!this.#before.has(node)) {
      let reached: Reached = 'surely';
      for (const each of values) {
        this.#before.set(each, reached);
        reached = worst([reached, this.#given(each, op.nodeType === 'And')]);
      }
    }
    return this.#before.get(node) ?? 'maybe';
  }

  #within(at: PythonNode, child: PythonNode): Reached {
    switch (at.nodeType) {
      case 'If':
      case 'IfExp':
      case 'While':
        return child === at.test ? 'surely' : this.#given(at.test, isIn(at.body, child));
      case 'For':
      case 'AsyncFor':
        if (child === at.iter || child === at.target) return 'surely';
        return isIn(at.body, child) ? runsOver(at.iter, this.#names) : 'maybe';
      case 'BoolOp':
        return this.#beforeOperand(at, child);
      case 'Comprehension':
        return child === at.iter ? 'surely' : 'maybe';
      case 'ListComp':
      case 'SetComp':
      case 'DictComp':
        return child.nodeType === 'Comprehension' && child === at.generators[0] ? 'surely' : 'maybe';
      case 'Lambda':
        return child === at.body ? 'maybe' : 'surely';
      case 'Compare':
        // 0 < 1 > f() stops where one isn't true.
        return at.comparators.indexOf(child as never) > 0 ? 'maybe' : 'surely';
      case 'GeneratorExp':
      case 'MatchCase':
      case 'ExceptHandler':
      case 'Assert':
        return 'maybe';
      case 'Try':
      case 'TryStar':
        return this.#inTry(at, child);
      case 'With':
      case 'AsyncWith': {
        const items = isOfBlock(child) ? at.items : at.items.slice(0, at.items.indexOf(child as never));
        return items.some((item) => this.#mayCatch(item)) ? 'maybe' : 'surely';
      }
      default:
        return 'surely';
    }
  }

  #given(test: PythonNode, wanted: boolean): Reached {
    const truth = truthIn(test, this.#names);
    if (truth === 'surroundings') return 'surely';
    return truth === null ? 'maybe' : truth === wanted ? 'surely' : 'never';
  }

  /** A part of a `try` is surely run where nothing goes on after an error in its body, or as its end. */
  #inTry(at: NodeOf<'Try'> | NodeOf<'TryStar'>, child: PythonNode): Reached {
    if (isIn(at.finalbody, child)) return at.body.some((each) => this.#quits.in(each)) ? 'maybe' : 'surely';
    const isBody = isIn(at.body, child);
    const goesOn = at.handlers.some(
      (each) => each.nodeType !== 'ExceptHandler' || !this.#fails(each.body.at(-1)) || this.#quits.in(each),
    );
    const isLeft =
      at.finalbody.some((each) => this.#through(each, 0) !== 'surely') ||
      (!isBody && at.body.some((each) => this.#through(each, 0) !== 'surely'));
    return goesOn || isLeft ? 'maybe' : 'surely';
  }

  /** Whether a statement ends the program in failure. */
  #fails(statement: PythonNode | undefined): boolean {
    if (statement?.nodeType === 'Raise') {
      const raised = statement.exc?.nodeType === 'Call' ? statement.exc.func : statement.exc;
      return raised == null || !isQuit(raised, this.#names) || !this.#quits.in(statement);
    }
    return statement?.nodeType === 'Expr' && isFailedExit(statement.value, this.#names);
  }

  /** Whether a `with` may swallow an error: those of libraries don't, but for `contextlib`'s. */
  #mayCatch({ context_expr }: NodeOf<'WithItem'>): boolean {
    const paths = this.#names.pathsOf(context_expr.nodeType === 'Call' ? context_expr.func : context_expr);
    if (
      paths.length === 0 ||
      paths.some((path) => /^contextlib\b|\b(?:raises|suppress)$|assertRaises/.test(path))
    )
      return true;
    const root = rootOf(context_expr);
    const bindings = root === null ? [] : this.#names.at(root);
    // What nothing binds is left to the surroundings, and open() is Python's.
    return bindings.some(({ kind }) => kind !== 'import');
  }

  /** Whether what comes after a statement is reached. */
  #through(statement: PythonNode, depth: number): Reached {
    switch (statement.nodeType) {
      case 'Return':
      case 'Raise':
      case 'Break':
      case 'Continue':
        return 'never';
      case 'Assert':
        if (constantTruth(statement.test) === false) return 'never';
        break;
      case 'Expr':
        if (isExit(statement.value, this.#names)) return 'never';
        break;
      case 'If':
        if (depth < MAX_DEPTH) return this.#throughIf(statement, depth);
        break;
      case 'While':
        if (constantTruth(statement.test) === true && !this.#quits.isLeft(statement)) return 'never';
        break;
      default:
    }
    return this.#quits.in(statement) ? 'maybe' : 'surely';
  }

  #throughIf({ test, body, orelse }: NodeOf<'If'>, depth: number): Reached {
    const head = this.#quits.in(test) ? 'maybe' : 'surely';
    const truth = truthIn(test, this.#names);
    if (truth === 'surroundings') return head;
    const ends = [body, orelse].map((block) => ({
      reached: worst(block.map((each) => this.#through(each, depth + 1))),
      // An error that ends the program is no way around what follows, if nothing leaves before it.
      fails: this.#fails(block.at(-1)) && !block.some((each) => this.#quits.in(each)),
    }));
    const taken = truth === null ? ends : ends.slice(truth ? 0 : 1).slice(0, 1);
    if (taken.every(({ reached }) => reached === 'never')) return 'never';
    return worst([
      head,
      ...taken.map(({ reached, fails }) => (fails || reached === 'surely' ? 'surely' : 'maybe')),
    ]);
  }

  /** Every place that may run a function, by what it stands in. */
  #readWays(): ReadonlyMap<Runner, readonly Way[]> {
    const ways = new Map<Runner, Way[]>();
    const add = (from: Runner, to: Runner, reached: Reached): void => {
      if (reached === 'never') return;
      const others = ways.get(from);
      if (others === undefined) ways.set(from, [{ to, reached }]);
      else others.push({ to, reached });
    };
    const names = this.#names;
    const { index } = names.tree;
    const makers = new Map<PythonNode, PythonFunction>();
    for (const each of names.methods('__init__')) {
      const owner = index.enclosing(each, ['ClassDef']);
      if (owner !== undefined) makers.set(owner, each);
    }
    const functionsOf = (bindings: readonly NameBinding[]): readonly PythonFunction[] =>
      bindings.flatMap((each) => {
        if (each.kind === 'function') return [each.node];
        const maker = each.kind === 'class' ? makers.get(each.node) : undefined;
        return maker === undefined ? [] : [maker];
      });
    const several = new Set<readonly unknown[]>();
    /** A place that names functions: one, or all that it may mean. */
    const addUse = (
      use: PythonNode,
      meant: readonly unknown[],
      functions: () => readonly PythonFunction[],
    ): void => {
      const { reached, within } = this.#placeOf(use);
      if (meant.length === 1) {
        const [only] = functions();
        if (only !== undefined)
          add(within, only, this.#runsBy(use, only) ? reached : worst([reached, 'maybe']));
        return;
      }
      add(within, meant, reached);
      if (several.has(meant)) return;
      several.add(meant);
      for (const each of functions()) add(meant, each, 'maybe');
    };
    for (const use of index.ofType('Name')) {
      if (use.ctx.nodeType !== 'Load') continue;
      const bindings = names.at(use);
      if (bindings.length > 0) addUse(use, bindings, () => functionsOf(bindings));
    }
    for (const use of index.ofType('Attribute')) {
      const methods = names.methods(use.attr);
      if (use.ctx.nodeType === 'Load' && methods.length > 0) addUse(use, methods, () => methods);
    }
    const isAnyCalled = reflects(names);
    for (const type of ['FunctionDef', 'AsyncFunctionDef'] as const)
      for (const each of index.ofType(type)) {
        if (!isAnyCalled && !this.#isCalledUnnamed(each)) continue;
        const { reached, within } = this.#placeOf(each);
        add(within, each, worst([reached, 'maybe']));
      }
    return ways;
  }

  /** Whether something else than the program's own calls may run a function. */
  #isCalledUnnamed(definition: PythonFunction): boolean {
    const { name, decorator_list } = definition;
    if (decorator_list.length > 0 || (/^__\w+__$/.test(name) && name !== '__init__')) return true;
    const owner = this.#names.tree.index.parent(definition);
    return owner?.nodeType === 'ClassDef' && name !== '__init__' && isForeign(owner, this.#names);
  }

  /** What the program runs, by the surest way there. */
  #follow(ways: ReadonlyMap<Runner, readonly Way[]>): ReadonlyMap<Runner, Reached> {
    const runs = new Map<Runner, Reached>([[null, 'surely']]);
    for (const level of ['surely', 'maybe'] as const) {
      const pending = [...runs.keys()];
      for (let from = pending.pop(); from !== undefined; from = pending.pop())
        for (const { to, reached } of ways.get(from) ?? []) {
          if (runs.has(to) || (level === 'surely' && reached !== 'surely')) continue;
          runs.set(to, level);
          pending.push(to);
        }
    }
    return runs;
  }

  /** Whether a place that names a function surely runs it, with nothing that may have changed it. */
  #runsBy(use: PythonNode, definition: PythonFunction): boolean {
    const names = this.#names;
    const { index } = names.tree;
    const call = index.parent(use);
    if (call?.nodeType !== 'Call' || call.func !== use || this.#quits.inHead(call)) return false;
    if (definition.nodeType === 'AsyncFunctionDef' && !this.#isAwaited(call)) return false;
    const isPlain = definition.decorator_list.every((each) => isPlainDecorator(each, names));
    const isReplaced = names.stars.some(({ lineno }) => (lineno ?? 0) > (definition.lineno ?? 0));
    if (!isPlain || isReplaced || this.#generators.has(definition)) return false;
    const owner = index.parent(definition);
    if (owner?.nodeType !== 'ClassDef') return use.nodeType === 'Name';
    if (use.nodeType === 'Name')
      return (
        names.methods('__new__').length === 0 && owner.keywords.length + owner.decorator_list.length === 0
      );
    return (
      !names.stores(definition.name) &&
      names.bindings(definition.name).every(({ node }) => index.enclosing(node, ['ClassDef']) !== owner) &&
      this.#isOf(use, owner)
    );
  }

  /** Whether a method is asked of its class: of an object just made, in a variable, or `self`. */
  #isOf(use: PythonNode, owner: PythonNode): boolean {
    if (use.nodeType !== 'Attribute') return false;
    const { value } = use;
    if (this.#isObjectOf(value, owner) || this.#isKindOf(value, owner)) return true;
    const only = this.#names.only(value);
    if (only?.kind === 'value') return !only.isPart && this.#isObjectOf(only.value, owner);
    if (only?.kind !== 'parameter' || !/^(?:self|cls)$/.test(only.node.arg)) return false;
    const around = this.#names.tree.index.enclosing(only.node, ['ClassDef']);
    return around !== undefined && this.#derives(around, owner);
  }

  #isObjectOf(node: PythonNode, owner: PythonNode): boolean {
    return node.nodeType === 'Call' && this.#isKindOf(node.func, owner);
  }

  #isKindOf(node: PythonNode, owner: PythonNode): boolean {
    const only = this.#names.only(node);
    return only?.kind === 'class' && this.#derives(only.node, owner);
  }

  #derives(node: PythonNode, owner: PythonNode): boolean {
    const seen = new Set([node]);
    for (const each of seen) {
      if (each === owner) return true;
      if (each.nodeType !== 'ClassDef' || seen.size > MAX_DEPTH) continue;
      for (const base of each.bases) {
        const only = this.#names.only(base);
        if (only?.kind === 'class') seen.add(only.node);
      }
    }
    return false;
  }

  #isAwaited(call: PythonNode): boolean {
    const parent = this.#names.tree.index.parent(call);
    if (parent?.nodeType === 'Await') return true;
    if (parent?.nodeType !== 'Call' || !RUNNERS.test(this.#names.pathOf(parent.func) ?? '')) return false;
    return ['run', 'run_until_complete'].every(
      (name) =>
        this.#names.methods(name).length === 0 &&
        this.#names.bindings(name).every(({ kind }) => kind === 'import'),
    );
  }
}

function isIn(part: unknown, child: PythonNode): boolean {
  return Array.isArray(part) ? part.includes(child) : part === child;
}

function rootOf(node: PythonNode): NodeOf<'Name'> | null {
  let at = node;
  while (at.nodeType === 'Attribute' || at.nodeType === 'Call')
    at = at.nodeType === 'Call' ? at.func : at.value;
  return at.nodeType === 'Name' ? at : null;
}

import {
  type NodeOf,
  nameOf,
  type PythonFunction,
  type PythonNode,
  type PythonStatement,
} from '../../python/index.js';
import { descendants, eachChild } from '../../python/internal.js';
import { constantTruth } from '../program/constant-truth.js';
import { isExit } from '../program/exits.js';
import type { ProgramNames } from '../program/names.js';
import type { Reached } from '../program/reached.js';
import { runsOver } from '../program/truth.js';

/** A function as source writes it: a definition, or a lambda that a name is bound to. */
export type WrittenFunction = PythonFunction | NodeOf<'Lambda'>;

/** What a name may be bound to: a function or class as written, or something else (`null`). */
export type Binding = WrittenFunction | NodeOf<'ClassDef'> | null;

/** Bindings of one name that are told apart; where there are more, it may be bound to anything. */
const MAX_BINDINGS = 256;

/** For each name what it may be bound to; an empty set: deleted. A branch holds only what it binds itself. */
class Scope {
  readonly names: ProgramNames;
  /** For each class with bases what their names meant where it was defined. */
  readonly bases: Map<Class, Scope>;
  readonly #own = new Map<string, ReadonlySet<Binding>>();
  readonly #around: Scope | undefined;

  constructor(names: ProgramNames, bases: Map<Class, Scope>, around?: Scope) {
    this.names = names;
    this.bases = bases;
    this.#around = around;
  }

  branch(): Scope {
    return new Scope(this.names, this.bases, this);
  }

  /** A scope of its own, as that of a class. */
  inner(): Scope {
    return new Scope(this.names, this.bases);
  }

  get(name: string): ReadonlySet<Binding> | undefined {
    for (let scope: Scope | undefined = this; scope !== undefined; scope = scope.#around) {
      const found = scope.#own.get(name);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  has(name: string): boolean {
    return this.get(name) !== undefined;
  }

  set(name: string, bindings: ReadonlySet<Binding>): void {
    this.#own.set(name, bindings);
  }

  /** Takes over what may have come of branches of it. */
  join(ends: readonly Scope[]): void {
    for (const name of new Set(ends.flatMap((end) => [...end.#own.keys()]))) {
      const all = new Set<Binding>();
      for (const end of ends) for (const each of end.get(name) ?? []) all.add(each);
      this.set(name, all.size > MAX_BINDINGS ? new Set([...[...all].slice(0, MAX_BINDINGS), null]) : all);
    }
  }
}

/**
 * What a dotted name may be bound to once the statements have run: the last binding on every way through them. A branch
 * whose condition is a constant is taken or left out; of the others any may be taken. Empty where nothing binds it.
 */
export function finalBindings(names: ProgramNames, path: string): ReadonlySet<Binding> {
  return new Bindings(names).of(path.split('.'));
}

type Class = NodeOf<'ClassDef'>;

/** Bases of bases that are followed. */
const MAX_BASES = 200;

/** The scopes of a program and of its classes, each read once. */
class Bindings {
  readonly #module: Scope;
  readonly #members = new Map<PythonNode, Map<string, ReadonlySet<Binding>>>();
  #depth = 0;

  constructor(names: ProgramNames) {
    this.#module = scopeAfter(names.tree.module.body, new Scope(names, new Map()));
  }

  of([first = '', ...rest]: readonly string[], scope?: Scope): ReadonlySet<Binding> {
    let found = scope?.get(first) ?? this.#module.get(first) ?? new Set<Binding>();
    for (const name of rest) {
      const inner = new Set<Binding>();
      for (const owner of found) {
        if (owner === null || owner.nodeType === 'Lambda') continue;
        for (const binding of this.#member(owner, name)) inner.add(binding);
      }
      found = inner;
    }
    return found;
  }

  /** What a class has, or the first of its bases in the same program that defines it. */
  #member(owner: PythonFunction | Class, name: string): ReadonlySet<Binding> {
    const members = this.#members.get(owner) ?? new Map<string, ReadonlySet<Binding>>();
    this.#members.set(owner, members);
    const known = members.get(name);
    if (known !== undefined) return known;
    // A class that derives from itself has nothing of it.
    members.set(name, new Set());
    const own = scopeAfter(owner.body, this.#module.inner()).get(name);
    const found = own ?? (owner.nodeType === 'ClassDef' ? this.#inherited(owner, name) : new Set<Binding>());
    members.set(name, found);
    return found;
  }

  #inherited(owner: Class, name: string): ReadonlySet<Binding> {
    if (this.#depth >= MAX_BASES) return new Set([null]);
    this.#depth++;
    let found: ReadonlySet<Binding> = new Set();
    for (const base of owner.bases) {
      const path = pathOf(base);
      if (path !== null) found = this.of([...path, name], this.#module.bases.get(owner));
      if (found.size > 0) break;
    }
    this.#depth--;
    return found;
  }
}

function scopeAfter(body: readonly PythonStatement[], scope: Scope): Scope {
  run(body, scope);
  return scope;
}

/** Keeps what the names of a class's bases mean where it's defined. */
function noteBases(node: Class, scope: Scope): void {
  const meant = scope.inner();
  for (const base of node.bases) {
    const [first = ''] = pathOf(base) ?? [];
    const bindings = scope.get(first);
    if (bindings !== undefined) meant.set(first, bindings);
  }
  if (node.bases.length > 0) scope.bases.set(node, meant);
}

function pathOf(node: PythonNode): readonly string[] | null {
  const words: string[] = [];
  let at = node;
  for (; at.nodeType === 'Attribute'; at = at.value) words.unshift(normal(at.attr));
  return at.nodeType === 'Name' ? [normal(at.id), ...words] : null;
}

/** Carries statements out, as far as names go. False where those after them are never reached. */
function run(body: readonly PythonStatement[], scope: Scope): boolean {
  for (const statement of body) if (!step(statement, scope)) return false;
  return true;
}

function step(node: PythonStatement, scope: Scope): boolean {
  if (SIMPLE.has(node.nodeType)) bindNamed(node, scope);
  switch (node.nodeType) {
    case 'FunctionDef':
    case 'AsyncFunctionDef':
    case 'ClassDef':
      if (node.nodeType === 'ClassDef') {
        noteBases(node, scope);
        bindGlobals(node, scope);
      }
      bind(scope, node.name, node);
      return true;
    case 'TypeAlias':
      bindTarget(node.name, null, scope);
      return true;
    case 'Expr':
      return !isExit(node.value, scope.names);
    case 'Assert':
      return constantTruth(node.test) !== false;
    case 'Assign': {
      for (const target of node.targets) bindTarget(target, node.value, scope);
      return true;
    }
    case 'AnnAssign':
      if (node.value !== undefined && node.value !== null) bindTarget(node.target, node.value, scope);
      return true;
    case 'AugAssign':
      bindTarget(node.target, null, scope);
      return true;
    case 'Delete':
      for (const target of node.targets) unbind(target, scope);
      return true;
    case 'Import':
      for (const { name, asname } of node.names) bind(scope, asname ?? name.split('.', 1)[0] ?? name, null);
      return true;
    case 'ImportFrom':
      for (const { name, asname } of node.names) if (name !== '*') bind(scope, asname ?? name, null);
      return true;
    case 'Raise':
    case 'Return':
    case 'Break':
    case 'Continue':
      return false;
    case 'If':
      return runBranches(scope, branchesOf(node));
    case 'While': {
      const truth = constantTruth(node.test);
      runLoop(scope, node.body, truth === null ? 'maybe' : truth ? 'surely' : 'never');
      if (truth === true && !holdsBreak(node.body)) return false;
      return run(node.orelse, scope);
    }
    case 'For':
    case 'AsyncFor':
      bindTarget(node.target, null, scope);
      runLoop(scope, node.body, runsOver(node.iter, scope.names));
      return run(node.orelse, scope);
    case 'With':
    case 'AsyncWith':
      for (const { optional_vars } of node.items) if (optional_vars) bindTarget(optional_vars, null, scope);
      return run(node.body, scope);
    case 'Try':
    case 'TryStar': {
      const handlers = node.handlers.map((handler) =>
        handler.nodeType === 'ExceptHandler' ? handler.body : [],
      );
      const reached = runBranches(scope, [[...node.body, ...node.orelse], ...handlers]);
      return run(node.finalbody, scope) && reached;
    }
    case 'Match':
      return runCases(scope, node);
    default:
      return true;
  }
}

/** The bodies of which one is run. A chain of thousands of `elif` is one nested in the other: no call stack holds that. */
function branchesOf(node: NodeOf<'If'>): readonly (readonly PythonStatement[])[] {
  const branches: (readonly PythonStatement[])[] = [];
  for (let at = node; ; ) {
    const truth = constantTruth(at.test);
    if (truth !== false) branches.push(at.body);
    if (truth === true) return branches;
    const [next, ...others] = at.orelse;
    if (next?.nodeType !== 'If' || others.length > 0) return [...branches, at.orelse];
    at = next;
  }
}

/** A loop's body is run or not, or surely run once; what comes after the loop is reached either way. */
function runLoop(scope: Scope, body: readonly PythonStatement[], reached: Reached): void {
  if (reached === 'never') return;
  const own = scope.branch();
  run(body, own);
  const mayLeave = body.some((statement) => [...descendants(statement)].some(leavesEarly));
  scope.join(reached === 'surely' && !mayLeave ? [own] : [scope.branch(), own]);
}

/** Whether a statement inside another may leave a loop before its body is done. */
function leavesEarly(node: PythonNode): boolean {
  return (
    node.nodeType === 'If' &&
    [...descendants(node)].some(({ nodeType }) => nodeType === 'Break' || nodeType === 'Continue')
  );
}

function holdsBreak(body: readonly PythonStatement[]): boolean {
  return body.some((statement) => [...descendants(statement)].some(({ nodeType }) => nodeType === 'Break'));
}

/** What a class body binds by `global` is bound outside. */
function bindGlobals(node: NodeOf<'ClassDef'>, scope: Scope): void {
  const names = node.body.flatMap((statement) => (statement.nodeType === 'Global' ? statement.names : []));
  if (names.length === 0) return;
  const own = scopeAfter(node.body, scope.inner());
  for (const name of names.map(normal)) {
    const found = own.get(name);
    if (found !== undefined) scope.set(name, found);
  }
}

/** One case is taken, or none; a name alone takes whatever comes. */
function runCases(scope: Scope, { cases }: NodeOf<'Match'>): boolean {
  const ends: Scope[] = [];
  for (const { pattern, guard, body } of cases) {
    const own = scope.branch();
    for (const node of descendants(pattern)) {
      if ((node.nodeType === 'MatchAs' || node.nodeType === 'MatchStar') && node.name != null)
        bind(own, node.name, null);
      if (node.nodeType === 'MatchMapping' && node.rest != null) bind(own, node.rest, null);
    }
    if (run(body, own)) ends.push(own);
    const takesAll = pattern.nodeType === 'MatchAs' && pattern.pattern == null && guard == null;
    if (takesAll) return joined(scope, ends);
  }
  return joined(scope, [...ends, scope.branch()]);
}

function joined(scope: Scope, ends: readonly Scope[]): boolean {
  if (ends.length === 0) return false;
  scope.join(ends);
  return true;
}

/** Runs each branch on a copy of the scope, and joins what came of those that reach their end. */
function runBranches(scope: Scope, branches: readonly (readonly PythonStatement[])[]): boolean {
  const ends: Scope[] = [];
  for (const branch of branches) {
    const own = scope.branch();
    if (run(branch, own)) ends.push(own);
  }
  return joined(scope, ends);
}

function unbind(target: PythonNode, scope: Scope): void {
  const name = nameOf(target);
  if (name !== null) scope.set(normal(name), new Set());
  if (target.nodeType === 'Tuple' || target.nodeType === 'List') {
    for (const element of target.elts) unbind(element, scope);
  }
}

/** Statements that are carried out as one. */
const SIMPLE: ReadonlySet<string> = new Set(['Expr', 'Assign', 'AnnAssign', 'AugAssign', 'Assert', 'Return']);
/** Expressions of which a part may be left out, or belongs to another scope. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  'BoolOp',
  'DictComp',
  'GeneratorExp',
  'IfExp',
  'Lambda',
  'ListComp',
  'SetComp',
]);

/** Binds what `:=` surely binds in a statement. */
function bindNamed(statement: PythonStatement, scope: Scope): void {
  const pending: PythonNode[] = [statement];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (LEFT_OUT.has(node.nodeType)) continue;
    if (node.nodeType === 'NamedExpr') bindTarget(node.target, node.value, scope);
    eachChild(node, (child) => pending.push(child));
  }
}

function bindTarget(target: PythonNode, value: PythonNode | null, scope: Scope): void {
  const name = nameOf(target);
  if (name !== null) return void setAssigned(scope, normal(name), value);
  if (target.nodeType === 'Tuple' || target.nodeType === 'List') {
    for (const element of target.elts) bindTarget(element, null, scope);
  } else if (target.nodeType === 'Starred') bindTarget(target.value, null, scope);
}

function setAssigned(scope: Scope, name: string, value: PythonNode | null): void {
  const other = nameOf(value);
  if (value?.nodeType === 'Lambda') scope.set(name, new Set([value]));
  else if (other !== null) scope.set(name, scope.get(normal(other)) ?? new Set([null]));
  // A decorator called by hand, `f = cache(f)`, has the function's signature as `@cache` has.
  else if (
    value?.nodeType === 'Call' &&
    !makesData(value, scope) &&
    value.args.some((argument) => nameOf(argument) === name)
  )
    return;
  else scope.set(name, new Set([null]));
}

/** Whether it calls one of Python's own that gives back no function. */
function makesData({ func }: NodeOf<'Call'>, scope: Scope): boolean {
  return func.nodeType === 'Name' && DATA_MAKERS.has(func.id) && !scope.has(func.id);
}

const DATA_MAKERS: ReadonlySet<string> = new Set(
  'all any bool bytes dict float frozenset hash id int len list max min print repr set sorted str sum tuple type'.split(
    ' ',
  ),
);

function bind(scope: Scope, name: string, binding: Binding): void {
  scope.set(normal(name), new Set([binding]));
}

function normal(name: string): string {
  return name.normalize('NFKC');
}

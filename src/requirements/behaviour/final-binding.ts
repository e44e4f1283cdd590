import {
  type NodeOf,
  nameOf,
  type PythonFunction,
  type PythonNode,
  type PythonStatement,
} from '../../python/index.js';
import { descendants, eachChild } from '../../python/internal.js';
import { constantTruth } from '../program/constant-truth.js';

/** A function as source writes it: a definition, or a lambda that a name is bound to. */
export type WrittenFunction = PythonFunction | NodeOf<'Lambda'>;

/** What a name may be bound to: a function or class as written, or something else (`null`). */
export type Binding = WrittenFunction | NodeOf<'ClassDef'> | null;

/** For each name what it may be bound to; an empty set: deleted. */
type Scope = Map<string, ReadonlySet<Binding>>;

/**
 * What a dotted name may be bound to once the statements have run: the last binding on every way through them. A branch
 * whose condition is a constant is taken or left out; of the others any may be taken. Empty where nothing binds it.
 */
export function finalBindings(body: readonly PythonStatement[], path: string): ReadonlySet<Binding> {
  const [first = '', ...rest] = path.split('.');
  let found = scopeAfter(body).get(first) ?? new Set<Binding>();
  for (const name of rest) {
    const inner = new Set<Binding>();
    for (const owner of found) {
      if (owner === null || owner.nodeType === 'Lambda') continue;
      const own = scopeAfter(owner.body).get(name);
      for (const binding of own ?? inherited(owner, name, body)) inner.add(binding);
    }
    found = inner;
  }
  return found;
}

/** What a class has from the first of its bases in the same program that defines it. */
function inherited(
  owner: PythonFunction | NodeOf<'ClassDef'>,
  name: string,
  body: readonly PythonStatement[],
): ReadonlySet<Binding> {
  const bases = owner.nodeType === 'ClassDef' ? owner.bases : [];
  for (const base of bases) {
    const path = nameOf(base);
    const found = path === null || path === owner.name ? null : finalBindings(body, `${path}.${name}`);
    if (found !== null && found.size > 0) return found;
  }
  return new Set();
}

function scopeAfter(body: readonly PythonStatement[]): Scope {
  const scope: Scope = new Map();
  run(body, scope);
  return scope;
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
      if (node.nodeType === 'ClassDef') bindGlobals(node, scope);
      bind(scope, node.name, node);
      return true;
    case 'TypeAlias':
      bindTarget(node.name, null, scope);
      return true;
    case 'Expr':
      return !endsProgram(node.value, scope);
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
    case 'While':
      runLoop(scope, constantTruth(node.test) === false ? [] : node.body, constantTruth(node.test) === true);
      if (constantTruth(node.test) === true && !holdsBreak(node.body)) return false;
      return run(node.orelse, scope);
    case 'For':
    case 'AsyncFor':
      bindTarget(node.target, null, scope);
      runLoop(scope, isEmpty(node.iter) ? [] : node.body, hasElements(node.iter));
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
function runLoop(scope: Scope, body: readonly PythonStatement[], isSure: boolean): void {
  const own: Scope = new Map(scope);
  run(body, own);
  const mayLeave = body.some((statement) => [...descendants(statement)].some(leavesEarly));
  join(scope, isSure && !mayLeave ? [own] : [new Map(scope), own]);
}

/** Whether a statement inside another may leave a loop before its body is done. */
function leavesEarly(node: PythonNode): boolean {
  return (
    node.nodeType === 'If' &&
    [...descendants(node)].some(({ nodeType }) => nodeType === 'Break' || nodeType === 'Continue')
  );
}

/** Whether what a loop runs over is written out and not empty. */
function hasElements(node: PythonNode): boolean {
  const isWritten = node.nodeType === 'List' || node.nodeType === 'Tuple' || node.nodeType === 'Set';
  return isWritten && node.elts.some(({ nodeType }) => nodeType !== 'Starred');
}

function isEmpty(node: PythonNode): boolean {
  return (node.nodeType === 'List' || node.nodeType === 'Tuple') && node.elts.length === 0;
}

function holdsBreak(body: readonly PythonStatement[]): boolean {
  return body.some((statement) => [...descendants(statement)].some(({ nodeType }) => nodeType === 'Break'));
}

/** `exit()`, `quit()`, `sys.exit()`: nothing after it is run. */
function endsProgram(node: PythonNode, scope: Scope): boolean {
  if (node.nodeType !== 'Call') return false;
  const { func } = node;
  if (func.nodeType === 'Name') return (func.id === 'exit' || func.id === 'quit') && !scope.has(func.id);
  return func.nodeType === 'Attribute' && func.attr === 'exit' && nameOf(func.value) === 'sys';
}

/** What a class body binds by `global` is bound outside. */
function bindGlobals(node: NodeOf<'ClassDef'>, scope: Scope): void {
  const names = node.body.flatMap((statement) => (statement.nodeType === 'Global' ? statement.names : []));
  if (names.length === 0) return;
  const own = scopeAfter(node.body);
  for (const name of names.map(normal)) {
    const found = own.get(name);
    if (found !== undefined) scope.set(name, found);
  }
}

/** One case is taken, or none; a name alone takes whatever comes. */
function runCases(scope: Scope, { cases }: NodeOf<'Match'>): boolean {
  const ends: Scope[] = [];
  for (const { pattern, guard, body } of cases) {
    const own: Scope = new Map(scope);
    for (const node of descendants(pattern)) {
      if ((node.nodeType === 'MatchAs' || node.nodeType === 'MatchStar') && node.name != null)
        bind(own, node.name, null);
      if (node.nodeType === 'MatchMapping' && node.rest != null) bind(own, node.rest, null);
    }
    if (run(body, own)) ends.push(own);
    const takesAll = pattern.nodeType === 'MatchAs' && pattern.pattern == null && guard == null;
    if (takesAll) return joined(scope, ends);
  }
  return joined(scope, [...ends, new Map(scope)]);
}

function joined(scope: Scope, ends: readonly Scope[]): boolean {
  if (ends.length === 0) return false;
  join(scope, ends);
  return true;
}

/** Runs each branch on a copy of the scope, and joins what came of those that reach their end. */
function runBranches(scope: Scope, branches: readonly (readonly PythonStatement[])[]): boolean {
  const ends: Scope[] = [];
  for (const branch of branches) {
    const own: Scope = new Map(scope);
    if (run(branch, own)) ends.push(own);
  }
  return joined(scope, ends);
}

function join(scope: Scope, ends: readonly Scope[]): void {
  const names = new Set(ends.flatMap((end) => [...end.keys()]));
  for (const name of names) {
    scope.set(name, new Set(ends.flatMap((end) => [...(end.get(name) ?? [])])));
  }
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

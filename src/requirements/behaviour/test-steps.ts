import { MettleError } from '../../core/index.js';
import {
  type NodeOf,
  nameOf,
  type PythonFunction,
  type PythonNode,
  type PythonStatement,
  parsePython,
  stringValue,
} from '../../python/index.js';
import { markLoops } from './loop-checks.js';
import {
  type Definition,
  isCheck,
  isDefinition,
  isFunction,
  lastName,
  ownBody,
  ownNodes,
} from './test-nodes.js';

/** One step of running tests: first their source, then each test that it defines. */
export interface TestStep {
  /** How a reason names it: `the tests`, `test_one`, `TestMean.test_one`. */
  readonly name: string;
  /** The Python that runs it. */
  readonly source: string;
  /** Whether it has checked something only if {@link LOOP_MARK} says so afterwards: all its checks stand in loops. */
  readonly checksOnlyInLoops: boolean;
  /** Whether it is a test: the source alone may hold none. */
  readonly counts: boolean;
}

/** The name of the step that runs the source of the tests. */
export const SOURCE_STEP = 'the tests';

interface TestCall {
  readonly name: string;
  readonly source: string;
  readonly body: readonly PythonNode[];
  /** Whether `mark.skip` leaves it out. */
  readonly isSkipped: boolean;
}

/** Methods by which frameworks prepare tests that are not called here. */
const CLASS_HOOKS = /^(?:(?:setup|teardown)|teardown_class)$/;

/**
 * The steps that run the tests of a source: its statements, then functions and methods of classes whose names start
 * with `test` or `Test`, and methods of `unittest.TestCase`. Everything that holds tests and cannot be run this way
 * is refused.
 *
 * @throws {MettleError} `requirements/unreadable_tests` for what is no Python, `requirements/no_tests` where nothing
 *   would be checked, and `requirements/test_not_run` for a test that would be left out or lost.
 */
export function readTestSteps(tests: string): readonly TestStep[] {
  const parse = parsePython(tests);
  if (!parse.ok) {
    throw new MettleError({
      code: 'requirements/unreadable_tests',
      message: `tests cannot be read: ${parse.failure.message}; give Python that parses.`,
    });
  }
  const { body } = parse.tree.module;
  const top = body.filter(isDefinition);
  const own = body.flatMap((statement) => {
    if (isDefinition(statement)) return [];
    // `if __name__ == "__main__": unittest.main()` is never run here, and holds nothing that is missed.
    if (statement.nodeType === 'If' && isStartedAlone(statement)) {
      refuseHidden(statement);
      return [];
    }
    return ownNodes(statement);
  });
  for (const node of own) refuseHidden(node);
  refuseDuplicates(top.filter(holdsTests), '');
  const fixtures = new Set([
    ...OWN_FIXTURES,
    ...parse.tree.index.ofType('FunctionDef').filter(isFixture).map(fixtureName),
    ...parse.tree.index.ofType('AsyncFunctionDef').filter(isFixture).map(fixtureName),
  ]);
  const calls = top.flatMap((definition) =>
    definition.nodeType === 'ClassDef'
      ? classCalls(definition, fixtures)
      : functionCalls(definition, fixtures),
  );
  const named = new Set(parse.tree.index.ofType('Name').map(({ id }) => id.normalize('NFKC')));
  for (const definition of top) {
    if (definition.nodeType === 'ClassDef' || isTestName(definition.name) || isFixture(definition)) continue;
    if (!named.has(definition.name.normalize('NFKC')) && ownBody(definition).some(isCheck)) {
      throw notRun(definition.name, 'nothing calls it; name it test_… without parameters, or call it');
    }
  }
  const checkers = new Set(top.filter((one) => ownBody(one).some(isCheck)).map(({ name }) => name));
  const checks = own.some(
    (node) => isCheck(node) || (node.nodeType === 'Call' && checkers.has(nameOf(node.func) ?? '')),
  );
  if (calls.some(({ isSkipped }) => !isSkipped) || checks) {
    const statements = body.filter((statement) => !isDefinition(statement));
    const { source, checksOnlyInLoops } = markLoops(parse.tree, [
      statements,
      ...calls.map((call) => call.body),
    ]);
    return [{ name: SOURCE_STEP, source }, ...calls].map((step, at) => ({
      name: step.name,
      source: step.source,
      checksOnlyInLoops: checksOnlyInLoops[at] ?? false,
      counts: at > 0 || checks,
    }));
  }
  throw new MettleError({
    code: 'requirements/no_tests',
    message: `tests holds no test${calls.length > 0 ? ' that is not marked skip' : ''}; write top-level assert statements, or functions def test_…() with them.`,
  });
}

function functionCalls(definition: PythonFunction, fixtures: ReadonlySet<string>): readonly TestCall[] {
  if (!isTestName(definition.name) || isFixture(definition)) return [];
  refuseUncallable(definition, definition.name, 0, fixtures);
  const { name, body } = definition;
  return [{ name, source: `${awaitOf(definition)}${name}()`, body, isSkipped: isSkipped(definition) }];
}

function classCalls(definition: NodeOf<'ClassDef'>, fixtures: ReadonlySet<string>): readonly TestCall[] {
  const { name: owner, bases, body } = definition;
  const methods = body.filter(isFunction);
  const tests = methods.filter((method) => isTestName(method.name) && !isFixture(method));
  if (!holdsTests(definition)) return [];
  const isUnittest = bases.some((base) => /^(?:IsolatedAsyncio)?TestCase$/.test(lastName(base) ?? ''));
  const isAsync = bases.some((base) => lastName(base) === 'IsolatedAsyncioTestCase');
  if (bases.length > 1 || (bases.length === 1 && !isUnittest && nameOf(bases[0]) !== 'object')) {
    throw notRun(
      owner,
      'tests of its base classes cannot be seen; derive it from unittest.TestCase or nothing',
    );
  }
  if (definition.decorator_list.length > 0 || definition.keywords.length > 0) {
    throw notRun(owner, 'it has a decorator or a metaclass; leave that out');
  }
  if (!isUnittest && !owner.startsWith('Test')) throw notRun(owner, 'name the class Test…');
  const hook = methods.find(({ name }) => CLASS_HOOKS.test(name) || name === '__init__');
  if (hook !== undefined)
    throw notRun(owner, `${hook.name} would not be called as meant; prepare in the tests`);
  for (const node of body.flatMap((statement) => (isFunction(statement) ? [] : ownNodes(statement)))) {
    refuseHidden(node);
    if (isDefinition(node))
      throw notRun(`${owner}.${node.name}`, 'it stands in a class; put it at the top level');
  }
  refuseDuplicates(tests, `${owner}.`);
  return tests.map((method) => {
    const name = `${owner}.${method.name}`;
    refuseUncallable(method, name, 1, fixtures);
    const part = { name, body: method.body, isSkipped: isSkipped(method) };
    if (!isUnittest) return { ...part, source: `${awaitOf(method)}${owner}().${method.name}()` };
    if (method.nodeType === 'AsyncFunctionDef' && !isAsync)
      throw notRun(name, 'a TestCase does not await it; write a function');
    return { ...part, source: `${owner}('${method.name}').debug()` };
  });
}

/** Refuses a test that a call with no argument of its own (`given` of them from Python) would not run to its end. */
function refuseUncallable(
  definition: PythonFunction,
  name: string,
  given: number,
  fixtures: ReadonlySet<string>,
): void {
  const { args } = definition;
  const positional = args.posonlyargs.length + args.args.length;
  const decorators = definition.decorator_list.map(readDecorator);
  const unknown = decorators.find((decorator) => decorator === null);
  if (definition.decorator_list.some(isOtherSkip)) throw notRun(name, 'it is marked skip; leave it out');
  if (unknown !== undefined) throw notRun(name, 'it has a decorator that is not known; leave that out');
  const filled = new Set(decorators.flatMap((decorator) => decorator?.names ?? []));
  const patches = decorators.filter((decorator) => decorator?.isPatch === true).length;
  const required = [...args.posonlyargs, ...args.args]
    .slice(0, positional - args.defaults.length)
    .slice(given)
    .concat(args.kwonlyargs.filter((_, at) => (args.kw_defaults[at] ?? null) === null))
    .filter(({ arg }) => !filled.has(arg) && !fixtures.has(arg));
  if (required.length > patches)
    throw notRun(name, 'it has parameters that nothing gives a value; write it without');
  if (positional < given && args.vararg === undefined)
    throw notRun(name, 'a method needs the parameter self');
  const nodes = ownBody(definition);
  if (nodes.some(({ nodeType }) => nodeType === 'Yield' || nodeType === 'YieldFrom')) {
    throw notRun(name, 'it is a generator; write it without yield');
  }
  if (nodes.some((node) => node.nodeType === 'Return' && givesValue(node))) {
    throw notRun(name, 'it returns a value that nobody looks at; assert it');
  }
  if (definition.body.every(doesNothing)) throw notRun(name, 'it is empty; give it an assert');
}

/** Fixtures that every test can ask for. */
const OWN_FIXTURES = ['capsys', 'capfd', 'monkeypatch', 'request', 'tmp_path', 'tmpdir'];

interface Decorator {
  /** Parameters that it gives values to. */
  readonly names: readonly string[];
  /** Whether it may hand over a mock as the first argument that is left. */
  readonly isPatch: boolean;
}

/** What a decorator of a test does; null where that is not known. */
function readDecorator(node: PythonNode): Decorator | null {
  const call = node.nodeType === 'Call' ? node : null;
  const path = dottedName(call?.func ?? node);
  const name = path.at(-1) ?? '';
  if (path.includes('patch')) return { names: [], isPatch: true };
  if (path.at(-2) !== 'mark') return null;
  if (name !== 'parametrize') return { names: [], isPatch: false };
  const [given] = call?.args ?? [];
  if (given?.nodeType === 'List' || given?.nodeType === 'Tuple') {
    return { names: given.elts.map((part) => stringValue(part) ?? ''), isPatch: false };
  }
  const text = given === undefined ? null : stringValue(given);
  return text === null ? null : { names: text.split(',').map((part) => part.trim()), isPatch: false };
}

/** Whether `pytest.mark.skip` leaves a test out. */
function isSkipped({ decorator_list }: PythonFunction): boolean {
  return decorator_list.some((node) => pathOf(node).slice(-2).join('.') === 'mark.skip');
}

/** Whether a decorator other than pytest's leaves a test out in any case. */
function isOtherSkip(node: PythonNode): boolean {
  const path = pathOf(node);
  return path.at(-1) === 'skip' && (path.at(-2) === 'unittest' || path.length === 1);
}

/** The dotted name of a decorator. */
function pathOf(node: PythonNode): readonly string[] {
  return dottedName(node.nodeType === 'Call' ? node.func : node);
}

function dottedName(node: PythonNode): readonly string[] {
  if (node.nodeType === 'Attribute') return [...dottedName(node.value), node.attr];
  return node.nodeType === 'Name' ? [node.id] : [];
}

function isFixture(definition: PythonFunction): boolean {
  return definition.decorator_list.some((node) => pathOf(node).at(-1) === 'fixture');
}

/** The name that tests ask for a fixture by. */
function fixtureName({ name, decorator_list }: PythonFunction): string {
  for (const node of decorator_list) {
    const given = node.nodeType === 'Call' ? node.keywords.find(({ arg }) => arg === 'name') : undefined;
    const text = given === undefined ? null : stringValue(given.value);
    if (text !== null) return text;
  }
  return name;
}

/** Whether a statement asks how the tests were started. */
function isStartedAlone(node: NodeOf<'If'>): boolean {
  return ownNodes(node.test).some((part) => nameOf(part) === '__name__');
}

/** Refuses tests in places from which they are not taken. */
function refuseHidden(node: PythonNode): void {
  if (isDefinition(node) && holdsTests(node)) {
    throw notRun(node.name, 'it stands inside another statement; put it at the top level');
  }
  if (node.nodeType === 'Assign' && node.value.nodeType === 'Lambda') {
    const name = node.targets.map(nameOf).find((target) => target !== null && isTestName(target)) ?? null;
    if (name !== null) throw notRun(name, 'it is a lambda; write def');
  }
  if (node.nodeType === 'If' && isStartedAlone(node)) {
    if (!ownNodes(node).some(isCheck)) return;
    throw notRun('if __name__ …', 'it depends on how the tests are started; leave it out');
  }
  if (node.nodeType === 'Call' && lastName(node.func) === 'main' && node.func.nodeType === 'Attribute') {
    throw notRun('….main()', 'it ends the program; leave it out, the tests are called one by one');
  }
}

function refuseDuplicates(definitions: readonly Definition[], owner: string): void {
  const seen = new Set<string>();
  for (const { name } of definitions) {
    const identity = name.normalize('NFKC');
    if (seen.has(identity))
      throw notRun(`${owner}${name}`, 'the name is given twice, so the first is lost; rename one');
    seen.add(identity);
  }
}

function holdsTests(definition: Definition): boolean {
  if (definition.nodeType !== 'ClassDef') return isTestName(definition.name);
  return definition.body.some((statement) =>
    ownNodes(statement).some((node) => isDefinition(node) && holdsTests(node)),
  );
}

function notRun(name: string, why: string): MettleError {
  return new MettleError({
    code: 'requirements/test_not_run',
    message: `tests: ${name} would not be run: ${why}.`,
    details: { name },
  });
}

/** Whether a test of this name is meant to be called. */
function isTestName(name: string): boolean {
  return name.normalize('NFKC').startsWith('test');
}

function awaitOf(definition: PythonFunction): string {
  return definition.nodeType === 'AsyncFunctionDef' ? 'await ' : '';
}

function givesValue(node: NodeOf<'Return'>): boolean {
  const { value } = node;
  return value !== undefined && value !== null && !(value.nodeType === 'Constant' && value.value === null);
}

function doesNothing(statement: PythonStatement): boolean {
  if (statement.nodeType === 'Pass' || statement.nodeType === 'Comment') return true;
  return statement.nodeType === 'Expr' && statement.value.nodeType === 'Constant';
}

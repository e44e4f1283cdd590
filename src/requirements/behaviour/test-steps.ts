import {
  type NodeOf,
  nameOf,
  type PythonFunction,
  type PythonNode,
  parsePython,
} from '../../python/index.js';
import { requirementError } from '../error-codes.js';
import { markLoops } from './loop-checks.js';
import {
  holdsTests,
  isStartedAlone,
  isTestName,
  notRun,
  refuseDuplicates,
  refuseHidden,
  refuseUncallable,
} from './refuse-tests.js';
import { fixtureName, isFixture, isSkipped, OWN_FIXTURES, readDecorator } from './test-decorators.js';
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
const CLASS_HOOKS = /^(?:setup|teardown)$/;

/** Functions that prepare the tests of a module. */
const MODULE_HOOKS = /^(?:setUpModule|tearDownModule|(?:setup|teardown)_(?:module|function))$/;

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
    throw requirementError(
      'unreadable_tests',
      `tests cannot be read: ${parse.failure.message}; give Python that parses.`,
    );
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
  const helpers = new Set(top.filter(isBaseOfTestCases).map(({ name }) => name));
  const calls = top.flatMap((definition) =>
    definition.nodeType === 'ClassDef'
      ? classCalls(definition, fixtures, helpers)
      : functionCalls(definition, fixtures),
  );
  const named = new Set(parse.tree.index.ofType('Name').map(({ id }) => id.normalize('NFKC')));
  for (const definition of top) {
    if (definition.nodeType === 'ClassDef' || isTestName(definition.name) || isFixture(definition)) continue;
    if (MODULE_HOOKS.test(definition.name)) continue;
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
  throw requirementError(
    'no_tests',
    `tests holds no test${calls.length > 0 ? ' that is not marked skip' : ''}; write top-level assert statements, or functions def test_…() with them.`,
  );
}

function functionCalls(definition: PythonFunction, fixtures: ReadonlySet<string>): readonly TestCall[] {
  if (!isTestName(definition.name) || isFixture(definition)) return [];
  refuseUncallable(definition, definition.name, 0, fixtures);
  const { name, body } = definition;
  return [{ name, source: `${awaitOf(definition)}${name}()`, body, isSkipped: isSkipped(definition) }];
}

/** A class with helpers, such as assertions of its own, and no test, for classes of unittest to derive from. */
function isBaseOfTestCases(definition: Definition): boolean {
  if (definition.nodeType !== 'ClassDef' || holdsTests(definition)) return false;
  return (
    definition.bases.length === 1 &&
    lastName(definition.bases[0]) === 'TestCase' &&
    definition.keywords.length + definition.decorator_list.length === 0 &&
    !definition.body.some((node) => isFunction(node) && CLASS_HOOKS.test(node.name))
  );
}

function classCalls(
  definition: NodeOf<'ClassDef'>,
  fixtures: ReadonlySet<string>,
  helpers: ReadonlySet<string>,
): readonly TestCall[] {
  const { name: owner, bases, body } = definition;
  const methods = body.filter(isFunction);
  const tests = methods.filter((method) => isTestName(method.name) && !isFixture(method));
  if (!holdsTests(definition)) return [];
  const isUnittest = bases.some(
    (base) => /^(?:IsolatedAsyncio)?TestCase$/.test(lastName(base) ?? '') || helpers.has(nameOf(base) ?? ''),
  );
  const isAsync = bases.some((base) => lastName(base) === 'IsolatedAsyncioTestCase');
  if (bases.length > 1 || (bases.length === 1 && !isUnittest && nameOf(bases[0]) !== 'object')) {
    throw notRun(
      owner,
      'tests of its base classes cannot be seen; derive it from unittest.TestCase or nothing',
    );
  }
  const decorators = definition.decorator_list.map(readDecorator);
  const known = decorators.filter((decorator) => decorator !== null);
  if (known.length < decorators.length || definition.keywords.length > 0) {
    throw notRun(owner, 'it has a metaclass, or a decorator that is not known; leave that out');
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
    refuseUncallable(method, name, 1, fixtures, known);
    const part = { name, body: method.body, isSkipped: isSkipped(method) || isSkipped(definition) };
    if (!isUnittest) return { ...part, source: `${awaitOf(method)}${owner}().${method.name}()` };
    if (method.nodeType === 'AsyncFunctionDef' && !isAsync)
      throw notRun(name, 'a TestCase does not await it; write a function');
    return { ...part, source: `${owner}('${method.name}').debug()` };
  });
}

function awaitOf(definition: PythonFunction): string {
  return definition.nodeType === 'AsyncFunctionDef' ? 'await ' : '';
}

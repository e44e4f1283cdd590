import type { MettleError } from '../../core/index.js';
import {
  type NodeOf,
  nameOf,
  type PythonFunction,
  type PythonNode,
  type PythonStatement,
} from '../../python/index.js';
import { requirementError } from '../error-codes.js';
import { ANY_NAME, type Decorator, readDecorator } from './test-decorators.js';
import { type Definition, isCheck, isDefinition, lastName, ownBody, ownNodes } from './test-nodes.js';

/** The error for a test that would be left out or lost. */
export function notRun(name: string, why: string): MettleError {
  return requirementError('test_not_run', `tests: ${name} would not be run: ${why}.`, { details: { name } });
}

/** Whether a test of this name is meant to be called. */
export function isTestName(name: string): boolean {
  return name.normalize('NFKC').startsWith('test');
}

/** Whether a definition is a test, or a class that holds one. */
export function holdsTests(definition: Definition): boolean {
  if (definition.nodeType !== 'ClassDef') return isTestName(definition.name);
  return definition.body.some((statement) =>
    ownNodes(statement).some((node) => isDefinition(node) && holdsTests(node)),
  );
}

/** Whether a statement asks how the tests were started. */
export function isStartedAlone(node: NodeOf<'If'>): boolean {
  return ownNodes(node.test).some((part) => nameOf(part) === '__name__');
}

/** Refuses tests in places from which they are not taken. */
export function refuseHidden(node: PythonNode): void {
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

/** Refuses a name that is given twice. */
export function refuseDuplicates(definitions: readonly Definition[], owner: string): void {
  const seen = new Set<string>();
  for (const { name } of definitions) {
    const identity = name.normalize('NFKC');
    if (seen.has(identity))
      throw notRun(`${owner}${name}`, 'the name is given twice, so the first is lost; rename one');
    seen.add(identity);
  }
}

/** Refuses a test that a call with no argument of its own (`given` of them from Python) would not run to its end. */
export function refuseUncallable(
  definition: PythonFunction,
  name: string,
  given: number,
  fixtures: ReadonlySet<string>,
  ofClass: readonly Decorator[] = [],
): void {
  const { args } = definition;
  const positional = args.posonlyargs.length + args.args.length;
  const decorators = definition.decorator_list.map(readDecorator);
  const unknown = decorators.find((decorator) => decorator === null);
  if (unknown !== undefined) throw notRun(name, 'it has a decorator that is not known; leave that out');
  const known = [...ofClass, ...decorators];
  const filled = new Set(known.flatMap((decorator) => decorator?.names ?? []));
  const patches = known.filter((decorator) => decorator?.isPatch === true).length;
  const required = [...args.posonlyargs, ...args.args]
    .slice(0, positional - args.defaults.length)
    .slice(given)
    .concat(args.kwonlyargs.filter((_, at) => (args.kw_defaults[at] ?? null) === null))
    .filter(({ arg }) => !filled.has(arg) && !fixtures.has(arg));
  if (required.length > patches && !known.some((decorator) => decorator?.names === ANY_NAME))
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

function givesValue(node: NodeOf<'Return'>): boolean {
  const { value } = node;
  return value !== undefined && value !== null && !(value.nodeType === 'Constant' && value.value === null);
}

function doesNothing(statement: PythonStatement): boolean {
  if (statement.nodeType === 'Pass' || statement.nodeType === 'Comment') return true;
  return statement.nodeType === 'Expr' && statement.value.nodeType === 'Constant';
}

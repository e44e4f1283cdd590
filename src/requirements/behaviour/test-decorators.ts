import type { PythonFunction, PythonNode } from '../../python/index.js';
import { stringValue } from '../../python/internal.js';
import type { Definition } from './test-nodes.js';

/** Fixtures that every test can ask for. */
export const OWN_FIXTURES: readonly string[] = [
  'capfd',
  'capfdbinary',
  'caplog',
  'capsys',
  'capsysbinary',
  'monkeypatch',
  'recwarn',
  'request',
  'tmp_path',
  'tmp_path_factory',
  'tmpdir',
];

/** Parameters of any name: `given` of hypothesis fills them from the right, or by name. */
export const ANY_NAME: readonly string[] = ['*'];

/** What a decorator does for a test. */
export interface Decorator {
  /** Parameters that it gives values to. */
  readonly names: readonly string[];
  /** Whether it may hand over a mock as the first argument that is left. */
  readonly isPatch: boolean;
}

/** What a decorator of a test does; null where that is not known. */
export function readDecorator(node: PythonNode): Decorator | null {
  const call = node.nodeType === 'Call' ? node : null;
  const path = dottedName(call?.func ?? node);
  const name = path.at(-1) ?? '';
  if (path.includes('patch')) return { names: [], isPatch: true };
  if (isOfUnittest(path)) return { names: [], isPatch: false };
  if (isOfHypothesis(path)) return { names: name === 'given' ? ANY_NAME : [], isPatch: false };
  if (path.at(-2) !== 'mark') return null;
  if (name !== 'parametrize') return { names: [], isPatch: false };
  const [given] = call?.args ?? [];
  if (given?.nodeType === 'List' || given?.nodeType === 'Tuple') {
    return { names: given.elts.map((part) => stringValue(part) ?? ''), isPatch: false };
  }
  const text = given === undefined ? null : stringValue(given);
  return text === null ? null : { names: text.split(',').map((part) => part.trim()), isPatch: false };
}

/** Whether `pytest.mark.skip` or `unittest.skip` leaves a test, or the tests of a class, out. */
export function isSkipped({ decorator_list }: Definition): boolean {
  return decorator_list.some((node) => {
    const path = pathOf(node);
    return path.slice(-2).join('.') === 'mark.skip' || (isOfUnittest(path) && path.at(-1) === 'skip');
  });
}

/** Whether a decorator is one of unittest's, imported by its own name or not. */
function isOfUnittest(path: readonly string[]): boolean {
  const isNamed = ['skip', 'skipIf', 'skipUnless', 'expectedFailure'].includes(path.at(-1) ?? '');
  return isNamed && (path.length === 1 || (path.length === 2 && path[0] === 'unittest'));
}

function isOfHypothesis(path: readonly string[]): boolean {
  const isNamed = ['given', 'settings', 'example', 'seed', 'reproduce_failure'].includes(path.at(-1) ?? '');
  return (
    isNamed && (path.length === 1 || (path.length === 2 && ['hypothesis', 'hyp'].includes(path[0] ?? '')))
  );
}

/** The dotted name of a decorator. */
function pathOf(node: PythonNode): readonly string[] {
  return dottedName(node.nodeType === 'Call' ? node.func : node);
}

function dottedName(node: PythonNode): readonly string[] {
  if (node.nodeType === 'Attribute') return [...dottedName(node.value), node.attr];
  return node.nodeType === 'Name' ? [node.id] : [];
}

/** Whether a function is a fixture of pytest. */
export function isFixture(definition: PythonFunction): boolean {
  return definition.decorator_list.some((node) => pathOf(node).at(-1) === 'fixture');
}

/** The name that tests ask for a fixture by. */
export function fixtureName({ name, decorator_list }: PythonFunction): string {
  for (const node of decorator_list) {
    const given = node.nodeType === 'Call' ? node.keywords.find(({ arg }) => arg === 'name') : undefined;
    const text = given === undefined ? null : stringValue(given.value);
    if (text !== null) return text;
  }
  return name;
}

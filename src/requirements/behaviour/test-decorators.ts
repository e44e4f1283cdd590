import type { PythonFunction, PythonNode } from '../../python/index.js';
import { stringValue } from '../../python/internal.js';

/** Fixtures that every test can ask for. */
export const OWN_FIXTURES: readonly string[] = [
  'capsys',
  'capfd',
  'monkeypatch',
  'request',
  'tmp_path',
  'tmpdir',
];

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
export function isSkipped({ decorator_list }: PythonFunction): boolean {
  return decorator_list.some((node) => pathOf(node).slice(-2).join('.') === 'mark.skip');
}

/** Whether a decorator other than pytest's leaves a test out in any case. */
export function isOtherSkip(node: PythonNode): boolean {
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

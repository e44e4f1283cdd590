import { type NodeOf, type PythonNode, STANDARD_LIBRARY_MODULES } from '../../python/index.js';
import { stringValue } from '../../python/internal.js';
import type { ProgramNames } from './names.js';

/** Functions that read an attribute by its name as text. */
const GETTERS: ReadonlySet<string> = new Set(['getattr', 'operator.attrgetter', 'operator.methodcaller']);
/** Functions and attributes by which code finds what it never names. */
const FINDERS =
  /^(?:globals|locals|vars|dir|eval|exec|__import__|__builtins__|importlib\..*|inspect\..*|runpy\..*|sys\.modules|sys\._getframe|fire\..*)$/;
const FINDING_ATTRIBUTES: ReadonlySet<string> = new Set(
  '__dict__ __getattribute__ __globals__ __subclasses__ __builtins__ f_globals f_locals'.split(' '),
);

/** Whether a function reads an attribute by a text: `getattr`. */
export function isGetter(node: PythonNode, names: ProgramNames): boolean {
  return GETTERS.has(names.libraryPath(node) ?? '');
}

/** Whether a call reads an attribute whose name only a run tells: `getattr(self, "draw_" + kind)`. */
export function readsAnyAttribute(node: PythonNode, names: ProgramNames): boolean {
  return (
    node.nodeType === 'Call' &&
    isGetter(node.func, names) &&
    !node.args.slice(0, 2).some((each) => stringValue(each) !== null)
  );
}

/** Whether an expression may be a module: an import, an item of something, what a call gave, or a variable with one. */
export function mayBeModule(node: PythonNode, names: ProgramNames, depth = 0): boolean {
  if (node.nodeType === 'Subscript' || node.nodeType === 'Call') return true;
  const only = names.only(node);
  const isVariable = only?.kind === 'value' && !only.isPart && depth < MAX_DEPTH;
  return only?.kind === 'import' || (isVariable && mayBeModule(only.value, names, depth + 1));
}

const MAX_DEPTH = 12;

/** Whether what a call reads by a text that is made may be a function of the standard library. */
export function readsAnyFunction(node: NodeOf<'Call'>, names: ProgramNames): boolean {
  const [object] = node.args;
  if (!readsAnyAttribute(node, names) || object === undefined) return false;
  const [top = ''] = (names.libraryPath(object) ?? '').split('.', 1);
  const isOfLibrary = names.only(object)?.kind === 'import' && !STANDARD_LIBRARY_MODULES.has(top);
  return !isOfLibrary && mayBeModule(object, names);
}

/** Whether a program may call functions that it never names, and change variables without a word of them. */
export function reflects(names: ProgramNames): boolean {
  const known = KNOWN.get(names) ?? readReflection(names);
  KNOWN.set(names, known);
  return known;
}

const KNOWN = new WeakMap<ProgramNames, boolean>();

function readReflection(names: ProgramNames): boolean {
  const { index } = names.tree;
  const isFinder = (node: PythonNode): boolean => {
    const path = names.libraryPath(node);
    return path !== null && (GETTERS.has(path) || FINDERS.test(path));
  };
  return (
    index.ofType('Name').some(isFinder) ||
    index.ofType('Attribute').some((node) => FINDING_ATTRIBUTES.has(node.attr) || isFinder(node))
  );
}

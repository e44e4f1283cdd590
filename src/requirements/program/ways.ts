import { type NodeOf, nameOf, type PythonNode } from '../../python/index.js';
import { stringValue } from '../../python/internal.js';
import type { ProgramNames } from './names.js';
import { mayBeModule } from './reflection.js';

/** What mustn't be changed behind the words of a program. */
export interface Guarded {
  /** Its attribute or name: `savefig`. */
  isMember(name: string): boolean;
  /** Whether it may be an attribute of what an expression gives. */
  isObject(node: PythonNode): boolean;
  /** Whether text that is run as code may reach it, though it is given a namespace of its own. */
  readonly isShared: boolean;
}

/** Attributes by which code reaches what a module knows. */
const REACHES: ReadonlySet<string> = new Set(
  '__globals__ f_globals pythonapi get_referrers get_referents get_objects'.split(' '),
);
/** Attributes that make another function or object of one, when they are assigned. */
const PARTS: ReadonlySet<string> = new Set(
  '__code__ __defaults__ __kwdefaults__ __signature__ __class__ __dict__ __bases__'.split(' '),
);
/** Names and paths whose use can change what other code means. */
const WAYS =
  /^(?:globals|__builtins__|__import__|importlib\.(?:import_module|reload|util|machinery)\b.*|sys\.(?:modules|settrace|setprofile|_getframe|meta_path|path_hooks)|ctypes(?:\..*)?|(?:unittest\.)?mock(?:\..*)?)$/;
/** Methods that write into a dict. */
const WRITERS: ReadonlySet<string> = new Set('update setdefault pop __setitem__ clear popitem'.split(' '));
const SUSPICIOUS = /\b(?:globals|locals|vars|exec|eval|setattr|delattr|import|__\w+__)\b/;
const MAX_DEPTH = 6;

type Way = NodeOf<'Name'> | NodeOf<'Attribute'>;

/** Places by which a program can change what is guarded without a word of it: text that's run as code, `setattr`, a module's dict. */
export function* waysToChange(names: ProgramNames, guarded: Guarded): Generator<Way> {
  const { index } = names.tree;
  for (const node of [...index.ofType('Name'), ...index.ofType('Attribute')])
    if (isWay(node, names, guarded)) yield node;
}

function isWay(node: Way, names: ProgramNames, guarded: Guarded): boolean {
  if (node.nodeType === 'Attribute' && isAttributeWay(node, names, guarded)) return true;
  const path = names.libraryPath(node)?.replace(/^builtins\./, '') ?? null;
  if (path === null) return false;
  if (WAYS.test(path)) return true;
  const call = names.tree.index.parent(node);
  const [first, second] = call?.nodeType === 'Call' && call.func === node ? call.args : [];
  switch (path) {
    case 'vars':
    case 'locals':
      if (first === undefined)
        return call?.nodeType !== 'Call' || isWritten(call, names, { ...guarded, isMember: () => true });
      return isDictWay(first, call ?? node, names, guarded);
    case 'setattr':
    case 'delattr':
      return first === undefined || isSetting(first, second, names, guarded);
    // With a namespace of its own, text binds nothing here: globals() as one is a way itself.
    case 'exec':
      return guarded.isShared || second === undefined;
    case 'eval':
      return (guarded.isShared || second === undefined) && mayChange(first, names, guarded);
    default:
      return false;
  }
}

function isAttributeWay(node: NodeOf<'Attribute'>, names: ProgramNames, guarded: Guarded): boolean {
  const { attr, value } = node;
  const isStored = node.ctx.nodeType !== 'Load';
  if (REACHES.has(attr)) return true;
  if (isStored && PARTS.has(attr) && nameOf(value) !== 'self') return true;
  if (attr === '__dict__') return isDictWay(value, node, names, guarded);
  if (attr === '__setattr__' || attr === '__delattr__') {
    const call = names.tree.index.parent(node);
    const [first, second] = call?.nodeType === 'Call' && call.func === node ? call.args : [];
    return first !== undefined && second !== undefined && isSetting(first, second, names, guarded);
  }
  return isStored && guarded.isMember(attr) && (mayBeModule(value, names) || guarded.isObject(value));
}

/** `setattr(object, name, …)`: by a name that is made, of what may have the member; by its own name of anything. */
function isSetting(
  object: PythonNode,
  name: PythonNode | undefined,
  names: ProgramNames,
  guarded: Guarded,
): boolean {
  const text = stringValue(name);
  if (text !== null) return guarded.isMember(text) || PARTS.has(text);
  return mayBeModule(object, names) || guarded.isObject(object);
}

/** The dict of a module or of what is guarded, or one that is written to, of anything that may have the member. */
function isDictWay(object: PythonNode, dict: PythonNode, names: ProgramNames, guarded: Guarded): boolean {
  if (names.libraryPath(object) !== null && names.only(object)?.kind === 'import') return true;
  return (mayBeModule(object, names) || guarded.isObject(object)) && isWritten(dict, names, guarded);
}

/** Whether something is written into a dict, under a name that is made or is a member's. */
function isWritten(dict: PythonNode, names: ProgramNames, guarded: Guarded, depth = 0): boolean {
  const around = names.tree.index.parent(dict);
  if (around === undefined || depth > MAX_DEPTH) return true;
  switch (around.nodeType) {
    case 'Subscript': {
      if (around.value !== dict || around.ctx.nodeType === 'Load') return false;
      const text = stringValue(around.slice);
      return text === null || guarded.isMember(text);
    }
    case 'Attribute':
      return WRITERS.has(around.attr);
    case 'AugAssign':
      return true;
    case 'Return':
    case 'Assign': {
      if (around.nodeType === 'Return') return true;
      const [target] = around.targets;
      if (around.targets.length > 1 || target?.nodeType !== 'Name') return true;
      return names
        .uses(target.id)
        .some((use) => use.nodeType === 'Name' && isWritten(use, names, guarded, depth + 1));
    }
    case 'Call': {
      // Functions of libraries read it, as json.dumps(vars(args)); those of the code may write.
      const { func } = around;
      return (
        func !== dict &&
        names.libraryPath(func) === null &&
        names.pathOf(func) !== null &&
        !isMethod(func, names)
      );
    }
    default:
      return false;
  }
}

/** Whether it's a method that the program doesn't define itself. */
function isMethod(node: PythonNode, names: ProgramNames): boolean {
  return node.nodeType === 'Attribute' && names.methods(node.attr).length === 0;
}

/** Whether text that is evaluated may change what is guarded. */
function mayChange(text: PythonNode | undefined, names: ProgramNames, guarded: Guarded): boolean {
  if (text === undefined) return true;
  const only = names.only(text);
  const written = stringValue(only?.kind === 'value' && !only.isPart ? only.value : text);
  if (written !== null)
    return SUSPICIOUS.test(written) || [...written.matchAll(/\w+/g)].some(([word]) => guarded.isMember(word));
  return (
    guarded.isShared ||
    names.tree.index.ofType('Constant').some((node) => SUSPICIOUS.test(stringValue(node) ?? ''))
  );
}

import type { PythonNode } from '../../python/index.js';
import { stringValue } from '../../python/internal.js';
import { constantTruth } from './constant-truth.js';
import type { ProgramNames } from './names.js';
import { isGetter } from './reflection.js';

/** What ends a program when it's called. */
const EXITS: ReadonlySet<string> = new Set(['exit', 'quit', 'sys.exit', 'os._exit', 'os.abort']);
/** Names and attributes that may end a program, whatever they are of: `parser.exit()` does. */
const WORDS =
  /^(?:exit|_exit|quit|Quitter|abort|kill|killpg|raise_signal|pthread_kill|alarm|setitimer|exec[lv]p?e?|SystemExit)$/;
/** Python's own among them, which need no import. */
const BUILTINS: ReadonlySet<string> = new Set(['exit', 'quit', 'SystemExit']);
/** Modules and functions whose use may end it, too. */
const OTHERS = /^(?:signal|posix|nt)\.|^unittest\.main$/;

/** Whether a call surely ends the program: `exit()`, `sys.exit(1)`, with nothing in the code that gives the name another meaning. */
export function isExit(node: PythonNode, names: ProgramNames): boolean {
  if (node.nodeType !== 'Call') return false;
  const path = names.libraryPath(node.func);
  if (path === null || !EXITS.has(path)) return false;
  return path.includes('.')
    ? !names.stores(path.slice(path.indexOf('.') + 1))
    : node.func.nodeType === 'Name' && names.stars.length === 0;
}

/** Whether it ends the program in failure: `sys.exit(1)`, `exit("words")`, `raise SystemExit(1)`. */
export function isFailedExit(node: PythonNode, names: ProgramNames): boolean {
  if (node.nodeType !== 'Call') return false;
  if (!isExit(node, names) && names.libraryPath(node.func) !== 'SystemExit') return false;
  const [status] = node.args;
  return status?.nodeType === 'Constant' && constantTruth(status) === true;
}

/** Whether a node names what may end a program quietly, called or not. */
export function isQuit(node: PythonNode, names: ProgramNames): boolean {
  switch (node.nodeType) {
    case 'Name': {
      if (node.ctx.nodeType !== 'Load') return false;
      const bindings = names.at(node);
      const isLeft = BUILTINS.has(node.id) || (names.stars.length > 0 && WORDS.test(node.id));
      if (bindings.length === 0) return isLeft;
      return names.importsOf(bindings).some(isQuitPath);
    }
    case 'Attribute':
      if (node.ctx.nodeType !== 'Load') return false;
      return WORDS.test(node.attr) || names.pathsOf(node).some(isQuitPath);
    case 'Call':
      // getattr(os, "_exit"), methodcaller("exit")
      return node.args.some((each) => WORDS.test(stringValue(each) ?? '')) && isGetter(node.func, names);
    case 'Subscript':
      return WORDS.test(stringValue(node.slice) ?? '');
    default:
      return false;
  }
}

function isQuitPath(path: string): boolean {
  return WORDS.test(path.slice(path.lastIndexOf('.') + 1)) || OTHERS.test(path);
}

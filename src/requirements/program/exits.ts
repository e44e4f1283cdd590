import type { PythonNode } from '../../python/index.js';
import { constantTruth } from './constant-truth.js';
import type { ProgramNames } from './names.js';

/** What ends a program when it's called. */
const EXITS: ReadonlySet<string> = new Set(['exit', 'quit', 'sys.exit', 'os._exit', 'os.abort']);
/** What may end it in other ways. */
const OTHERS = /^(?:SystemExit|KeyboardInterrupt|os\.kill|os\.exec\w*|signal\.\w+)$/;

/** Whether a call ends the program: `exit()`, `sys.exit(1)`. */
export function isExit(node: PythonNode, names: ProgramNames): boolean {
  return node.nodeType === 'Call' && isNamed(node.func, names, EXITS);
}

/** Whether it ends the program in failure: `sys.exit(1)`, `exit("words")`. */
export function isFailedExit(node: PythonNode, names: ProgramNames): boolean {
  if (node.nodeType !== 'Call' || !isExit(node, names)) return false;
  const [status] = node.args;
  return status?.nodeType === 'Constant' && constantTruth(status) === true;
}

/** Whether a node names what may end a program, called or not; of `raise`, what it raises. */
export function isQuit(node: PythonNode, names: ProgramNames): boolean {
  if (node.nodeType === 'Raise') {
    const raised = node.exc?.nodeType === 'Call' ? node.exc.func : node.exc;
    return raised != null && isQuit(raised, names);
  }
  if (node.nodeType !== 'Name' && node.nodeType !== 'Attribute') return false;
  const path = names.pathOf(node);
  return path !== null && (isNamed(node, names, EXITS) || OTHERS.test(path));
}

function isNamed(node: PythonNode, names: ProgramNames, wanted: ReadonlySet<string>): boolean {
  const path = names.pathOf(node);
  if (path === null || !wanted.has(path)) return false;
  // A function of the code's own may be called exit, too.
  return path.includes('.') || node.nodeType !== 'Name' || names.at(node).length === 0;
}

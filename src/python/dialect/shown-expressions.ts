import { isStringLiteral, type PythonNode } from '../ast/nodes.js';
import type { DialectContext } from './dialect-context.js';
import { words } from './engine-facts.js';

const SHOWING = words('print str repr ascii format');

/** Whether the text of what an expression gives is shown as it stands, alone or within a display. */
export function isShown(node: PythonNode, context: DialectContext): boolean {
  const parent = context.tree.index.parent(node);
  switch (parent?.nodeType) {
    case 'FormattedValue':
      return parent.value === node;
    case 'BinOp':
      return parent.op.nodeType === 'Mod' && parent.right === node && isText(parent.left);
    case 'Call':
      return parent.func !== node && isShowing(parent.func, context);
    case 'Keyword': {
      const call = context.tree.index.parent(parent);
      return call?.nodeType === 'Call' && call.func.nodeType === 'Attribute' && isShowing(call.func, context);
    }
    case 'IfExp':
      return parent.test !== node && isShown(parent, context);
    case 'ListComp':
      return parent.elt === node && isShownOrSpread(parent, context);
    case 'Tuple':
    case 'List':
    case 'Set':
      return isShownOrSpread(parent, context);
    case 'Dict':
      return isShown(parent, context);
    default:
      return false;
  }
}

/** Whether a display is shown, or its items are: `print(*[a, b])`. */
function isShownOrSpread(node: PythonNode, context: DialectContext): boolean {
  const parent = context.tree.index.parent(node);
  return isShown(parent?.nodeType === 'Starred' ? parent : node, context);
}

function isShowing(called: PythonNode, context: DialectContext): boolean {
  if (called.nodeType === 'Attribute') return called.attr === 'format' && !context.bindsAttribute('format');
  return context.builtinName(called, SHOWING) !== null;
}

function isText(node: PythonNode): boolean {
  return isStringLiteral(node) || node.nodeType === 'JoinedStr';
}

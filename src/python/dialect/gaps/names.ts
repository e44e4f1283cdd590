import type { PythonNode } from '../../ast/nodes.js';
import type { DialectContext } from '../dialect-context.js';
import { MISSING_BUILTINS } from '../engine-facts.js';
import { type DialectRule, defineRule } from '../rule.js';

/** Builtin names that Monty does not know. */
export const nameRules: readonly DialectRule[] = [
  defineRule({
    id: 'dialect/missing-builtin',
    types: ['Name'],
    check: (node, context) =>
      node.ctx.nodeType === 'Load' &&
      !decoratesMethod(node, context) &&
      context.builtinName(node, MISSING_BUILTINS) !== null
        ? {
            node,
            effect: 'fails',
            message: `Monty does not have the builtin ${node.id}`,
            hint: REPLACEMENTS.get(node.id) ?? 'do without it',
          }
        : null,
  }),
];

/** Whether the name is the decorator of a method, which has a rule of its own. */
function decoratesMethod(node: PythonNode, context: DialectContext): boolean {
  const parent = context.tree.index.parent(node);
  const decorates =
    (parent?.nodeType === 'FunctionDef' || parent?.nodeType === 'AsyncFunctionDef') &&
    parent.decorator_list.some((decorator) => decorator === node);
  return decorates && context.inClass(parent);
}

const REPLACEMENTS: ReadonlyMap<string, string> = new Map([
  ['input', 'take the value as an input of the run'],
  ['eval', 'use json.loads for data, or write the code out'],
  ['exec', 'write the code out'],
  ['super', 'use one plain class without inheritance'],
  ['vars', 'name the attributes'],
  ['dir', 'name the attributes'],
  ['globals', 'use a dict of your own'],
  ['locals', 'use a dict of your own'],
  ['bytearray', 'use a list of integers and bytes.fromhex'],
  ['property', 'use a plain method'],
  ['staticmethod', 'use a function outside the class'],
  ['classmethod', 'use a function outside the class'],
  ['exit', 'return, or raise SystemExit'],
  ['quit', 'return, or raise SystemExit'],
  ['IOError', 'use OSError'],
  ['EnvironmentError', 'use OSError'],
  ['UnicodeError', 'use UnicodeDecodeError or UnicodeEncodeError'],
  ['ConnectionError', 'use OSError'],
]);

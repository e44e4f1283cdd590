import { booleanValue, type NodeOf } from '../../ast/nodes.js';
import { perContext } from '../per-context.js';
import { type DialectRule, defineRule } from '../rule.js';
import { noticeFirst } from './notice-first.js';

/** Where each function hands back something, by the nearest function around it. */
const returns = perContext((context) => {
  const found = new Set<unknown>();
  for (const node of context.tree.index.ofType('Return')) {
    if (node.value === undefined || booleanValue(node.value) === false || isNone(node.value)) continue;
    found.add(context.tree.index.enclosing(node, ['FunctionDef', 'AsyncFunctionDef', 'Lambda']));
  }
  return found;
});

/** `def __exit__(self, kind, error, trace): return True` swallows exceptions as `except` does. */
export const exitMethod: DialectRule = defineRule({
  id: 'dialect/exit-method',
  types: ['FunctionDef'],
  check: (node, context) => {
    if (node.name !== '__exit__' || !returns(context).has(node)) return null;
    const error = errorParameter(node);
    const notice = error === null ? null : noticeFirst(node.body, error, context);
    return {
      node,
      effect: 'may_differ',
      message: 'an exception that Monty raises for what it lacks may be swallowed here',
      hint: 'let __exit__ return None',
      ...(notice === null
        ? {}
        : { repair: { description: 'notice what was swallowed', edits: [notice], preludes: ['caught'] } }),
    };
  },
});

/** The expression that means the exception inside the method; null where its parameters do not tell. */
function errorParameter({ args }: NodeOf<'FunctionDef'>): string | null {
  const positional = [...args.posonlyargs, ...args.args];
  const named = positional[2];
  if (named !== undefined) return named.arg;
  if (args.vararg === undefined || positional.length === 0) return null;
  return `${args.vararg.arg}[${2 - positional.length}]`;
}

function isNone(node: NodeOf<'Return'>['value']): boolean {
  const value: unknown = node?.nodeType === 'Constant' ? node.value : undefined;
  return value === null;
}

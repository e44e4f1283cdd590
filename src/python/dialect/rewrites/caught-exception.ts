import type { NodeOf, PythonExpression } from '../../ast/nodes.js';
import type { DialectContext } from '../dialect-context.js';
import type { Edit } from '../edit.js';
import { words } from '../engine-facts.js';
import { type DialectRule, defineRule } from '../rule.js';
import { noticeFirst } from './notice-first.js';

/** Exceptions that Monty raises where CPython does too. */
const SAME_IN_BOTH = words(
  'AssertionError FileExistsError FileNotFoundError ImportError IndexError IsADirectoryError KeyError ' +
    'KeyboardInterrupt MemoryError ModuleNotFoundError NameError NotADirectoryError PermissionError RecursionError ' +
    'StopIteration SystemExit TimeoutError UnboundLocalError UnicodeDecodeError UnicodeEncodeError ZeroDivisionError',
);

/** `except TypeError:` may catch what Monty raised for what it lacks; the handler tells the sandbox when it does. */
export const caughtException: DialectRule = defineRule({
  id: 'dialect/caught-exception',
  types: ['ExceptHandler'],
  check: (node, context) => {
    if (!mayCatchLack(node.type, context)) return null;
    const edits = editsOf(node, context);
    return {
      node,
      effect: 'may_differ',
      message: 'an exception that Monty raises for what it lacks may be caught here',
      hint: 'test before instead of catching afterwards',
      ...(edits === null
        ? {}
        : { repair: { description: 'notice what was caught', edits, preludes: ['caught'] } }),
    };
  },
});

function mayCatchLack(type: PythonExpression | undefined, context: DialectContext): boolean {
  if (type === undefined) return true;
  const types = type.nodeType === 'Tuple' ? type.elts : [type];
  return types.some((each) => context.builtinName(each, SAME_IN_BOTH) === null);
}

function editsOf(node: NodeOf<'ExceptHandler'>, context: DialectContext): readonly Edit[] | null {
  const name = node.name ?? context.temporaryName();
  const notice = noticeFirst(node.body, name, context);
  if (notice === null || node.name !== undefined) return notice === null ? null : [notice];
  const header = headerEdit(node, name, context);
  return header === null ? null : [header, notice];
}

/** Gives the caught exception a name: in front of the colon of the clause. */
function headerEdit(node: NodeOf<'ExceptHandler'>, name: string, context: DialectContext): Edit | null {
  const { code } = context.tree;
  const { type } = node;
  if (type === undefined) {
    if (!context.isLocated(node) || !context.isBuiltin('BaseException')) return null;
    const { start, end } = context.span(node);
    const [clause] = /^except[ \t]*:/.exec(code.slice(start, end)) ?? [];
    if (clause === undefined) return null;
    return { start, end: start + clause.length, parts: [`except BaseException as ${name}:`] };
  }
  const { start, end } = context.span(type);
  if (type.nodeType === 'Tuple' && code[start] !== '(') return null;
  const [between] = /^[\s)]*:/.exec(code.slice(end, context.tree.end(node))) ?? [];
  if (between === undefined) return null;
  return { start: end, end: end + between.length, parts: [`${between.slice(0, -1)} as ${name}:`] };
}

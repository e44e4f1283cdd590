import type { PythonStatement } from '../../ast/nodes.js';
import type { DialectContext } from '../dialect-context.js';
import type { Edit } from '../edit.js';

/**
 * The edit that makes a body look at a caught exception before it does anything else, on the line of its first
 * statement; null where that statement leaves no place for it.
 *
 * @param name the variable that holds the exception, or None
 */
export function noticeFirst(
  body: readonly PythonStatement[],
  name: string,
  context: DialectContext,
): Edit | null {
  const [first] = body;
  if (first === undefined || !context.isLocated(first)) return null;
  switch (first.nodeType) {
    case 'Try':
      return noticeFirst(first.body, name, context);
    case 'If':
    case 'While':
      return noticeBefore(first.test, name, context);
    case 'For':
      return noticeBefore(first.iter, name, context);
    case 'With': {
      const [item] = first.items;
      return item === undefined ? null : noticeBefore(item.context_expr, name, context);
    }
    case 'AsyncFor':
    case 'AsyncFunctionDef':
    case 'AsyncWith':
    case 'ClassDef':
    case 'FunctionDef':
    case 'Match':
    case 'TryStar':
      return null;
    default: {
      const span = context.span(first);
      return { ...span, parts: [`_mettle_caught(${name}); `, span] };
    }
  }
}

function noticeBefore(
  expression: Parameters<DialectContext['span']>[0],
  name: string,
  context: DialectContext,
): Edit {
  const span = context.span(expression);
  return { ...span, parts: [`(_mettle_caught(${name}), (`, span, '))[1]'] };
}

import { isOpenFile } from '../open-files.js';
import { type DialectRule, defineRule } from '../rule.js';

/** `next(file)` reads a line: Monty's files are no iterators. */
export const nextLine: DialectRule = defineRule({
  id: 'dialect/next-line',
  types: ['Call'],
  check: (node, context) => {
    const [file] = node.args;
    if (context.builtinName(node.func, new Set(['next'])) === null || file?.nodeType !== 'Name') return null;
    if (!isOpenFile(file.id, context)) return null;
    return {
      node,
      effect: 'fails',
      message: "Monty's files are no iterators",
      hint: 'use file.readline()',
      repair: {
        description: 'read a line',
        edits: [{ ...context.span(node.func), parts: ['_mettle_next_line'] }],
        preludes: ['text'],
      },
    };
  },
});

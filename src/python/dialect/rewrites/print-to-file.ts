import type { Span } from '../edit.js';
import { isOpenFile } from '../open-files.js';
import { type DialectRule, defineRule } from '../rule.js';

/** `print(..., file=handle)` writes to the file: Monty's print has no file. */
export const printToFile: DialectRule = defineRule({
  id: 'dialect/print-to-file',
  types: ['Call'],
  check: (node, context) => {
    if (context.builtinName(node.func, new Set(['print'])) === null) return null;
    const keyword = node.keywords.find((each) => each.arg === 'file');
    if (keyword === undefined) return null;
    const match = {
      node: keyword,
      effect: 'fails' as const,
      message: "Monty's print has no argument file",
      hint: 'use file.write',
    };
    if (keyword.value.nodeType !== 'Name' || !isOpenFile(keyword.value.id, context)) return match;
    const rest = [...node.args, ...node.keywords.filter((each) => each !== keyword && each.arg !== 'flush')];
    const parts = rest.flatMap((part): (string | Span)[] => [', ', context.span(part)]);
    return {
      ...match,
      repair: {
        description: 'write to the file',
        edits: [
          { ...context.span(node), parts: ['_mettle_print(', context.span(keyword.value), ...parts, ')'] },
        ],
        preludes: ['text'],
      },
    };
  },
});

import { isOpenFile } from '../open-files.js';
import { type DialectRule, defineRule } from '../rule.js';

/** `file.writelines(lines)` writes line by line: Monty's files have no writelines. */
export const writeLines: DialectRule = defineRule({
  id: 'dialect/write-lines',
  types: ['Call'],
  check: (node, context) => {
    const { func } = node;
    if (func.nodeType !== 'Attribute' || func.attr !== 'writelines' || context.bindsAttribute('writelines'))
      return null;
    const [lines] = node.args;
    const match = {
      node,
      effect: 'may_fail' as const,
      message: "Monty's files have no writelines",
      hint: 'use file.write in a loop',
    };
    if (func.value.nodeType !== 'Name' || !isOpenFile(func.value.id, context) || lines === undefined)
      return match;
    return {
      ...match,
      repair: {
        description: 'write line by line',
        edits: [
          {
            ...context.span(node),
            parts: ['_mettle_write_lines(', context.span(func.value), ', (', context.span(lines), '))'],
          },
        ],
        preludes: ['text'],
      },
    };
  },
});

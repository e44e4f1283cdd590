import { stringValue } from '../../ast/nodes.js';
import { isOpenCall } from '../open-files.js';
import { type DialectRule, defineRule } from '../rule.js';

/** `open(path, newline='')`: Monty leaves line ends as they are, and takes no argument that says so. */
export const openNewline: DialectRule = defineRule({
  id: 'dialect/open-newline',
  types: ['Call'],
  check: (node, context) => {
    const keyword = node.keywords.find((each) => each.arg === 'newline');
    if (keyword === undefined || !isOpenCall(node, context)) return null;
    const match = {
      node: keyword,
      effect: 'fails' as const,
      message: "Monty's open has no argument newline",
      hint: 'leave the argument out: line ends stay as they are',
    };
    const text = context.tree.text(keyword);
    const value = stringValue(keyword.value);
    const end = context.tree.end(keyword);
    const comma = context.tree.code.lastIndexOf(',', end - text.length);
    const before = context.tree.code.slice(comma + 1, end - text.length);
    if ((value !== '' && value !== '\n') || comma < context.tree.start(node) || before.trim() !== '')
      return match;
    return {
      ...match,
      repair: { description: 'leave newline out', edits: [{ start: comma, end, parts: [''] }] },
    };
  },
});

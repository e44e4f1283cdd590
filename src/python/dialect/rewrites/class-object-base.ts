import { type DialectRule, defineRule } from '../rule.js';

/** `class A(object):` is `class A:`. */
export const classObjectBase: DialectRule = defineRule({
  id: 'dialect/object-base',
  types: ['ClassDef'],
  check: (node, context) => {
    const [base] = node.bases;
    if (base === undefined || node.bases.length !== 1 || node.keywords.length > 0) return null;
    if (context.builtinName(base, new Set(['object'])) === null) return null;
    const { code } = context.tree;
    const start = code.lastIndexOf('(', context.tree.start(base));
    const end = code.indexOf(')', context.tree.end(base)) + 1;
    return {
      node: base,
      effect: 'rejected',
      message: 'Monty does not have class inheritance, not even from object',
      hint: 'leave (object) out',
      repair: { description: 'leave (object) out', edits: [{ start, end, parts: [''] }] },
    };
  },
});

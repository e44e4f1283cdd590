import { membersOf } from '../decorated-methods.js';
import { type DialectRule, defineRule } from '../rule.js';

/** `shape.area` where `area` is a property, a static method or a class method of some class. */
export const memberAccess: DialectRule = defineRule({
  id: 'dialect/member-access',
  types: ['Attribute'],
  check: (node, context) => {
    if (node.ctx.nodeType !== 'Load' || !membersOf(context).has(node.attr)) return null;
    if (context.tree.index.parent(node)?.nodeType === 'AugAssign') return null;
    return {
      node,
      effect: 'may_differ',
      message: `${node.attr} is a property, static method or class method, which Monty does not have`,
      hint: 'use a plain method',
      repair: {
        description: 'read the member with a call',
        edits: [
          {
            ...context.span(node),
            parts: ['_mettle_read(', context.span(node.value), `, '${node.attr}')`],
          },
        ],
        preludes: ['properties'],
      },
    };
  },
});

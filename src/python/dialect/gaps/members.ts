import { stringValue } from '../../ast/nodes.js';
import { membersOf } from '../decorated-methods.js';
import { words } from '../engine-facts.js';
import { type DialectRule, defineRule } from '../rule.js';

const BY_NAME = words('getattr setattr hasattr delattr vars');

/** Uses of properties, static methods and class methods that no call can stand for. */
export const memberRules: readonly DialectRule[] = [
  defineRule({
    id: 'dialect/member-by-name',
    types: ['Call'],
    check: (node, context) => {
      const members = membersOf(context);
      const builtin = members.size === 0 ? null : context.builtinName(node.func, BY_NAME);
      if (builtin === null) return null;
      const name = stringValue(node.args[1]);
      if (builtin !== 'vars' && name !== null && !members.has(name)) return null;
      return {
        node,
        effect: 'may_differ',
        message: `${builtin} does not find properties, static methods and class methods, which Monty does not have`,
        hint: 'write the attribute out, or use a plain method',
      };
    },
  }),
  defineRule({
    id: 'dialect/member-target',
    types: ['Attribute'],
    check: (node, context) => {
      if (node.ctx.nodeType !== 'Store' || !membersOf(context).has(node.attr)) return null;
      const parent = context.tree.index.parent(node);
      if (parent?.nodeType === 'AugAssign') return null;
      if (parent?.nodeType === 'Assign' && parent.targets[0] === node) return null;
      return {
        node,
        effect: 'may_differ',
        message: `${node.attr} is a property, which Monty does not have`,
        hint: 'assign to it in a statement of its own',
      };
    },
  }),
];

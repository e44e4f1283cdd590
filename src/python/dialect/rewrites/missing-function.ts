import { words } from '../engine-facts.js';
import { type DialectRule, defineRule } from '../rule.js';

const PROVIDED = words('ascii callable format issubclass');

/** Builtin functions that Monty lacks and the prelude has. */
export const missingFunction: DialectRule = defineRule({
  id: 'dialect/builtin-function',
  types: ['Name'],
  check: (node, context) => {
    const name = node.ctx.nodeType === 'Load' ? context.builtinName(node, PROVIDED) : null;
    return name === null
      ? null
      : {
          node,
          effect: 'fails',
          message: `Monty does not have the builtin ${name}`,
          hint: 'the name is provided; no change is needed',
          repair: {
            description: `use the provided ${name}`,
            edits: [{ ...context.span(node), parts: [`_mettle_${name}`] }],
            preludes: ['functions'],
          },
        };
  },
});
